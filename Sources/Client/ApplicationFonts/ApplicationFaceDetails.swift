/// The information in a font file about a face, apart from its names and its style.
package struct ApplicationFaceDetails: Sendable, Hashable {
    /// An axis of a variable face: its tag, and its values in its own units.
    package struct Axis: Sendable, Hashable {
        package var tag: String
        package var minimum: Double
        package var defaultValue: Double
        package var maximum: Double
    }

    /// The family in every language in which the font has it, by the language's tag.
    package var families: [String: String] = [:]
    /// The languages whose characters the face has, as BCP 47 tags.
    package var languages: [String] = []
    /// The OpenType scripts of its layout tables.
    package var scripts: [String] = []
    /// The variation axes, in the order of the font.
    package var axes: [Axis] = []
    /// The format of the file: `truetype`, `cff`, `cff2` or `collection`.
    package var format = "truetype"
    /// The colour tables of the face, such as `COLR`.
    package var colorTables: [String] = []
    /// The version, as in the font.
    package var version = ""
    /// The vendor's four letters.
    package var vendor = ""
    /// The licence, or where to find it.
    package var license = ""
    /// The `fsType` field of the OS/2 table; `nil` if there is no such table.
    package var embeddingFlags: UInt16?
    /// The number of glyphs.
    package var glyphCount = 0

    /// Creates details without any information.
    package init() {}
}
