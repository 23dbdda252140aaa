/// The caps on what a font file may hold and on what providers may own.
///
/// The values leave room above the greatest found in 682 real fonts (10 faces, 44 axes, 567 named instances, 29 tables,
/// 675 name records, 84-byte names) and stop far below what makes every program's start slow.
package enum FontLimits {
    /// Bytes of one font file of the user, and of a program where the policy allows it: distributions have collections of
    /// 378 MB.
    package static let fileSize = 512 << 20
    /// Faces of one collection of the user, and of a program where the policy allows it: collections of 142 faces are in
    /// use.
    package static let faces = 256
    /// Bytes of one font file of a program where the policy does not say.
    package static let fileSizeOfPrograms = 64 << 20
    /// Faces of one collection of a program where the policy does not say.
    package static let facesOfPrograms = 64
    /// Bytes of one font that is kept in memory: what is larger is kept in files without names.
    package static let memorySize = 64 << 20
    /// Bytes of one font that the OpenType Sanitizer is asked about, which has it in memory twice.
    package static let sanitizedSize = 64 << 20
    /// Bytes of one web font, expanded or not, and of what is fetched from the web.
    package static let webFontSize = 64 << 20
    /// Variation axes of one face.
    package static let axes = 64
    /// Named instances of one face: with more of them it alone would have more than ``patterns``.
    package static let namedInstances = patterns - 2
    /// Tables of one face.
    package static let tables = 64
    /// Records of one `name` table.
    package static let nameRecords = 2048
    /// Bytes of one name as UTF-8.
    package static let nameLength = 255
    /// Patterns that fontconfig makes of one file: one for each face, one for each of its named instances, and one more
    /// for each variable face.
    ///
    /// Each costs every program that looks for a font 1.5 kB of memory; so many stay below a megabyte, and the greatest
    /// real font has 569.
    package static let patterns = 600
    /// Bytes of the patterns that fontconfig makes of one file, as ``PatternSize`` estimates them.
    ///
    /// Each pattern repeats the names of its face, and every program that looks for a font has so much memory less. Of
    /// 6,272 real font files one, with 569 patterns, comes to 1,025,146 bytes, and the next to 120 kB.
    package static let patternBytes = 1 << 20
    /// Fonts of one provider.
    package static let fontsPerProvider = 1000
    /// Fonts of all programs together: each has to be let in by itself, but a maker may have many.
    package static let fontsOfPrograms = 20_000
    /// Fonts that a person may install by hand.
    package static let fontsOfUser = 20_000
    /// Bytes of all fonts of one provider.
    package static let bytesPerProvider = 2 << 30
}
