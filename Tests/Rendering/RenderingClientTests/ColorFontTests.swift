import InspectionClient
import LinuxSystem
import RenderingProtocol
import TestSupport
import Testing

/// Fonts whose glyphs are pictures in colour.
struct ColorFontTests {
    /// The numbers of a font and of a PNG file, which both have the highest byte first.
    private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// A square of one colour as a PNG file, in a block that is not compressed.
    private static func square(side: Int, _ color: [UInt8]) -> [UInt8] {
        // Each row has a byte before it that says how it is filtered: not at all.
        let row = [UInt8(0)] + Array(repeating: color, count: side).joined()
        let rows = Array(Array(repeating: row, count: side).joined())
        var (low, high) = (UInt32(1), UInt32(0))
        for byte in rows {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let length = UInt16(rows.count)
        var stream: [UInt8] = [0x78, 1, 1]
        stream += bytes(length.byteSwapped) + bytes((~length).byteSwapped)
        stream += rows + bytes(high << 16 | low)
        func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
            let checked = Array(type.utf8) + content
            let sum = checked.reduce(~UInt32(0)) { sum, byte in
                (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
            }
            return bytes(UInt32(content.count)) + checked + bytes(~sum)
        }
        // Red, green, blue and alpha of 8 bits.
        let header: [UInt8] = bytes(UInt32(side)) + bytes(UInt32(side)) + [8, 6, 0, 0, 0]
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return signature + chunk("IHDR", header) + chunk("IDAT", stream) + chunk("IEND", [])
    }

    /// A font whose only character is a square of one colour, in an `sbix` table.
    private static func font(_ color: [UInt8], of character: String = "A") -> [UInt8] {
        var builder = FontBuilder(family: "Colour")
        builder.characters = character
        let side = 20
        let glyph = bytes(UInt16(0)) + bytes(UInt16(0)) + Array("png ".utf8) + square(side: side, color)
        // One size; .notdef has no picture.
        let start = UInt32(4 + 3 * 4)
        var table: [UInt8] = bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt32(1)) + bytes(UInt32(12))
        table += bytes(UInt16(side)) + bytes(UInt16(72))
        for offset in [start, start, start + UInt32(glyph.count)] { table += bytes(offset) }
        builder.tableOverrides["sbix"] = table + glyph
        return builder.build()
    }

    @Test func `a colour font is drawn in its colours, and covers a mask`() async throws {
        let board = DrawingBoard()
        let scratch = try ScratchDirectory()
        let path = try scratch.write(Self.font([200, 40, 10, 255]), to: "colour.ttf")
        for (ground, format) in [(DrawingRequest.Ground.clear, DrawingRequest.Format.raw), (.paper, .raw)] {
            let drawn = try await board.draw("A", fonts: [path], size: 20, format: format, ground: ground)
            #expect(drawn.picture.hasColor)
            let pixels = stride(from: 0, to: drawn.bytes.count, by: 4).map { Array(drawn.bytes[$0..<$0 + 4]) }
            #expect(pixels.contains([200, 40, 10, 255]), "\(ground)")
        }
        let mask = try await board.draw("A", fonts: [path], size: 20)
        #expect(!mask.picture.hasColor && mask.bytes.count == mask.picture.stride * mask.picture.height)
        #expect(mask.bytes.contains(255) && mask.bytes.contains(0))
        await board.pool.shutdown()
    }

    @Test func `an emoji that a font lacks is drawn in colour where another font can`() async throws {
        let board = DrawingBoard()
        let scratch = try ScratchDirectory()
        var builder = FontBuilder(family: "Plain")
        builder.characters = "A"
        let without = try scratch.write(builder.build(), to: "without.ttf")
        builder.characters = "😀"
        let plain = try scratch.write(builder.build(), to: "plain.ttf")
        let color = try scratch.write(Self.font([200, 40, 10, 255], of: "😀"), to: "colour.ttf")
        for (fonts, isColored) in [([without, plain, color], true), ([plain, color], false)] {
            let drawn = try await board.draw("😀", fonts: fonts, size: 20, ground: .clear)
            let pixels = stride(from: 0, to: drawn.bytes.count, by: 4).map { Array(drawn.bytes[$0..<$0 + 4]) }
            #expect(pixels.contains([200, 40, 10, 255]) == isColored)
        }
        await board.pool.shutdown()
    }

    @Test func `a comparison of colour fonts has the colours of each`() async throws {
        let board = DrawingBoard()
        let scratch = try ScratchDirectory()
        let colors: [[UInt8]] = [[200, 40, 10, 255], [10, 40, 200, 255]]
        let files = try colors.enumerated().map { number, color in
            try OwnedFileDescriptor.reading(scratch.write(Self.font(color, of: "😀"), to: "\(number).ttf"))
        }
        let specimen = SpecimenDrawing(
            kind: .comparison, text: "😀", instances: [.init(name: "1", face: 0), .init(name: "2", face: 1)], sizes: [20]
        )
        let request = DrawingRequest(
            faces: [.init(file: 0, index: 0), .init(file: 1, index: 0)], content: .specimen(specimen), format: .raw,
            ground: .paper)
        let drawn = try await board.draw(request, fonts: files)
        let pixels = stride(from: 0, to: drawn.bytes.count, by: 4).map { Array(drawn.bytes[$0..<$0 + 4]) }
        for color in colors { #expect(pixels.contains(color)) }
        await board.pool.shutdown()
    }
}
