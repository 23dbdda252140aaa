import FontModel
import InspectionProtocol
import TestSupport
import Testing

/// Inputs that are sound by the letter, and made to harm whoever uses them.
struct BadInputTests {
    @Test func `ten thousand named instances are refused`() {
        // All with the place of the first, which no table needs more than 80 kilobytes for.
        let font = FontBuilder.variable(instances: 1)
        var instances = font.table("fvar")
        instances.replaceSubrange(12..<14, with: [0x27, 0x10])
        let one = instances.suffix(8)
        for _ in 1..<10_000 { instances += one }
        let inspection = inspect(font.replaced("fvar", instances).build())
        #expect(inspection.refusal?.kind == .limit)
        #expect(inspection.refusal?.code == .relaxedMemorySafety)
        #expect(inspection.refusal?.message.contains("10000") == true)
    }

    @Test func `a collection of 65,000 faces is refused, and none of them is read`() {
        // Each with a directory of its own, of tables that are the same for all.
        let font = FontBuilder.sharing([FontBuilder()], times: 65_000)
        let inspection = inspect(font)
        #expect(inspection.refusal?.kind == .limit)
        #expect(inspection.examined == [])
        #expect(inspect(FontBuilder.sharing(Array(repeating: FontBuilder(), count: 64))).faces.count == 64)
    }

    /// A `cmap` of one group for all characters.
    private func everything(format: Int) -> FontBuilder {
        let header = [0, 1, 3, 10, 0, 12]
        let group = [format, 0, 0, 28, 0, 0, 0, 1, 0, 0, 0x10, 0xFFFF, 0, 1]
        return FontBuilder().replaced("cmap", SampleTables.words(header + group))
    }

    @Test func `one group for all characters counts for as many as there are glyphs`() {
        #expect(inspect(everything(format: 12).build()).findings.map(\.concern) == [.characterMapRange])
    }

    @Test func `one glyph for all characters is a warning`() {
        let inspection = inspect(everything(format: 13).build())
        #expect(inspection.refusal == nil)
        #expect(inspection.findings.map(\.code) == [.warning])
    }

    @Test func `one glyph for all characters is a warning however it is put`() {
        // As many groups as fit 780 bytes, of formats 12 and 13.
        let font = everything(format: 13)
        let groups = (0..<60).flatMap { number in
            let first = number * 0x4_0000 / 15
            return [first >> 16, first & 0xFFFF, (first + 0x4000) >> 16, (first + 0x4000) & 0xFFFF, 0, 1]
        }
        let table = SampleTables.words([0, 1, 3, 10, 0, 12, 13, 0, 0, 736, 0, 0, 0, 60] + groups)
        #expect(table.count < 780)
        let inspection = inspect(font.replaced("cmap", table).build())
        #expect(inspection.refusal == nil)
        #expect(inspection.findings.map(\.message) == ["The font claims 983100 characters and has 8 glyphs."])
    }

    @Test func `all characters in groups of nothing are refused by the bytes they need`() {
        var font = everything(format: 12)
        // As many groups as there are characters, in 780 bytes.
        var cmap = font.table("cmap")
        cmap.replaceSubrange(24..<28, with: [0, 0x11, 0, 0])
        cmap += Array(repeating: 0, count: 780 - cmap.count)
        font.tableOverrides["cmap"] = cmap
        #expect(inspect(font.build()).refusal?.rule == "'cmap' table usability")
    }

    @Test func `characters that are mapped again and again are refused by the work they make`() {
        // Subtables of format 4, all of which map the characters of the first plane by the same array.
        let count = 8
        let header = [0, count] + (0..<count).flatMap { [0, 3, 0, 4 + 8 * count + 32 * $0] }
        let subtables = (0..<count).flatMap {
            [4, 0, 0, 4, 0, 0, 0, 0xFFFE, 0xFFFF, 0, 0, 0xFFFF, 0, 1, 32 * (count - $0) - 28, 0]
        }
        let table = SampleTables.words(header + subtables) + Array(repeating: 0, count: 0x1_FFFE)
        let font = FontBuilder().replaced("cmap", table)
        // Neither the fields for a search nor the lengths fit.
        #expect(inspect(font.build()).findings.map(\.concern) == [.characterMapSearch, .characterMapFields])
        let refusal = inspect(FontBuilder.sharing([font], times: 64)).refusal
        #expect(refusal?.kind == .limit && refusal?.rule == "Cost of reading")
    }

    @Test(arguments: ["../../../../etc/cron.d/x", "/etc/passwd", "a/b"])
    func `names like paths are only names, and worth a warning`(name: String) {
        var font = FontBuilder(family: name)
        font.postscriptName = "Plain"
        let inspection = inspect(font.build())
        #expect(inspection.refusal == nil)
        #expect(inspection.faces.first?.family == name)
        #expect(inspection.findings.contains { $0.message.contains("slash") && $0.code == .warning })
    }

    @Test(arguments: ["..", "-rf", ".conf", "<dir>/etc</dir>", "a;b", "$(x)"])
    func `other names are only names`(name: String) {
        #expect(inspect(FontBuilder(family: name).build()).refusal == nil)
    }

    @Test(arguments: [
        "a\nb", "a\rb", "\u{1B}[2J", "\u{202E}txt", "\u{2066}x", "a\u{200B}b", "\u{FEFF}a", "a\u{E0041}",
        "\u{2028}", "\u{85}",
    ])
    func `names that steer terminals or hide what they are are refused`(name: String) {
        let inspection = inspect(FontBuilder(family: name).build())
        #expect(inspection.refusal?.rule == "'name' table usability")
        #expect(inspection.refusal?.code == .relaxedSpecification)
        #expect(inspection.refusal?.message.unicodeScalars.allSatisfy { !$0.couldMislead } == true)
    }

    @Test func `a name of 60 kilobytes is refused`() {
        let name = String(repeating: "x", count: 30_000)
        let inspection = inspect(FontBuilder().adding([.init(id: 1, language: 0x407, value: name)]).build())
        #expect(inspection.refusal?.rule == "'name' table usability")
        #expect((inspection.refusal?.message.utf8.count ?? 1_000) < 200)
    }
}
