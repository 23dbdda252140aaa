import FontModel
import InspectionProtocol
import SFNT
import TestSupport
import Testing

/// Copies of fonts in which an oddity is mended that only the OpenType Sanitizer minds.
struct MendingTests {
    private func patches(_ font: FontBuilder, _ oddity: HarmlessOddity) -> [FontPatch] {
        FontReader.patches(font.build().span.bytes, mending: oddity)
    }

    /// The content of a table after it was mended; the rest of the font has to be as it was.
    private func mended(_ font: FontBuilder, _ oddity: HarmlessOddity, _ tag: String) throws -> [UInt8] {
        let bytes = font.build()
        #expect(inspect(bytes).refusal == nil, "the font is sound")
        let patches = FontReader.patches(bytes.span.bytes, mending: oddity)
        try #require(!patches.isEmpty)
        var copy = bytes
        for patch in patches {
            copy.replaceSubrange(patch.offset..<(patch.offset + patch.bytes.count), with: patch.bytes)
        }
        #expect(FontReader.patches(copy.span.bytes, mending: oddity) == [], "it has no such oddity any more")
        let tables = WOFFBuilder(of: bytes).tables
        let others = WOFFBuilder(of: copy).tables
        let changed = zip(tables, others).filter { $0.content != $1.content }.map {
            String(decoding: $0.0.tag, as: UTF8.self)
        }
        #expect(changed == [tag])
        return try #require(others.first { String(decoding: $0.tag, as: UTF8.self) == tag }).content
    }

    /// A font whose classes of glyphs are in these ranges.
    private func classified(_ ranges: [[Int]]) -> FontBuilder {
        var font = SampleTables.layout
        font.tableOverrides["GDEF"] = SampleTables.words([1, 0, 12, 0, 0, 0, 2, ranges.count] + ranges.flatMap { $0 })
        return font
    }

    @Test(arguments: [
        ([[1, 2, 1], [2, 4, 2]], [[1, 2, 1], [3, 4, 2]]),
        // Of the second range nothing is left.
        ([[1, 2, 1], [2, 2, 2], [2, 3, 3]], [[1, 2, 1], [3, 3, 3]]),
        ([[0, 0, 1], [0, 0, 2], [0, 0, 3]], [[0, 0, 1]]),
    ])
    func `ranges that share their ends follow one another`(ranges: [[Int]], expected: [[Int]]) throws {
        let table = try mended(classified(ranges), .touchingClasses, "GDEF")
        let words = [2, expected.count] + expected.flatMap { $0 }
        #expect(Array(table.dropFirst(12).prefix(2 * words.count)) == SampleTables.words(words))
    }

    @Test func `a table without optical sizes is of a version without them`() throws {
        let font = FontBuilder().patched("OS/2", at: 0, [0, 5])
        try #require(font.table("OS/2").count == 96)
        #expect(try mended(font, .missingOpticalSizes, "OS/2") == [0, 4] + font.table("OS/2").dropFirst(2))
        let complete = font.replaced("OS/2", font.table("OS/2") + [0, 0, 0, 0])
        #expect(patches(complete, .missingOpticalSizes) == [])
    }

    /// A glyph whose first operator, after the width, chooses among no hints.
    private static let masked: [UInt8] = [239, 20, 139, 139, 21, 239, 19, 6, 14]
    private static let plain: [UInt8] = [139, 139, 21, 239, 6, 14]

    @Test func `operators that choose among no hints go from charstrings and subroutines`() throws {
        var charstrings = Array(repeating: Self.plain, count: 8)
        // One in the glyph itself, another in a subroutine that two glyphs call.
        charstrings[1] = [239, 20, 139, 139, 21, 239, 6, 14]
        for glyph in [2, 3] { charstrings[glyph] = [32, 10, 14] }
        let font = SampleTables.compact(charstrings: charstrings, locals: [[20, 139, 139, 21, 239, 6, 11]])
        let table = try mended(font, .masksWithoutHints, "CFF ")
        var expected = charstrings
        expected[1] = [239, 139, 139, 21, 239, 6, 14, 14]
        let other = SampleTables.compact(charstrings: expected, locals: [[139, 139, 21, 239, 6, 11, 11]])
        #expect(table == other.table("CFF "))
        // Where there are hints to choose among, nothing is odd.
        charstrings = Array(repeating: Self.plain, count: 8)
        charstrings[1] = [139, 239, 1, 139, 239, 20, 0xC0, 139, 139, 21, 239, 6, 14]
        #expect(patches(SampleTables.compact(charstrings: charstrings), .masksWithoutHints) == [])
    }

    @Test func `lists without an entry, or without the last edge of a zone, go from private dictionaries`() throws {
        let charstrings = Array(repeating: Self.plain, count: 8)
        // A zone of one edge, a zone of two, no widths of stems, and a width.
        let odd: [UInt8] = [119, 6] + [119, 139, 7] + [12, 13] + [150, 10]
        let table = try mended(
            SampleTables.compact(charstrings: charstrings, locals: [[11]], hints: odd), .incompleteZones, "CFF ")
        let dictionary: [UInt8] =
            [119, 139, 7, 150, 10] + [29, 0, 0, 0, UInt8(odd.count + 6), 19] + [139, 139, 139, 139]
        let place = try #require(table.indices.first { table[$0...].starts(with: dictionary) })
        #expect(table[(place + dictionary.count)...].elementsEqual([0, 1, 2, 0, 1, 0, 2, 11]), "its subroutines stay")
        let even: [UInt8] = [119, 139, 6] + [150, 12, 13]
        #expect(patches(SampleTables.compact(charstrings: charstrings, hints: even), .incompleteZones) == [])
    }

    @Test func `a name in CFF has no characters that names do not have`() throws {
        let sound = SampleTables.compact.table("CFF ")
        let name = Array("Compact".utf8)
        let start = try #require(sound.indices.first { sound[$0...].starts(with: name) })
        let font = SampleTables.compact.patched("CFF ", at: start, Array("/ Compa".utf8))
        let table = try mended(font, .unfitNames, "CFF ")
        var expected = sound
        expected.replaceSubrange(start..<(start + name.count), with: Array("--Compa".utf8))
        #expect(table == expected)
    }

    @Test(arguments: HarmlessOddity.allCases)
    func `what is not odd, or not sound, is not mended`(oddity: HarmlessOddity) {
        for font in [FontBuilder(), SampleTables.layout, SampleTables.compact, SampleTables.secondCompact] {
            #expect(patches(font, oddity) == [])
        }
        let broken = classified([[1, 2, 1], [2, 4, 2]]).replaced("OS/2", nil)
        #expect(patches(broken, oddity) == [])
        #expect(FontReader.patches([UInt8]().span.bytes, mending: oddity) == [])
    }
}
