/// Something that the OpenType Sanitizer complains of and no program on a desktop minds.
///
/// The sanitizer stops at its first complaint. So that the rest of a font is heard as well, such a thing is mended in a
/// copy that is put before the sanitizer and then forgotten: programs get the font as it is.
package enum HarmlessOddity: UInt8, Sendable, Hashable, CaseIterable {
    /// Ranges of glyphs in definitions of classes that share their ends: whoever looks a glyph up finds one of the two.
    case touchingClasses = 1
    /// No optical sizes in a table `OS/2` that declares version 5, which brought them.
    case missingOpticalSizes
    /// Operators in charstrings of `CFF` that choose among hints where there are none.
    case masksWithoutHints
    /// Lists in private dictionaries of `CFF` that are empty, or of edges of zones without the last one.
    case incompleteZones
    /// Characters in the name in the table `CFF` that PostScript does not allow there, such as spaces: programs take the
    /// name from the table `name`.
    case unfitNames
}

/// Bytes that stand in for others of a font.
package struct FontPatch: Sendable, Hashable {
    /// Where they stand.
    package var offset: Int
    /// The bytes.
    package var bytes: [UInt8]

    /// Creates a patch.
    package init(offset: Int, bytes: [UInt8]) {
        self.offset = offset
        self.bytes = bytes
    }
}
