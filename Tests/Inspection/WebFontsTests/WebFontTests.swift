import Foundation
import TestSupport
import Testing
import WebFonts

struct WebFontTests {
    private static let dejaVu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

    private func expand(_ font: [UInt8], limit: Int = 64 << 20) throws(WebFontError) -> [UInt8] {
        try WebFont.expand(font.span.bytes, limit: limit)
    }

    private func failure(_ font: [UInt8], limit: Int = 64 << 20) -> WebFontError.Kind? {
        do throws(WebFontError) {
            _ = try expand(font, limit: limit)
            return nil
        } catch {
            return error.kind
        }
    }

    /// Compresses a font with Debian's woff2.
    private func makeWOFF2(_ font: [UInt8]) async throws -> [UInt8] {
        let scratch = try ScratchDirectory()
        let path = try scratch.write(font, to: "font.ttf")
        let outcome = try await ChildProcess.run("/usr/bin/woff2_compress", [path], environment: [:])
        #expect(outcome.succeeded, "\(outcome.standardError)")
        return [UInt8](try Data(contentsOf: URL(filePath: scratch["font.woff2"])))
    }

    private func realFont() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: Self.dejaVu))) }

    /// The tables of an sfnt file, by tag.
    private func tables(_ font: [UInt8]) -> [String: [UInt8]] {
        Dictionary(
            WOFFBuilder(of: font).tables.map { (String(decoding: $0.tag, as: UTF8.self), $0.content) },
            uniquingKeysWith: { first, _ in first })
    }

    @Test func `a WOFF font expands to the font it was made of, byte for byte`() throws {
        for font in [FontBuilder().build(), try realFont()] {
            let webFont = WOFFBuilder(of: font).build()
            #expect(WebFont.format(of: webFont.span.bytes) == .woff)
            let expanded = try expand(webFont)
            #expect(tables(expanded) == tables(font))
            #expect(expanded.prefix(12) == font.prefix(12))
            #expect(expanded.count <= font.count)
        }
    }

    @Test func `a WOFF 2 font expands to what Debian's decoder makes of it, with the same tables as before`()
        async throws
    {
        let font = try realFont()
        let webFont = try await makeWOFF2(font)
        #expect(WebFont.format(of: webFont.span.bytes) == .woff2)
        let expanded = try expand(webFont)
        let scratch = try ScratchDirectory()
        let path = try scratch.write(webFont, to: "font.woff2")
        #expect(try await ChildProcess.run("/usr/bin/woff2_decompress", [path], environment: [:]).succeeded)
        #expect(expanded == [UInt8](try Data(contentsOf: URL(filePath: scratch["font.ttf"]))))
        // Outlines are written anew, and the head says that something was.
        let (before, after) = (tables(font), tables(expanded))
        #expect(Set(after.keys) == Set(before.keys))
        for tag in before.keys where !["glyf", "loca", "head"].contains(tag) {
            #expect(after[tag] == before[tag], "\(tag)")
        }
    }

    @Test func `a collection in WOFF 2 expands to a collection`() async throws {
        let collection = FontBuilder.collection([FontBuilder(family: "One"), FontBuilder(family: "Two")])
        #expect(try expand(try await makeWOFF2(collection)).starts(with: Array("ttcf".utf8)))
    }

    @Test func `a font that expands a thousandfold is refused, however small it is`() async throws {
        var bomb = WOFFBuilder(of: FontBuilder().build())
        bomb.tables.append(.init("zero", Array(repeating: 0, count: 20 << 20)))
        let webFont = bomb.build()
        #expect(webFont.count < 40 << 10)
        #expect(failure(webFont) == .tooLarge)
        var sparse = FontBuilder()
        sparse.tableOverrides["zero"] = .some(Array(repeating: 0, count: 20 << 20))
        #expect(failure(try await makeWOFF2(sparse.build())) == .tooLarge)
    }

    @Test func `a font that would be larger than allowed is refused`() async throws {
        let font = try realFont()
        #expect(failure(WOFFBuilder(of: font).build(), limit: font.count / 2) == .tooLarge)
        var webFont = try await makeWOFF2(font)
        #expect(failure(webFont, limit: font.count / 2) == .tooLarge)
        // Also where the header promises less.
        webFont.replaceSubrange(16..<20, with: [0, 0, 0, 16])
        #expect(failure(webFont, limit: font.count / 2) == .tooLarge)
    }

    @Test func `a font that is cut off anywhere is refused, and one with a wrong length in its header`() async throws {
        for webFont in [WOFFBuilder(of: FontBuilder().build()).build(), try await makeWOFF2(FontBuilder().build())] {
            // The last bytes may be what rounds it up to four.
            for count in 0..<webFont.count - 3 {
                var cut = Array(webFont[..<count])
                #expect(failure(cut) != nil)
                // Even where its header agrees with that.
                guard count >= 12 else { continue }
                cut.replaceSubrange(8..<12, with: [0, 0, UInt8(count >> 8), UInt8(count & 0xFF)])
                #expect(failure(cut) != nil, "\(count) of \(webFont.count)")
            }
            #expect(failure(webFont + [0]) == .damaged)
        }
    }

    @Test func `bytes that are changed anywhere harm nothing`() async throws {
        var generator = SeededGenerator(seed: 4)
        for webFont in [WOFFBuilder(of: FontBuilder().build()).build(), try await makeWOFF2(FontBuilder().build())] {
            for index in 0..<webFont.count {
                var changed = webFont
                changed[index] = UInt8.random(in: 0...255, using: &generator)
                if let expanded = try? expand(changed) { #expect(expanded.count <= webFont.count * 100) }
            }
        }
    }

    @Test func `directories that lie are refused`() {
        let font = FontBuilder().build()
        var unsorted = WOFFBuilder(of: font)
        unsorted.tables.swapAt(0, 1)
        var twice = WOFFBuilder(of: font)
        twice.tables.insert(twice.tables[0], at: 0)
        var larger = WOFFBuilder(of: font)
        larger.tables[0].statedSize = larger.tables[0].content.count + 1
        var empty = WOFFBuilder(of: font)
        empty.tables = []
        var wrongSize = WOFFBuilder(of: font)
        wrongSize.statedFontSize = font.count + 400
        for builder in [unsorted, twice, larger, empty, wrongSize] { #expect(failure(builder.build()) == .damaged) }
        var overlapping = WOFFBuilder(of: font).build()
        // The second table begins where the first does.
        overlapping.replaceSubrange(68..<72, with: overlapping[48..<52])
        #expect(failure(overlapping) == .damaged)
    }

    @Test func `what is no web font is refused as such`() {
        for bytes in [[], Array("wOF".utf8), FontBuilder().build()] {
            #expect(WebFont.format(of: bytes.span.bytes) == nil)
            #expect(failure(bytes) == .notAWebFont)
        }
    }
}
