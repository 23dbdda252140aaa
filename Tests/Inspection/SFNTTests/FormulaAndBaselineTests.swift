import FontModel
import InspectionProtocol
import TestSupport
import Testing

/// `MATH` and `BASE`, which a font is shown without where they are damaged.
struct FormulaAndBaselineTests {
    /// Constants of no value, and their room.
    private static let constants = Array(repeating: 0, count: 107)
    /// Where the parts of ``formulas`` are, in bytes.
    private static let glyphs = 10 + 214
    private static let variants = glyphs + 54

    /// A `MATH` of everything: constants, italics, accents, tall shapes, kerning, larger glyphs and parts.
    private static let formulas: [UInt8] = SampleTables.words(
        [1, 0, 10, glyphs, variants] + constants
            // The parts of glyphs: italics and accents share theirs, 8 bytes from here.
            + [8, 8, 16, 22] + [8, 1, 7, 0] + [1, 1, 1] + [26, 1, 12, 0, 0, 0] + [1, 5, 0, 1, 0, 2, 0] + [1, 1, 1]
            // One glyph that grows upwards, and one sideways.
            + [0, 14, 14, 1, 1, 20, 20] + [1, 1, 1] + [8, 1, 2, 100] + [0, 0, 1] + [3, 0, 0, 100, 1])

    /// A `BASE` with two baselines of one script, and the extent of its lines.
    private static let baselines: [UInt8] = SampleTables.words(
        [1, 0, 8, 8] + [4, 14] + [2, 0x6964, 0x656F, 0x726F, 0x6D6E]
            + [1, 0x4446, 0x4C54, 8] + [12, 32, 1, 0x4445, 0x5520, 32]
            + [0, 2, 8, 12] + [1, 0xFF00] + [2, 0, 1, 0]
            + [6, 10, 0] + [1, 0xFF00] + [3, 900, 0])

    private func inspection(_ tag: String, _ content: [UInt8]) -> FontInspection {
        inspect(FontBuilder().replaced(tag, content).build())
    }

    @Test(arguments: [("MATH", formulas), ("BASE", baselines)])
    func `a sound table is fine`(tag: String, content: [UInt8]) {
        let inspection = inspection(tag, content)
        #expect(inspection.findings == [])
        #expect(inspection.faces.count == 1)
    }

    private static let damage: [(tag: String, change: String, offset: Int, value: Int)] = [
        ("MATH", "version", 0, 2), ("MATH", "constants outside", 4, 0x7000),
        ("MATH", "a correction outside", 20, 0x7000),
        ("MATH", "glyphs outside", 6, 0x7000), ("MATH", "no coverage", glyphs + 8, 0),
        ("MATH", "fewer values than glyphs", glyphs + 10, 0), ("MATH", "format of coverage", glyphs + 16, 3),
        ("MATH", "kerning outside", glyphs + 6, 0x7000), ("MATH", "a corner outside", glyphs + 26, 0x7000),
        ("MATH", "fewer variants than glyphs", variants + 6, 0), ("MATH", "variants outside", 8, 0x7000),
        ("MATH", "a larger glyph that does not exist", variants + 24, 0xFFF),
        ("MATH", "many larger glyphs", variants + 22, 0xFFF),
        ("MATH", "a part that does not exist", variants + 34, 0xFFF),
        ("BASE", "version", 0, 2), ("BASE", "axis outside", 4, 0x7000), ("BASE", "no scripts", 10, 0),
        ("BASE", "many scripts", 22, 0x7000), ("BASE", "script outside", 28, 0x7000),
        ("BASE", "values outside", 30, 0x7000), ("BASE", "extent outside", 32, 0x7000),
        ("BASE", "another number of baselines", 44, 1), ("BASE", "a default that is none", 42, 2),
        ("BASE", "format of a coordinate", 50, 4), ("BASE", "a glyph that does not exist", 58, 0xFFF),
        ("BASE", "many extents", 66, 0x7000), ("BASE", "a correction outside", 76, 0x7000),
    ]

    @Test(arguments: damage)
    func `a table that breaks a rule is told of, and refuses no font`(
        tag: String, change: String, offset: Int, value: Int
    ) {
        var content = tag == "MATH" ? Self.formulas : Self.baselines
        content.replaceSubrange(offset..<(offset + 2), with: SampleTables.words([value]))
        let inspection = inspection(tag, content)
        #expect(inspection.refusal == nil && inspection.faces.count == 1)
        #expect(inspection.findings.map(\.rule) == ["'\(tag)' table structure"], "\(change)")
        #expect(inspection.findings.allSatisfy { $0.kind == .warning && $0.concern == nil })
        #expect(inspection.findings.first?.message.hasSuffix("may do without it.") == true)
    }

    @Test(arguments: [("MATH", formulas), ("BASE", baselines)])
    func `a table that is cut is told of`(tag: String, content: [UInt8]) {
        for length in 1..<(content.count - 1) {
            let inspection = inspection(tag, Array(content.prefix(length)))
            #expect(inspection.refusal == nil)
            #expect(inspection.findings.map(\.rule) == ["'\(tag)' table structure"], "\(length) bytes")
        }
    }

    @Test func `parts that point to each other again and again are bounded`() {
        // As many glyphs that grow as fit, all of the same one with as many larger ones as fit.
        let count = 0x7000
        let content =
            SampleTables.words([1, 0, 0, 0, 10] + [0, 0, 0, count, 0])
            + SampleTables.words(Array(repeating: 10 + 2 * count, count: count)) + SampleTables.words([0, 0x3000])
            + [UInt8](repeating: 0, count: 4 * 0x3000)
        #expect(inspection("MATH", content).refusal == nil)
    }
}
