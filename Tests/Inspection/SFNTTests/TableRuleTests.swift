import FontModel
import InspectionProtocol
import TestSupport
import Testing

/// The other tables with damage, and what must be told of a font without refusing it.
struct TableRuleTests {
    @Test func `colours pass`() {
        let inspection = inspect(SampleTables.color.build())
        #expect(inspection.findings == [])
        #expect(inspection.faces.first?.colorTables == ["COLR", "CBDT"])
    }

    static let colors: [(String, String, Int, [Int])] = [
        ("version", "COLR", 0, [2]), ("base glyph that does not exist", "COLR", 14, [0xFF]),
        ("layers that do not exist", "COLR", 18, [2]), ("layer that does not exist", "COLR", 20, [0xFF]),
        ("colour that does not exist", "COLR", 22, [1]), ("palette outside", "CPAL", 12, [1]),
        ("colours outside", "CPAL", 6, [9]), ("version", "CBDT", 0, [9]), ("picture outside", "CBLC", 70, [0x7000]),
        ("glyph that does not exist", "CBLC", 58, [0xFF]), ("format of an index", "CBLC", 64, [9]),
        ("no PNG", "CBDT", 13, [0x1234]), ("no pixels", "CBDT", 31, [0]),
    ]

    @Test(arguments: colors)
    func `a colour table that breaks a rule is refused for it`(
        change: String, tag: String, offset: Int, values: [Int]
    ) {
        let inspection = inspect(SampleTables.color.patched(tag, at: offset, SampleTables.words(values)).build())
        let rule = inspection.refusal?.rule ?? ""
        // The locations of pictures and the pictures are judged together.
        #expect(["'\(tag)' table structure", "'CBLC' table structure", "'CBDT' table structure"].contains(rule))
    }

    @Test func `a picture that unpacks to gigabytes is refused`() {
        let font = SampleTables.color.replaced("CBDT", SampleTables.pictures(width: 60_000, height: 60_000))
        let inspection = inspect(font.build())
        #expect(inspection.refusal?.kind == .limit)
        #expect(inspection.refusal?.message.contains("60000") == true)
    }

    /// FreeType looks for locations and data each on its own, in this order.
    private static let locations = ["CBLC", "EBLC", "bloc"]
    private static let data = ["CBDT", "EBDT", "bdat"]

    @Test(arguments: locations, data)
    func `pictures are looked at in whatever tables they are`(locations: String, data: String) {
        func inspection(side: Int) -> FontInspection {
            var font = FontBuilder(family: "Pictures")
            font.tableOverrides[locations] = SampleTables.pictureLocations
            font.tableOverrides[data] = SampleTables.pictures(width: side, height: side)
            return inspect(font.build())
        }
        #expect(inspection(side: 16).refusal == nil)
        #expect(inspection(side: 60_000).refusal?.message.contains("60000") == true)
    }

    @Test func `the pictures of the second pair of tables are looked at beside those of the first`() {
        var font = SampleTables.color
        font.tableOverrides["EBLC"] = SampleTables.pictureLocations
        font.tableOverrides["EBDT"] = SampleTables.pictures(width: 60_000, height: 16)
        #expect(inspect(font.build()).refusal?.message.contains("60000") == true)
    }

    /// A table that the second face of a collection has otherwise, in which the first one's others refer to nothing.
    static let companions: [(String, FontBuilder, FontBuilder)] = [
        (
            "pictures", SampleTables.color,
            SampleTables.color.replaced("CBDT", SampleTables.pictures(width: 60_000, height: 60_000))
        ),
        ("colours", SampleTables.color, SampleTables.color.replaced("CPAL", SampleTables.words([0, 0, 0, 0, 0, 12]))),
        (
            "places of glyphs", FontBuilder(),
            FontBuilder().patched("loca", at: 4, SampleTables.words([0x7FFF, 0xFFFF]))
        ),
        ("size of places", FontBuilder(), FontBuilder().patched("head", at: 50, SampleTables.words([0]))),
    ]

    @Test(arguments: companions)
    func `a table that faces share is checked with what else each has`(
        change: String, sound: FontBuilder, broken: FontBuilder
    ) {
        #expect(inspect(FontBuilder.sharing([sound, sound])).refusal == nil)
        let inspection = inspect(FontBuilder.sharing([sound, broken]))
        #expect(inspection.findings.filter { $0.kind != .warning }.map(\.face) == [1])
    }

