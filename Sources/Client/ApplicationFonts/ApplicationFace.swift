package import FontModel

/// A face of a font file, as fontconfig describes it to this process.
package struct ApplicationFace: Sendable, Hashable {
    /// The index of the face in its file.
    package var index: Int
    /// The PostScript name; empty where there is none.
    package var postscriptName = ""
    /// The family, in groups of at most four styles.
    package var family = ""
    /// The family as its designer means it; `nil` where it is the same.
    package var typographicFamily: String?
    /// All families, in every language.
    package var families: [String] = []
    /// The full name.
    package var fullName = ""
    /// The name of the style.
    package var style = ""
    /// The weight on OpenType's scale, 1 to 1000.
    package var weight = 400.0
    /// The width in percent of normal.
    package var width = 100.0
    /// The slope.
    package var slant = FontSlant.upright
    /// Whether all glyphs have one advance width.
    package var isMonospace = false
    /// Whether the face has variation axes.
    package var isVariable = false
    /// Where it is in the design space, by axis tag, in the axes' own units; empty but for a named instance.
    package var variation: [String: Double] = [:]
    /// The named instances, which have instances of their own no more.
    package var instances: [ApplicationFace] = []

    /// Creates a face; everything but the index has a neutral default.
    package init(index: Int) { self.index = index }
}
