/// What a font file says of a face beyond its names and its style.
package struct ApplicationFaceDetails: Sendable, Hashable {
    /// An axis of a variable face: its tag, and its values in its own units.
    package struct Axis: Sendable, Hashable {
        package var tag: String
        package var minimum: Double
        package var defaultValue: Double
        package var maximum: Double
    }

    /// The family in every language that the font has it in, by the language's tag.
    package var families: [String: String] = [:]
    /// The languages whose characters the face has, as BCP 47 tags.
    package var languages: [String] = []
    /// The OpenType scripts of its layout tables.
    package var scripts: [String] = []
    /// The variation axes, in the order of the font.
    package var axes: [Axis] = []
    /// What its file is: `truetype`, `cff`, `cff2` or `collection`.
    package var format = "truetype"
    /// The colour tables that it has, such as `COLR`.
    package var colorTables: [String] = []
    /// The version, as the font says it.
    package var version = ""
    /// The vendor's four letters.
    package var vendor = ""
    /// The licence, or where to find it.
    package var license = ""
    /// The `fsType` field of its table OS/2; `nil` where it has no such table.
    package var embeddingFlags: UInt16?
    /// The number of glyphs.
    package var glyphCount = 0

    /// Details of which none is known.
    package init() {}
}
