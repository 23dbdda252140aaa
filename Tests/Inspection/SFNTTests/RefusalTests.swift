import FontModel
import InspectionProtocol
import SFNT
import TestSupport
import Testing

struct RefusalTests {
    /// A font that breaks one rule.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let kind: FontInspection.Finding.Kind
        let rule: String
        let font: FontBuilder

        init(_ description: String, _ kind: FontInspection.Finding.Kind, _ rule: String, _ font: FontBuilder) {
            testDescription = description
            self.kind = kind
            self.rule = rule
            self.font = font
        }
    }

    private static let required = ["cmap", "head", "hhea", "hmtx", "loca", "maxp", "name"]

    static let tables: [Case] =
        required.map { Case("no \($0)", .invalid, "'sfnt' required tables", FontBuilder().replaced($0, nil)) } + [
            Case("no outlines", .invalid, "'sfnt' required tables", FontBuilder().replaced("glyf", nil)),
            Case(
                "bitmaps that are nowhere", .invalid, "'sfnt' required tables",
                FontBuilder().replaced("glyf", nil).replaced("EBDT", [0, 2])),
            Case("short head", .invalid, "'head' table structure", FontBuilder().cut("head", to: 53)),
            Case("magic", .invalid, "'head' table structure", FontBuilder().patched("head", at: 12, [0])),
            Case("units", .invalid, "'head' table structure", FontBuilder().patched("head", at: 18, [0, 15])),
            Case("location format", .invalid, "'head' table structure", FontBuilder().patched("head", at: 50, [0, 2])),
            Case("short maxp", .invalid, "'maxp' table structure", FontBuilder().cut("maxp", to: 6)),
            Case("no glyphs", .invalid, "'maxp' table structure", FontBuilder().patched("maxp", at: 4, [0, 0])),
            Case("short hhea", .invalid, "'hhea' table structure", FontBuilder().cut("hhea", to: 35)),
            Case(
                "more widths than glyphs", .invalid, "'hhea' table structure",
                FontBuilder().patched("hhea", at: 34, [0, 9])),
            Case("short hmtx", .invalid, "'hmtx' table structure", FontBuilder().cut("hmtx", to: 31)),
            Case("loca past glyf", .invalid, "'glyf' table structure", FontBuilder().cut("glyf", to: 100)),
            Case(
                "loca backwards", .invalid, "'glyf' table structure",
                FontBuilder().patched("loca", at: 4, [0, 0, 0, 200])),
            Case("short loca", .invalid, "'glyf' table structure", FontBuilder().cut("loca", to: 32)),
            Case(
                "damaged CFF", .invalid, "'CFF ' table structure",
                FontBuilder().replaced("glyf", nil).replaced("CFF ", [2, 0, 4, 1, 0])),
            Case(
                "a version in the dictionary of CFF2", .invalid, "'CFF2' table structure",
                SampleTables.secondCompact(operators: [139, 0])),
            Case(
                "a private dictionary in that of CFF2", .invalid, "'CFF2' table structure",
                SampleTables.secondCompact(operators: [139, 139, 18])),
            Case(
                "layout version", .invalid, "'GSUB' table structure", FontBuilder().replaced("GSUB", [0, 2] + zeros(8))),
            Case(
                "scripts outside", .invalid, "'GPOS' table structure",
                FontBuilder().replaced("GPOS", [0, 1, 0, 0, 0, 200, 0, 0, 0, 0])),
        ]

    static let characterMaps: [Case] = [
        Case("Mac Roman only", "cmap", [(4, [0, 1, 0, 0]), (12, [0, 1, 0, 0])]),
        Case("subtable outside", "cmap", [(8, [0, 1, 0, 0])]),
        Case("unknown format", "cmap", [(20, [0, 5])]),
        Case(
            "groups of a length that FreeType does not take, and no other subtable", .invalid, "'cmap' table usability",
            FontBuilder().replaced(
                "cmap",
                SampleTables.words([0, 1, 3, 10, 0, 12] + [12, 0, 0, 29, 0, 0, 0, 1, 0, 0x41, 0, 0x42, 0, 1]))),
        Case("an incomplete segment", "cmap", [(26, [0, 5])]),
        Case("segments outside", "cmap", [(26, [0x7F, 0xFE])]),
        Case("segments out of order", "cmap", [(34, [0xF0, 0])]),
        Case("glyph array outside", "cmap", [(20 + 16 + 3 * 8, [0x70, 0])]),
    ]

    static let names: [Case] =
        [
            // The record of the family is the first.
            Case("no family", "name", [(12, [1, 0])]),
            Case("text outside", "name", [(14, [0xFF, 0xFF])]),
            Case("a lone surrogate", "name", [(6 + 12 * 6, [0xD8, 0])]),
        ]
        + ["line\nend", "esc\u{1B}[1m", "over\u{202E}ride", "isolate\u{2066}", "mark\u{FEFF}", "\u{FFFF}"].map {
            Case(
                "control in a name", .invalid, "'name' table usability",
                FontBuilder().adding([.init(id: 1, language: 0x407, value: $0)]))
        } + [
            Case(
                "256 bytes of name", .invalid, "'name' table usability",
                FontBuilder().adding([.init(id: 4, language: 0x407, value: String(repeating: "é", count: 128))]))
        ]

    static let variations: [Case] = [
        Case("version", "fvar", [(0, [0, 2])]), Case("no axes", "fvar", [(8, [0, 0])]),
        Case("size of an axis", "fvar", [(10, [0, 21])]), Case("size of an instance", "fvar", [(14, [0, 9])]),
        Case("axes outside", "fvar", [(4, [1, 0])]), Case("instances outside", "fvar", [(12, [1, 0])]),
        Case("default outside its range", "fvar", [(24, [0x70, 0, 0, 0])]),
        Case("unprintable tag", "fvar", [(16, [1])]),
    ]

    static let limits: [Case] = [
        Case("instances", .limit, "'fvar' table structure", .variable(instances: FontLimits.namedInstances + 1)),
        Case("axes", .limit, "'fvar' table structure", .variable(instances: 0, axes: FontLimits.axes + 1)),
        Case(
            "name records", .limit, "'name' table usability",
            FontBuilder().adding((0...FontLimits.nameRecords).map { .init(id: 300, language: UInt16($0), value: "x") })),
        Case(
            "tables", .limit, "Number of tables",
            (0...FontLimits.tables).reduce(FontBuilder()) { $0.replaced("T\($1 + 100)", [0]) }),
        Case(
            "subtables", .limit, "'cmap' table usability", FontBuilder().replaced("cmap", [0, 0, 0, 65] + zeros(520))),
        Case(
            "scripts", .limit, "'GSUB' table structure",
            FontBuilder().replaced("GSUB", [0, 1, 0, 0, 0, 10, 0, 0, 0, 0, 2, 1] + zeros(3078))),
    ]

    @Test(arguments: tables + characterMaps + names + variations + limits)
    func `a font that breaks a rule is refused for it`(broken: Case) {
        let inspection = inspect(broken.font.build())
        #expect(inspection.faces == [])
        #expect(inspection.refusal?.kind == broken.kind)
        #expect(inspection.refusal?.rule == broken.rule)
    }

    @Test func `the caps themselves are allowed`() {
        let font = FontBuilder.variable(instances: FontLimits.namedInstances)
        #expect(inspect(font.build()).findings == [])
        var named = FontBuilder().adding([.init(id: 4, language: 0x407, value: String(repeating: "x", count: 255))])
        let missing = FontLimits.nameRecords - 7
        named.extraNames += (0..<missing).map { .init(id: 300, language: UInt16($0), value: "x") }
        #expect(inspect(named.build()).findings == [])
        let faces = Array(repeating: FontBuilder(), count: FontLimits.faces)
        #expect(inspect(FontBuilder.collection(faces)).faces.count == FontLimits.faces)
    }

    @Test func `names may be many or instances may be, and not both`() {
        let name = String(repeating: "x", count: 120)
        func font(instances: Int, id: UInt16, platform: UInt16 = 3) -> FontBuilder {
            var font = FontBuilder.variable(instances: instances)
            font.extraNames += (0..<125).map {
                .init(id: id, language: UInt16(0x400 + $0), value: name, platform: platform)
            }
            return font
        }
        #expect(inspect(font(instances: 20, id: 1).build()).refusal == nil)
        #expect(inspect(FontBuilder.variable(instances: 598).build()).refusal == nil)
        for font in [
            font(instances: 598, id: 1), font(instances: 598, id: 4), font(instances: 598, id: 21),
            // In languages of the Macintosh, which have encodings that only fontconfig reads or none.
            font(instances: 598, id: 1, platform: 1),
        ] {
            let refusal = inspect(font.build()).refusal
            #expect(refusal?.kind == .limit)
            #expect(refusal?.rule == "Size of patterns")
        }
        let faces = Array(repeating: font(instances: 20, id: 1), count: 5)
        #expect(inspect(FontBuilder.collection(faces)).refusal?.rule == "Size of patterns")
    }

    /// So many patterns as are allowed, and one more: two variable faces, each with one for its default and one for its
    /// whole design space.
    @Test func `as many patterns as are allowed pass, and one more does not`() {
        func collection(_ patterns: Int) -> FontInspection {
            let instances = patterns - 2 * 2
            let faces = [instances / 2, instances - instances / 2].map { FontBuilder.variable(instances: $0) }
            return inspect(FontBuilder.collection(faces))
        }
        let most = collection(FontLimits.patterns)
        #expect(most.refusal == nil)
        #expect(most.faces.reduce(0) { $0 + PatternSize.count(of: $1) } == FontLimits.patterns)
        let refusal = collection(FontLimits.patterns + 1).refusal
        #expect(refusal?.kind == .limit && refusal?.rule == "Number of patterns")
        #expect(refusal?.message.contains("601 patterns") == true && refusal?.message.contains("600 are") == true)
    }

    @Test func `patterns of as many bytes as are allowed pass, and one letter more does not`() throws {
        // Twenty patterns that all have the long names; each name of an instance is in one of them.
        func inspection(padding: Int) -> FontInspection {
            var font = FontBuilder.variable(instances: 18)
            font.extraNames = (0..<87).map {
                .init(id: 1, language: UInt16(0x400 + $0), value: String(repeating: "x", count: 251))
            }
            for index in font.namedInstances.indices {
                font.namedInstances[index].name =
                    "I" + String(repeating: "x", count: min(200, max(0, padding - 200 * index)))
            }
            return inspect(font.build())
        }
        var (passing, refused) = (0, 18 * 200)
        try #require(inspection(padding: passing).refusal == nil)
        try #require(inspection(padding: refused).refusal?.rule == "Size of patterns")
        while refused - passing > 1 {
            let middle = (passing + refused) / 2
            if inspection(padding: middle).refusal == nil { passing = middle } else { refused = middle }
        }
        // A letter has two bytes in the file.
        let refusal = try #require(inspection(padding: refused).refusal)
        #expect(refusal.kind == .limit && refusal.rule == "Size of patterns")
        #expect(refusal.message.contains("some \(FontLimits.patternBytes + 2) bytes"), "\(refusal.message)")
    }

    @Test func `ten thousand named instances are refused for their number`() {
        // The file has only one; to count them is enough.
        let font = FontBuilder.variable(instances: 1).patched("fvar", at: 12, [0x27, 0x10])
        let refusal = inspect(font.build()).refusal
        #expect(refusal?.kind == .limit && refusal?.rule == "'fvar' table structure")
        #expect(refusal?.message == "There are 10000 named instances; 598 are allowed.")
    }

    @Test func `a file beyond the cap on its size is not even looked at, and passes at no level`() throws {
        var font = FontBuilder().build()
        font += Array(repeating: 0, count: FontLimits.fileSize + 1 - font.count)
        let refusal = try #require(inspect(font).refusal)
        #expect(refusal.kind == .limit && refusal.rule == "File size" && refusal.code == .specificationViolation)
        font.removeLast()
        #expect(inspect(font).refusal?.rule != "File size")
    }

    @Test func `a collection keeps the caps over all its faces`() {
        let many = Array(repeating: FontBuilder(), count: FontLimits.faces + 1)
        #expect(inspect(FontBuilder.collection(many)).refusal?.rule == "Number of faces")
        let variable = Array(repeating: FontBuilder.variable(instances: 200), count: 3)
        #expect(inspect(FontBuilder.collection(variable)).refusal?.rule == "Number of patterns")
        #expect(inspect(FontBuilder.collection([])).refusal?.kind == .invalid)
    }

    @Test func `tables must not overlap, repeat or leave the file`() {
        let font = FontBuilder().build()
        // The offset of the first table, its length, and the tag of the second.
        for (offset, bytes) in [
            (20, [0, 0, 0, 100]), (24, [0, 0, 1, 0]), (24, [0x7F, 0, 0, 0]), (20, [0xFF, 0, 0, 0]),
        ] {
            var damaged = font
            damaged.replaceSubrange(offset..<(offset + 4), with: bytes.map { UInt8($0) })
            #expect(inspect(damaged).refusal?.rule == "Font basic parsability")
        }
        var repeated = font
        repeated.replaceSubrange(28..<32, with: Array("OS/2".utf8))
        #expect(inspect(repeated).refusal?.rule == "Font basic parsability")
        var unprintable = font
        unprintable[28] = 7
        #expect(inspect(unprintable).refusal?.rule == "Font basic parsability")
    }

    private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
}

extension RefusalTests.Case {
    /// A font with some bytes of a table changed, so that the table breaks its own rule.
    init(_ description: String, _ tag: String, _ patches: [(Int, [UInt8])]) {
        let rule =
            ["cmap": "'cmap' table usability", "name": "'name' table usability"][tag] ?? "'fvar' table structure"
        let font = tag == "fvar" ? FontBuilder.variable(instances: 2) : FontBuilder()
        self.init(
            description, .invalid, rule, patches.reduce(font) { $0.patched(tag, at: $1.0, $1.1) })
    }
}
