/// Tables of formulas and baselines.
extension SampleTables {
    /// Constants of no value, and their room.
    private static let formulaConstants = Array(repeating: 0, count: 107)
    /// Where the parts of glyphs are in ``formulas``, in bytes.
    package static let formulaGlyphs = 10 + 214
    /// The same of its larger glyphs.
    package static let formulaVariants = formulaGlyphs + 54

    /// A `MATH` of everything: constants, italics, accents, tall shapes, kerning, larger glyphs and parts.
    package static let formulas: [UInt8] = words(
        [1, 0, 10, formulaGlyphs, formulaVariants] + formulaConstants
            // The parts of glyphs: italics and accents share theirs, 8 bytes from here.
            + [8, 8, 16, 22] + [8, 1, 7, 0] + [1, 1, 1] + [26, 1, 12, 0, 0, 0] + [1, 5, 0, 1, 0, 2, 0] + [1, 1, 1]
            // One glyph that grows upwards, and one sideways.
            + [0, 14, 14, 1, 1, 20, 20] + [1, 1, 1] + [8, 1, 2, 100] + [0, 0, 1] + [3, 0, 0, 100, 1])

    /// A `BASE` with two baselines of one script, and the extent of its lines.
    package static let baselines: [UInt8] = words(
        [1, 0, 8, 8] + [4, 14] + [2, 0x6964, 0x656F, 0x726F, 0x6D6E]
            + [1, 0x4446, 0x4C54, 8] + [12, 32, 1, 0x4445, 0x5520, 32]
            + [0, 2, 8, 12] + [1, 0xFF00] + [2, 0, 1, 0]
            + [6, 10, 0] + [1, 0xFF00] + [3, 900, 0])
}