    @Test func `programs beside glyphs that another face shares are surveyed`() {
        let inspection = inspect(FontBuilder.sharing([FontBuilder(), FontBuilder().replaced("prep", [0x8F])]))
        #expect(inspection.findings.contains { $0.rule == "TrueType instructions" && $0.face == 1 })
    }

    static let variations: [(String, String, Int, [Int])] = [
        ("version", "gvar", 0, [2]), ("number of axes", "gvar", 4, [2]), ("number of glyphs", "gvar", 12, [3]),
        ("deltas outside", "gvar", 20, [0, 0x7000]),
    ]

    @Test(arguments: variations)
    func `variations that break a rule are refused for it`(
        change: String, tag: String, offset: Int, values: [Int]
    ) {
        let font = FontBuilder.variable(instances: 1).patched(tag, at: offset, SampleTables.words(values))
        #expect(inspect(font.build()).refusal?.rule == "'\(tag)' table structure")
    }

    static let others: [(String, [UInt8])] = [
        ("HVAR", SampleTables.words([1, 0, 0, 0x7000, 0, 0, 0, 0, 0, 0])), ("avar", SampleTables.words([1, 0, 0, 5])),
        ("MVAR", SampleTables.words([1, 0, 0, 4, 1, 0])), ("STAT", SampleTables.words([9, 0])),
        ("cvar", SampleTables.words([1, 0, 9, 0xFFF0])), ("kern", SampleTables.words([0, 1, 0, 14, 1, 0x4000])),
        ("gasp", SampleTables.words([1, 9])), ("cvt ", [1, 2, 3]), ("LTSH", SampleTables.words([0, 99])),
        ("hdmx", SampleTables.words([0, 1, 0, 4])), ("VORG", SampleTables.words([1, 0, 0, 1, 99, 0])),
        ("SVG ", SampleTables.words([0, 0, 10, 0, 0, 1, 1, 1, 0, 14, 0, 2, 0x1234])),
        ("sbix", SampleTables.words([1, 0, 0, 9])),
    ]

    @Test(arguments: others)
    func `a table that refers outside or to nothing is refused`(tag: String, content: [UInt8]) {
        let font = FontBuilder.variable(instances: 1).replaced(tag, content)
        #expect(inspect(font.build()).refusal?.rule == "'\(tag)' table structure")
    }

    /// Subtables that map the letter A to a glyph that exists and B to one that does not.
    static let missingGlyphs: [(name: String, subtable: [UInt8])] = [
        ("format 0", SampleTables.words([0, 262, 0]) + zeros(0x41) + [2, 0xFF] + zeros(256 - 0x43)),
        (
            "format 4 with a difference",
            SampleTables.words([4, 36, 0, 4, 4, 1, 0, 0x42, 0xFFFF, 0, 0x41, 0xFFFF, 2, 1, 4])
                + SampleTables.words([0, 2, 6])
        ),
        ("format 6", SampleTables.words([6, 14, 0, 0x41, 2, 2, 0xFF])),
        (
            "format 8",
            SampleTables.words([8, 0, 0, 8220, 0, 0]) + zeros(8192)
                + SampleTables.words([0, 1, 0, 0x41, 0, 0x42, 0, 7])
        ),
        ("format 10", SampleTables.words([10, 0, 0, 24, 0, 0, 0, 0x41, 0, 2, 2, 0xFF])),
    ]

