import FontModel
import InspectionProtocol
import TestSupport
import Testing

/// Fonts with drawings in SVG, which may be compressed.
@Suite(.timeLimit(.minutes(10)))
struct DrawingTests {
    private static let text = Array("<svg xmlns='http://www.w3.org/2000/svg' id='glyph1'/>".utf8)

    /// A font with such drawings, each of one glyph; those with the same number are one.
    private func font(_ drawings: [[UInt8]], order: [Int]? = nil) -> [UInt8] {
        var font = FontBuilder(family: "Drawn")
        font.characters = String(
            String.UnicodeScalarView((0..<UInt32(max(8, order?.count ?? 0))).compactMap { Unicode.Scalar(0x4E00 + $0) })
        )
        let order = order ?? Array(drawings.indices)
        var places: [Int] = []
        var content: [UInt8] = []
        for drawing in drawings {
            places.append(2 + 12 * order.count + content.count)
            content += drawing
        }
        func long(_ value: Int) -> [Int] { [value >> 16, value & 0xFFFF] }
        let records = order.enumerated().flatMap { glyph, number in
            [glyph, glyph] + long(places[number]) + long(drawings[number].count)
        }
        font.tableOverrides["SVG "] = SampleTables.words([0, 0, 10, 0, 0, order.count] + records) + content
        return font.build()
    }

    private func refusal(_ font: [UInt8]) throws -> FontInspection.Finding? {
        try Worker(.inspect).connection.inspect(font).refusal
    }

    @Test func `drawings pass, compressed or not, and those of several glyphs count once`() throws {
        let compressed = Gzip.compress(Self.text)
        #expect(try refusal(font([Self.text])) == nil)
        #expect(try refusal(font([compressed, Self.text])) == nil)
        // Together they would be too large.
        let large = Gzip.compress((0..<(4 << 20)).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) })
        #expect(try refusal(font([large], order: Array(repeating: 0, count: 40))) == nil)
    }

    @Test func `a drawing that is a bomb is refused, whether it says so or not`() throws {
        let bomb = Gzip.compress([UInt8](repeating: 0x20, count: 80 << 20))
        try #require(bomb.count < 100_000)
        let honest = try #require(try refusal(font([bomb])))
        #expect(honest.kind == .limit && honest.rule == "'SVG ' table structure")
        #expect(honest.message.contains("\(80 << 20) or more"))
        // It declares to be small.
        let lying = try #require(try refusal(font([bomb.dropLast(4) + [1, 0, 0, 0]])))
        #expect(lying.kind == .limit && lying.rule == "'SVG ' table structure")
        // Small, and a thousand times as large as it is compressed.
        let small = Gzip.compress([UInt8](repeating: 0x20, count: 1 << 20))
        #expect(try refusal(font([small]))?.kind == .limit)
    }

    @Test func `drawings are refused that are too large together`() throws {
        // Twice as large as it is compressed, as it repeats itself too far away for that to help: no bomb by itself.
        let parts = (0..<5).map { number in
            var generator = SeededGenerator(seed: UInt64(number))
            let block = (0..<(64 << 10)).map { _ in UInt8.random(in: 0x30...0x3F, using: &generator) }
            var text: [UInt8] = []
            for _ in 0..<256 { text += block }
            return Gzip.compress(text)
        }
        #expect(parts.allSatisfy { $0.count * 100 > 16 << 20 })
        #expect(try refusal(font(Array(parts.prefix(4)))) == nil)
        let refused = try #require(try refusal(font(parts)))
        #expect(refused.kind == .limit && refused.rule == "'SVG ' table structure")
    }

    @Test func `a drawing that is damaged, or of another size than it declares, is refused`() throws {
        let compressed = Gzip.compress(Self.text)
        let damaged: [[UInt8]] = [
            Array(compressed.dropLast(9)), compressed.dropLast(4) + [7, 0, 0, 0], compressed + [0, 0],
            [0x1F, 0x8B, 8, 0], [0x1F, 0x8B],
        ]
        for drawing in damaged {
            let refused = try #require(try refusal(font([drawing])), "\(drawing)")
            #expect(refused.rule == "'SVG ' table structure")
        }
    }

    @Test func `scripts, addresses and damage are told of, compressed or not, and refuse no font`() throws {
        let parts = [
            ("<script>alert(1)</script>", "1 drawing has scripts"),
            ("<image href='http://example.org/'/>", "1 drawing has addresses"), ("<g>", "incomplete XML"),
        ]
        for (part, warning) in parts {
            let text = Array("<svg xmlns='http://www.w3.org/2000/svg'>\(part)</svg>".utf8)
            for drawing in [text, Gzip.compress(text)] {
                let inspection = try Worker(.inspect).connection.inspect(font([Self.text, drawing]))
                #expect(inspection.refusal == nil && inspection.faces.count == 1)
                let finding = try #require(inspection.findings.first { $0.rule == "'SVG ' table structure" })
                #expect(finding.kind == .warning && finding.concern == nil && finding.message.contains(warning))
            }
        }
    }

    @Test func `a drawing that no program could draw is refused, compressed or not`() throws {
        let entities = "<!DOCTYPE svg [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]><svg>&b;</svg>"
        let deep = String(repeating: "<g>", count: 300) + String(repeating: "</g>", count: 300)
        for (text, kind, message) in [
            (entities, FontInspection.Finding.Kind.limit, "entities"), (deep, .limit, "nested"),
            ("<svg><g id='a'><use href='#a'/></g></svg>", .invalid, "draws itself"),
        ] {
            for drawing in [Array(text.utf8), Gzip.compress(Array(text.utf8))] {
                let refused = try #require(try refusal(font([drawing])))
                #expect(refused.kind == kind && refused.rule == "'SVG ' table structure")
                #expect(refused.message.contains(message))
            }
        }
    }
}
