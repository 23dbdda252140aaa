import FontModel
import InspectionProtocol
import TestSupport
import Testing

/// `MATH` and `BASE`, which a font is shown without where they are damaged.
struct FormulaAndBaselineTests {
    private static let formulas = SampleTables.formulas
    private static let baselines = SampleTables.baselines
    /// Where parts of them are, in bytes.
    private static let (glyphs, variants) = (SampleTables.formulaGlyphs, SampleTables.formulaVariants)

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
        ("BASE", "a wrong number of baselines", 44, 1), ("BASE", "a default that is none", 42, 2),
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

    @Test func `a range of a coverage that goes on past the last glyph is told of`() {
        // The coverage of tall shapes.
        let inspection = inspection("MATH", SampleTables.words([1, 0, 0, 10, 0] + [0, 0, 8, 0] + [2, 1, 5, 0xFF, 0]))
        #expect(inspection.refusal == nil && inspection.faces.count == 1)
        #expect(
            inspection.findings.map(\.message)
                == ["The table 'MATH' refers to glyphs that do not exist. Programs ignore these entries."])
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
