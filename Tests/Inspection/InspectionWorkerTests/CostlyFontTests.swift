import FontModel
import InspectionProtocol
import TestSupport
import Testing

/// Fonts that are sound by the letter and made to keep whoever shows text with them busy without end, or to fill memory.
///
/// The libraries give such a font up after so many steps; where they do not, the worker's limits end its process. Either
/// way there is a verdict on it, and the next font has its own.
@Suite(.timeLimit(.minutes(10)))
struct CostlyFontTests {
    /// A font of which nothing but its cost is wrong.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let font: FontBuilder
        /// The rule of the warning that the font passes with; `nil` where the libraries spend little on it and say
        /// nothing.
        var warning: String?
        /// The rule by which it is refused, where programs can make nothing of it.
        var refusal: String?
    }

    private static func words(_ values: [Int]) -> [UInt8] { SampleTables.words(values) }

    // MARK: - Hinting

    /// A font with programs for its hints.
    private static func hinted(font: [UInt8], control: [UInt8]) -> FontBuilder {
        var hinted = FontBuilder(family: "Hinted")
        var profile = hinted.tables().first { $0.tag == "maxp" }?.content ?? []
        // Two functions, and a stack of 64.
        profile.replaceSubrange(20..<22, with: [0, 2])
        profile.replaceSubrange(24..<26, with: [0, 64])
        hinted.tableOverrides = ["maxp": profile, "prep": control]
        if !font.isEmpty { hinted.tableOverrides["fpgm"] = font }
        return hinted
    }

    /// PUSHB, PUSHW, FDEF, ENDF, CALL, LOOPCALL and JMPR of OpenType's instruction set.
    static let programs: [Case] = [
        Case(
            testDescription: "a jump to what comes before it",
            font: hinted(font: [], control: [0xB8, 0xFF, 0xFD, 0x1C]), warning: "Hinting"),
        Case(
            testDescription: "a function that calls itself",
            font: hinted(font: [0xB0, 0, 0x2C, 0xB0, 0, 0x2B, 0x2D], control: [0xB0, 0, 0x2B]), warning: "Hinting"),
        Case(
            testDescription: "loops of loops",
            font: hinted(
                font: [0xB0, 0, 0x2C, 0x2D] + [0xB0, 1, 0x2C, 0xB8, 0x7F, 0xFF, 0xB0, 0, 0x2A, 0x2D],
                control: [0xB8, 0x7F, 0xFF, 0xB0, 1, 0x2A]), warning: "Hinting"),
    ]

    // MARK: - Layout

    /// A font with lookups of one kind, of which so many are applied to any text.
    private static func substituting(applied: Int, kind: Int, _ subtables: [[UInt8]]) -> FontBuilder {
        var font = FontBuilder(family: "Substituting")
        let scripts = words([1, 0x4446, 0x4C54, 8, 4, 0, 0, 0xFFFF, 1, 0])
        let features = words([1, 0x6363, 0x6D70, 8, 0, applied] + Array(0..<applied))
        var places: [Int] = []
        var lookups: [UInt8] = []
        for subtable in subtables {
            places.append(2 + 2 * subtables.count + lookups.count)
            lookups += words([kind, 0, 1, 8]) + subtable
        }
        let header = words([1, 0, 10, 10 + scripts.count, 10 + scripts.count + features.count])
        font.tableOverrides["GSUB"] = header + scripts + features + words([subtables.count] + places) + lookups
        return font
    }

    /// The glyphs of the seven characters.
    private static let covered = words([2, 1, 1, 7, 0])

    /// Each of so many lookups puts two glyphs in the place of each.
    private static func doubling(_ count: Int) -> FontBuilder {
        let subtable = words([1, 26, 7] + Array(repeating: 20, count: 7) + [2, 2, 3]) + covered
        return substituting(applied: count, kind: 2, Array(repeating: subtable, count: count))
    }

    /// Each of so many lookups applies the next one twice to the same glyph; the last one is the first where they go
    /// round.
    private static func recursing(_ count: Int, isRound: Bool = false) -> FontBuilder {
        func subtable(_ next: Int) -> [UInt8] { words([3, 0, 1, 20, 0, 2, 0, next, 0, next]) + covered }
        let last = isRound ? subtable(0) : words([3, 0, 1, 12, 0, 0]) + covered
        return substituting(applied: 1, kind: 6, (1..<count).map(subtable) + [last])
    }

    static let layouts: [Case] = [
        Case(testDescription: "text that grows a thousand million times", font: doubling(30), refusal: "Shaping"),
        Case(testDescription: "as many lookups as two to the power of forty", font: recursing(41)),
        Case(testDescription: "lookups deeper than HarfBuzz goes", font: recursing(200)),
        Case(testDescription: "a lookup that applies itself", font: recursing(1, isRound: true)),
        Case(testDescription: "lookups that apply each other", font: recursing(3, isRound: true)),
    ]

    // MARK: - Outlines

    /// A font whose first glyphs are made of so many of the next one each.
    private static func composed(depth: Int, times: Int) -> FontBuilder {
        var font = FontBuilder(family: "Composed")
        font.characters = String(
            String.UnicodeScalarView((0..<UInt32(depth)).compactMap { Unicode.Scalar(0x4E00 + $0) }))
        let box = font.tables().first { $0.tag == "glyf" }?.content.prefix(36) ?? []
        var (glyphs, places) = ([UInt8](), [0, 0])
        for next in 1...(depth + 1) {
            if next <= depth {
                glyphs += words([0xFFFF, 0, 0, 0, 0])
                for part in 1...times { glyphs += words([part < times ? 0x22 : 2, next, 0]) }
            } else {
                glyphs += box
            }
            places += [glyphs.count >> 16, glyphs.count & 0xFFFF]
        }
        font.tableOverrides = ["glyf": glyphs, "loca": words(places)]
        return font
    }

    static let outlines: [Case] = [
        Case(testDescription: "parts of parts, 32 deep", font: composed(depth: 32, times: 1)),
        Case(testDescription: "parts that come to 4,096", font: composed(depth: 12, times: 2)),
        Case(testDescription: "a glyph of 8,000 parts", font: composed(depth: 1, times: 8_000)),
        // FreeType has 32,767 points at most, and four are in each part.
        Case(
            testDescription: "parts that come to 32,768", font: composed(depth: 15, times: 2),
            refusal: "Font basic parsability"),
        Case(
            testDescription: "a glyph of 60,000 parts", font: composed(depth: 1, times: 60_000),
            refusal: "Font basic parsability"),
    ]

    @Test(arguments: programs + layouts + outlines)
    func `what is made to cost without end has its verdict in its time, and the next font its own`(
        costly: Case
    ) throws {
        let worker = try Worker(.inspect)
        let inspection = try worker.connection.inspect(costly.font.build())
        #expect(inspection.refusal?.rule == costly.refusal)
        let warnings = inspection.findings.filter { $0.kind == .warning }.map(\.rule)
        #expect(warnings == (costly.warning.map { [$0] } ?? []))
        #expect(try worker.connection.inspect(FontBuilder().build()).findings == [])
    }

    @Test(arguments: [[], ["morx"], ["kerx"], ["morx", "kerx"]])
    func `a table of Apple's layout that HarfBuzz does without is warned of, and the font passes`(
        damaged: [String]
    ) throws {
        // No chain or subtable fits.
        let damage: [String: [UInt8]] = [
            "morx": [0, 2, 0, 0, 0, 0, 0, 9] + [UInt8](repeating: 0xFF, count: 8), "kerx": [0, 2],
        ]
        var font = FontBuilder(family: "Apple's Layout")
        for tag in damaged { font.tableOverrides[tag] = damage[tag] }
        let inspection = try Worker(.inspect).connection.inspect(font.build())
        #expect(inspection.refusal == nil)
        let warnings = inspection.findings.filter { $0.kind == .warning }
        #expect(warnings.map(\.rule) == damaged.map { "'\($0)' table structure" })
        #expect(warnings.allSatisfy { $0.message.contains("HarfBuzz") }, "\(warnings)")
    }
}
