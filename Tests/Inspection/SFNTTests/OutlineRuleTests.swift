import FontModel
import InspectionProtocol
import TestSupport
import Testing

/// Outlines with damage, each of which breaks one rule.
struct OutlineRuleTests {
    private static let composite: [UInt8] = [0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]

    /// What is changed in the first glyph, a box, and the rule that it breaks.
    static let glyphs: [(String, Int, [UInt8], String)] = [
        ("contours outside", 0, [0x10, 0], "'glyf' table structure"),
        ("points outside", 10, [0x7F, 0xFF], "'glyf' table structure"),
        ("instructions outside", 12, [0xFF, 0xFF], "'glyf' table structure"),
        ("flags for more points than there are", 14, [9, 200], "'glyf' table instructions"),
        ("component that does not exist", 0, composite + [0x7F, 0xFF, 0, 0], "'glyf' table structure"),
        ("component of itself", 0, composite + [0, 0, 0, 0], "'glyf' table structure"),
        (
            "components without end", 0, [0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0x23, count: 26),
            "'glyf' table structure"
        ),
    ]

    @Test(arguments: glyphs)
    func `a glyph that breaks a rule is refused for it`(
        change: String, offset: Int, bytes: [UInt8], rule: String
    ) {
        let inspection = inspect(FontBuilder().patched("glyf", at: offset, bytes).build())
        #expect(inspection.refusal?.rule == rule)
    }

    @Test func `a glyph may be made of others`() {
        let font = FontBuilder().patched("glyf", at: 0, Self.composite + [0, 2, 0, 0])
        #expect(inspect(font.build()).findings == [])
    }

    /// A font whose first glyphs are made of so many of the next one each, and the last of which is a box.
    private static func chain(of depth: Int, times: Int = 1) -> FontBuilder {
        var font = FontBuilder(family: "Chain")
        font.characters = String(
            String.UnicodeScalarView((0..<UInt32(depth)).compactMap { Unicode.Scalar(0x4E00 + $0) }))
        let box = font.table("glyf").prefix(36)
        var (glyphs, places) = ([UInt8](), [0, 0])
        for next in 1...(depth + 1) {
            if next <= depth {
                glyphs += SampleTables.words([0xFFFF, 0, 0, 0, 0])
                for part in 1...times { glyphs += SampleTables.words([part < times ? 0x22 : 2, next, 0]) }
            } else {
                glyphs += box
            }
            places += [glyphs.count >> 16, glyphs.count & 0xFFFF]
        }
        return font.replaced("glyf", glyphs).replaced("loca", SampleTables.words(places))
    }

    @Test func `components may be nested, and not deeper than programs follow`() {
        #expect(inspect(Self.chain(of: 32).build()).findings == [])
        let refusal = inspect(Self.chain(of: 33).build()).refusal
        #expect(refusal?.kind == .limit && refusal?.rule == "'glyf' table structure")
        #expect(refusal?.message.contains("33 deep; 32 are allowed") == true)
        #expect(inspect(Self.chain(of: 200).build()).refusal?.kind == .limit)
    }

    @Test func `components may be many, and not come to more points than fonts can have`() {
        #expect(inspect(Self.chain(of: 15, times: 2).build()).findings == [])
        #expect(inspect(Self.chain(of: 1, times: 60_000).build()).findings == [])
        // Four points in each box: two to the power of 18, and of 130.
        for font in [(16, 2), (32, 16), (1, 0x1_0000)].map({ Self.chain(of: $0.0, times: $0.1) }) {
            let refusal = inspect(font.build()).refusal
            #expect(refusal?.kind == .limit && refusal?.rule == "'glyf' table structure")
            #expect(refusal?.message.contains("more points than fonts can have") == true)
        }
    }

    @Test(arguments: [("fpgm", [0x28]), ("prep", [0x40, 9, 1]), ("prep", [0xB8, 0])])
    func `instructions that nobody knows are reported, and no reason to refuse`(tag: String, code: [UInt8]) {
        let inspection = inspect(FontBuilder().replaced(tag, code).build())
        #expect(inspection.refusal == nil)
        #expect(inspection.findings.map(\.rule) == ["TrueType instructions"])
        #expect(inspection.findings.map(\.code) == [.warning])
    }