    @Test(arguments: missingGlyphs)
    func `a character without a glyph is told of where web browsers do not read it`(name: String, subtable: [UInt8]) {
        let font = FontBuilder()
        let map = font.table("cmap")
        // The subtable of the whole font is that of Windows, the other one of Unicode.
        let segments = map[20...]
        let header = SampleTables.words([0, 2, 0, 4, 0, 20 + segments.count, 3, 1, 0, 20])
        let inspection = inspect(font.replaced("cmap", header + segments + subtable).build())
        #expect(inspection.refusal == nil && inspection.browserConcern == nil, "\(name)")
        #expect(
            inspection.findings.map(\.message)
                == ["The table 'cmap' maps characters to glyphs that do not exist. Programs show them as missing."])
    }

    private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

    @Test func `advances for some sizes that some glyphs lack are told of, and web browsers show the font`() {
        func inspection(record size: Int) -> FontInspection {
            let table = SampleTables.words([0, 1, 0, size]) + [UInt8](repeating: 12, count: size)
            return inspect(FontBuilder().replaced("hdmx", table).build())
        }
        let glyphs = 8
        let short = inspection(record: glyphs)
        #expect(short.refusal == nil && short.browserConcern == nil)
        #expect(short.findings.map(\.message) == ["The table 'hdmx' lacks advances of some of the \(glyphs) glyphs."])
        #expect(inspection(record: glyphs + 2).findings == [])
    }

    @Test func `a weight or a width beyond its range is told of`() {
        for (offset, value, name) in [
            (4, 0, "weight 0"), (4, 1001, "weight 1001"), (6, 0, "width 0"), (6, 10, "width 10"),
        ] {
            let inspection = inspect(FontBuilder().patched("OS/2", at: offset, SampleTables.words([value])).build())
            #expect(inspection.findings.map(\.rule) == ["'OS/2' table structure"])
            #expect(inspection.findings.first?.kind == .warning && inspection.findings.first?.concern == nil)
            #expect(inspection.findings.first?.message.contains(name) == true)
        }
        for (offset, value) in [(4, 1), (4, 1000), (6, 1), (6, 9)] {
            #expect(
                inspect(FontBuilder().patched("OS/2", at: offset, SampleTables.words([value])).build()).findings == [])
        }
    }

    @Test func `lines that are far too high, or of no height, are told of`() {
        // Ascender, descender and gap; one em has 1,000 units.
        for lines in [[9000, -1000, 1], [-100, -50, 0], [0x7FFF, -0x8000, 0x7FFF]] {
            let inspection = inspect(FontBuilder().patched("hhea", at: 4, SampleTables.words(lines)).build())
            #expect(inspection.findings.map(\.rule) == ["'hhea' table structure"], "\(lines)")
            #expect(inspection.findings.first?.kind == .warning && inspection.faces.count == 1)
        }
        for lines in [[9000, -1000, 0], [0, 0, 90]] {
            #expect(inspect(FontBuilder().patched("hhea", at: 4, SampleTables.words(lines)).build()).findings == [])
        }
    }

    @Test func `a table of an unknown version that nobody heeds is told of`() {
        let inspection = inspect(FontBuilder().replaced("gasp", SampleTables.words([0x300, 3])).build())
        #expect(inspection.findings.map(\.rule) == ["'gasp' table structure"])
        #expect(inspection.findings.map(\.kind) == [.warning])
    }

    @Test func `all that is wrong is told at once, face by face`() {
        let broken = FontBuilder().patched("head", at: 12, [0]).patched("glyf", at: 12, [0xFF, 0xFF])
        let inspection = inspect(FontBuilder.collection([FontBuilder(), broken]))
        #expect(inspection.faces == [])
        #expect(inspection.examined.map(\.name) == ["TypecaseTest-Regular", "TypecaseTest-Regular"])
        let refusals = inspection.findings.filter { $0.kind != .warning }
        #expect(refusals.map(\.face) == [1])
        let second = FontBuilder().cut("OS/2", to: 20).cut("post", to: 20)
        #expect(inspect(second.build()).findings.map(\.rule) == ["'post' table usability", "'OS/2' table structure"])
    }

    @Test func `what refuses a font is not lost behind warnings`() {
        let loud = FontBuilder(family: "Times Νew/Аrial")
        let broken = FontBuilder().patched("head", at: 12, [0])
        let inspection = inspect(
            FontBuilder.collection(Array(repeating: loud, count: FontLimits.faces - 1) + [broken]))
        #expect(inspection.findings.filter { $0.kind == .warning }.count == 128)
        #expect(inspection.refusal?.face == FontLimits.faces - 1)
        #expect(inspection.faces == [])
    }

    @Test func `a wrong sum is a warning`() {
        var font = FontBuilder().build()
        font[16] ^= 1
        let inspection = inspect(font)
        #expect(inspection.refusal == nil)
        #expect(inspection.findings.map(\.rule) == ["Table checksums"])
    }

    @Test(arguments: [
        ("Аrial", true), ("Arіal Sans", true), ("ＤejaVu", true), ("Times Νew", true), ("Ариал", false),
        ("Noto Сербский", false), ("Ελληνικά Sans", false), ("DejaVu Sans", false), ("Größe", false),
    ])
    func `a name of mixed alphabets is a warning`(name: String, isWarned: Bool) {
        let font = FontBuilder().adding([.init(id: 1, language: 0x407, value: name)])
        let inspection = inspect(font.build())
        #expect(inspection.refusal == nil)
        #expect(inspection.findings.contains { $0.message.contains("mixes") } == isWarned)
    }
}
