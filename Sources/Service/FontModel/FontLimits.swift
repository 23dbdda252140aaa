/// The limits on the content of a font file and on the fonts of providers.
///
/// The values are above the largest found in 682 real fonts (10 faces, 44 axes, 567 named instances, 29 tables, 675
/// name records, 84-byte names). They are far below what would make every program start slowly.
package enum FontLimits {
    /// Bytes of one font file of the user, and of a program if the policy allows it.
    ///
    /// Distributions contain collections of 378 MB.
    package static let fileSize = 512 << 20
    /// Faces of one collection of the user, and of a program if the policy allows it.
    ///
    /// Collections of 142 faces are in use.
    package static let faces = 256
    /// Bytes of one font file of a program if the policy does not specify a limit.
    package static let fileSizeOfPrograms = 64 << 20
    /// Faces of one collection of a program if the policy does not specify a limit.
    package static let facesOfPrograms = 64
    /// Bytes of one font that is kept in memory; larger fonts are kept in unnamed files.
    package static let memorySize = 64 << 20
    /// Bytes of one font that is passed to the OpenType Sanitizer, which keeps it in memory twice.
    package static let sanitizedSize = 64 << 20
    /// Bytes of one web font, expanded or not, and of a file fetched from the web.
    package static let webFontSize = 64 << 20
    /// The most bytes of an expanded web font or drawing for each byte of it.
    ///
    /// Zlib makes up to a thousand of one. Real fonts are two to three times as large as their web fonts; the limit of
    /// the library woff2 is the same.
    package static let expansion = 100
    /// Variation axes of one face.
    package static let axes = 64
    /// Named instances of one face: a face with more of them would exceed ``patterns`` by itself.
    package static let namedInstances = patterns - 2
    /// Tables of one face.
    package static let tables = 64
    /// Records of one `name` table.
    package static let nameRecords = 2048
    /// Bytes of one name as UTF-8.
    package static let nameLength = 255
    /// Patterns that fontconfig creates for one file.
    ///
    /// fontconfig creates one pattern for each face, one for each of its named instances, and one more for each
    /// variable face.
    ///
    /// Each pattern costs every program that looks for a font 1.5 kB of memory. This limit keeps the total below a
    /// megabyte. The largest real font has 569 patterns.
    package static let patterns = 600
    /// Bytes of the patterns that fontconfig creates for one file, as estimated by ``PatternSize``.
    ///
    /// Each pattern repeats the names of its face and occupies memory in every program that looks for a font. Of 6,272
    /// real font files, one (with 569 patterns) needs 1,025,146 bytes, and the next one 120 kB.
    package static let patternBytes = 1 << 20
    /// Fonts of one provider.
    package static let fontsPerProvider = 1000
    /// Fonts of all programs together.
    ///
    /// Each program has to be admitted separately, but one vendor may have many programs.
    package static let fontsOfPrograms = 20_000
    /// Fonts that a user may install by hand.
    package static let fontsOfUser = 20_000
    /// Bytes of all fonts of one provider.
    package static let bytesPerProvider = 2 << 30
}