    @Test func `instructions that nobody knows are named`() {
        let font = FontBuilder().replaced("prep", [0x8F, 0x90, 0xAF, 0x28, 0x7B, 0xB8, 0])
        #expect(
            inspect(font.build()).findings.map(\.message) == [
                "1 program has instructions that are not defined: 0x28, 0x7B, 0x8F, 0x90 and others. "
                    + "1 program ends in the middle of an instruction."
            ])
    }

    @Test func `instructions that the font defines are known`() {
        #expect(inspect(FontBuilder().replaced("fpgm", [0x89, 0x28]).build()).findings == [])
    }

    @Test(arguments: [0x8F, 0x90] as [UInt8])
    func `instructions of known attacks are reported even of a font that defines some`(opcode: UInt8) {
        let findings = inspect(FontBuilder().replaced("fpgm", [0x89, 0x28, opcode]).build()).findings
        let name = "0x" + String(opcode, radix: 16, uppercase: true)
        #expect(findings.map(\.message) == ["1 program has instructions that are not defined: \(name)."])
    }

    @Test func `PostScript outlines pass`() {
        let inspection = inspect(SampleTables.compact.build())
        #expect(inspection.findings == [])
        #expect(inspection.format == .cff)
        #expect(!inspection.faces.isEmpty)
    }

    static let charstrings: [(String, [UInt8])] = [
        ("no end", [139, 139, 21]), ("too many numbers for an operator", [139, 139, 139, 139, 21, 14]),
        ("too few numbers for an operator", [139, 21, 14]), ("no numbers for a subroutine", [10, 14]),
        ("local subroutine that does not exist", [139, 10, 14]),
        ("global subroutine that does not exist", [139, 29, 14]),
        ("unknown operator", [2, 14]), ("unknown operator of two bytes", [12, 99, 14]),
        ("number outside", [28, 1]), ("hint mask outside", [139, 139, 1, 19]),
        ("half a hint", [139, 139, 1, 139, 3, 14]), ("too many numbers", [UInt8](repeating: 139, count: 49) + [14]),
        ("curve of five numbers", [139, 139, 21, 139, 139, 139, 139, 139, 8, 14]),
        ("subroutine by a computed number", [139, 139, 12, 10, 10, 14]),
    ]

    @Test(arguments: charstrings)
    func `a charstring that breaks a rule is refused for it`(change: String, code: [UInt8]) {
        var all = [[UInt8]](repeating: [14], count: 8)
        all[3] = code
        let inspection = inspect(SampleTables.compact(charstrings: all, globals: [[11]], locals: [[11]]).build())
        #expect(inspection.refusal?.rule == "'CFF ' table structure")
        #expect(inspection.refusal?.message.contains("charstring") == true || change.hasSuffix("outside"))
    }

    @Test func `lists of zones and stems may be longer than programs read, or empty zones`() {
        // BlueValues, of which FreeType reads 14, and StemSnapH, of which it reads 13.
        let zones = [UInt8](repeating: 140, count: 16) + [6]
        let stems = [UInt8](repeating: 140, count: 14) + [12, 12]
        for hints in [zones, stems, [6]] {
            let first = SampleTables.compact(charstrings: Self.boxes, globals: [[11]], locals: [[11]], hints: hints)
            #expect(inspect(first.build()).findings == [])
            #expect(inspect(SampleTables.secondCompact(hints: hints).build()).findings == [])
        }
    }

    private static let boxes = [[UInt8]](repeating: [139, 139, 21, 239, 6, 14], count: 8)

    @Test func `a table with outlines for another number of glyphs is refused`() {
        let font = SampleTables.compact(charstrings: [[14], [14]])
        #expect(inspect(font.build()).refusal?.rule == "'CFF ' table structure")
    }

    @Test func `subroutines that call themselves are refused`() {
        // -107 is the first subroutine.
        let font = SampleTables.compact(
            charstrings: [[UInt8]](repeating: [32, 10, 14], count: 8), locals: [[32, 10, 11]])
        #expect(inspect(font.build()).refusal?.message.contains("nests") == true)
    }

    @Test func `subroutines that multiply are refused before they are followed to their end`() {
        // Nine subroutines of 60 calls each: 60 to the power of nine.
        var locals: [[UInt8]] = (1..<9).map { level in
            Array(repeating: [UInt8(32 + level), 10], count: 60).flatMap { $0 } + [11]
        }
        locals.append([11])
        let font = SampleTables.compact(
            charstrings: [[UInt8]](repeating: [32, 10, 14], count: 8), locals: locals)
        #expect(inspect(font.build()).refusal?.kind == .limit)
        #expect(inspect(font.build()).refusal?.rule == "Cost of reading")
    }

    @Test func `a CFF table cut anywhere is refused`() {
        let font = SampleTables.compact
        for length in 1..<(font.table("CFF ").count - 1) {
            #expect(inspect(font.cut("CFF ", to: length).build()).refusal != nil)
        }
    }
}
