/// What the OpenType Sanitizer has against a font, and whether that counts.
///
/// It stops at its first complaint. Some of them are about fonts that people use every day: of 4,700 fonts that Debian
/// packages it rejects ten, all for reasons that no program on a desktop minds.
struct SanitizerComplaint {
    /// Its first error, such as `OS/2: Failed to parse table`; empty where it gave none.
    let reason: String

    /// Whether a font that is sound by all other checks may pass in spite of it.
    ///
    /// For each of these our own reader looks at the same bytes and lets pass only what does no harm, and the libraries
    /// have read them; for the others the sanitizer has the last word.
    var isDisputed: Bool {
        Self.disputed.contains { reason.hasPrefix($0.prefix) && reason.contains($0.part) }
    }

    private static let disputed: [(prefix: String, part: String)] = [
        // Ranges of glyphs that share their ends: whoever looks a glyph up finds one of the two.
        ("Layout: ClassRangeRecord ", " overlaps with end of the previous one"),
        // The optical sizes, which came with version 5, and which fonts that declare it need not have.
        ("OS/2: Failed to read version 5-specific fields", ""),
        // The order of hints, among other things that the reader of charstrings goes through as well.
        ("CFF : Failed validating CharStrings INDEX", ""),
        // Lists of hints without an entry, among other things that the reader of dictionaries goes through as well.
        ("CFF : Failed to parse Top DICT Data", ""),
    ]
}
