import FontModel
import InspectionProtocol
import TestSupport
import Testing

/// Glyphs for characters that a variation selector follows.
struct VariationSequenceTests {
    /// A list of the characters whose usual glyph stays, and one of those that get another.
    private static let ranges: [UInt8] = [0, 0, 0, 1, 0, 0, 0x41, 1]
    private static let mappings: [UInt8] = [0, 0, 0, 1, 0, 0, 0x43, 0, 2]

    /// A selector with the places of its lists, from the start of the subtable; 0 for none.
    private struct Selector {
        var number: Int
        var ranges = 0
        var mappings = 0
    }

    /// A font with a subtable of format 14 that has selectors, and lists behind them.
    private func font(_ selectors: [Selector], _ lists: [UInt8]) -> [UInt8] {
        var font = FontBuilder()
        font.characters = "ABC"
        let old = font.tables().first { $0.tag == "cmap" }?.content ?? []
        let start = old.count + 8
        func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let size = 10 + 11 * selectors.count
        let records = selectors.flatMap { number($0.number, 3) + number($0.ranges) + number($0.mappings) }
        let subtable = [0, 14] + number(size + lists.count) + number(selectors.count) + records + lists
        // One record more, in the order of the platforms, and so all others eight bytes later.
        var header: [UInt8] = [0, 0, 0, 3] + [0, 0, 0, 5] + number(start)
        for record in 0..<2 {
            header += old[(4 + 8 * record)..<(8 + 8 * record)]
            let place = old[(8 + 8 * record)..<(12 + 8 * record)].reduce(0) { $0 << 8 | Int($1) }
            header += number(place + 8)
        }
        font.tableOverrides["cmap"] = header + old.dropFirst(20) + subtable
        return font.build()
    }

    private func place(_ count: Int) -> Int { 10 + 11 * count }

    @Test func `selectors may share their lists`() {
        let lists = Self.ranges + Self.mappings
        let place = place(2)
        let selectors = [0xFE00, 0xFE01].map {
            Selector(number: $0, ranges: place, mappings: place + Self.ranges.count)
        }
        #expect(inspect(font(selectors, lists)).findings == [])
        // As one of each is checked, so is the one that only the second has.
        var other = selectors
        other[1].mappings = place + lists.count
        let broken = Self.mappings.dropLast() + [0xFF]
        let inspection = inspect(font(other, lists + broken))
        #expect(inspection.refusal == nil && inspection.browserConcern == nil)
        #expect(inspection.findings.map(\.message).allSatisfy { $0.contains("maps characters to glyphs that do not") })
        #expect(inspection.findings.count == 1)
        #expect(inspect(font(other, lists + Self.mappings)).findings == [])
    }

    /// Read for each of them, the list would cost more than a file of this size may.
    @Test func `selectors as many as there may be that share a list cost what the list costs`() {
        let entries = 20_000
        var list: [UInt8] = [0, 0, UInt8(entries >> 8), UInt8(entries & 0xFF)]
        for entry in 0..<entries { list += [0, UInt8(entry >> 8), UInt8(entry & 0xFF), 0, 1] }
        let count = 512
        let selectors = (0..<count).map { Selector(number: 0xE0100 + $0, mappings: place(count)) }
        #expect(inspect(font(selectors, list)).findings == [])
    }

    @Test(arguments: [
        [Selector(number: 0xFE01, ranges: 32), Selector(number: 0xFE00, ranges: 32)],
        [Selector(number: 0xFE00, ranges: 32), Selector(number: 0xFE00, ranges: 32)],
        [Selector(number: 0x11_0000, ranges: 32), Selector(number: 0x11_0001, ranges: 32)],
        [Selector(number: 0xFE00, ranges: 1 << 20), Selector(number: 0xFE01)],
        [Selector(number: 0xFE00, mappings: 1 << 20), Selector(number: 0xFE01)],
    ])
    private func `selectors that are out of order, none at all or without their lists are refused`(
        selectors: [Selector]
    ) {
        #expect(inspect(font(selectors, Self.ranges + Self.mappings)).refusal?.rule == "'cmap' table usability")
    }
}
