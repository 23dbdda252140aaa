package import FontModel

/// A face of a font file, as fontconfig describes it to this process.
package struct ApplicationFace: Sendable, Hashable {
    /// The index of the face in its file.
    package var index: Int
    /// The PostScript name; empty if there is none.
    package var postscriptName = ""
    /// The family, in groups of at most four styles.
    package var family = ""
    /// The typographic family, without a limit on its styles; `nil` if it is the same as ``family``.
    package var typographicFamily: String?
    /// All families, in every language.
    package var families: [String] = []
    /// The full name.
    package var fullName = ""
    /// The name of the style.
    package var style = ""
    /// The weight on OpenType's scale, 1 to 1000.
    package var weight = 400.0
    /// The width, as a percentage of the normal width.
    package var width = 100.0
    /// The slope.
    package var slant = FontSlant.upright
    /// Whether all glyphs have one advance width.
    package var isMonospace = false
    /// Whether the face has variation axes.
    package var isVariable = false
    /// The place in the design space, by axis tag, in the axes' own units; empty except for a named instance.
    package var variation: [String: Double] = [:]
    /// The named instances, whose own lists of instances are empty.
    package var instances: [ApplicationFace] = []

    /// Creates a face; everything but the index has a neutral default.
    package init(index: Int) { self.index = index }
}
