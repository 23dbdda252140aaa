/// The pixels of a picture, row by row, with red, green, blue and alpha.
struct PixelRows: Sendable {
    let width: Int
    let height: Int
    let stride: Int
    let bytes: [UInt8]

    /// The lightness of a pixel, from 0 to 255.
    func lightness(_ x: Int, _ y: Int) -> Int {
        let start = y * stride + x * 4
        guard x < width, y < height, start + 3 < bytes.count else { return 255 }
        // The weights of Rec. 601, on white.
        let alpha = Int(bytes[start + 3])
        let light = (Int(bytes[start]) * 299 + Int(bytes[start + 1]) * 587 + Int(bytes[start + 2]) * 114) / 1000
        return 255 - (255 - light) * alpha / 255
    }
}

/// Pictures in the format of kitty.
enum KittyPicture {
    /// The maximum number of bytes of Base64 in one sequence.
    ///
    /// Source: kitty's "Terminal graphics protocol".
    private static let chunkSize = 4096

    /// The sequences of a PNG file.
    static func chunks(_ file: [UInt8]) -> [String] {
        let text = Array(Base64.text(file).utf8)
        return stride(from: 0, to: max(1, text.count), by: chunkSize).map { start in
            let end = min(start + chunkSize, text.count)
            let keys = (start == 0 ? "f=100,a=T,q=2," : "") + "m=\(end < text.count ? 1 : 0)"
            return "\u{1B}_G\(keys);\(String(decoding: text[start..<end], as: UTF8.self))\u{1B}\\"
        }
    }
}

/// The Base64 encoding of bytes.
enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The Base64 text of some bytes, as defined by RFC 4648.
    static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            let number = (0..<3).reduce(0) { $0 << 8 | ($1 < count ? Int(bytes[start + $1]) : 0) }
            for digit in 0..<4 {
                text.append(digit <= count ? digits[number >> (18 - 6 * digit) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Pictures as sixels, in shades of grey.
enum SixelPicture {
    private static let shades = 16

    /// The sequence of a picture.
    static func text(_ pixels: PixelRows) -> String {
        // A pixel that is not drawn keeps the background, so all are drawn; the raster is given, so it is not guessed.
        var text = Array("\u{1B}P0;1q\"1;1;\(pixels.width);\(pixels.height)".utf8)
        for shade in 0..<shades {
            let percent = shade * 100 / (shades - 1)
            text += "#\(shade);2;\(percent);\(percent);\(percent)".utf8
        }
        var band = [[Int]](repeating: [], count: 6)
        for top in stride(from: 0, to: pixels.height, by: 6) {
            for row in 0..<6 where top + row < pixels.height {
                band[row] = (0..<pixels.width).map { (pixels.lightness($0, top + row) * (shades - 1) + 127) / 255 }
            }
            let rows = min(6, pixels.height - top)
            var isFirst = true
            for shade in 0..<shades {
                guard (0..<rows).contains(where: { band[$0].contains(shade) }) else { continue }
                text += "\(isFirst ? "" : "$")#\(shade)".utf8
                isFirst = false
                let columns = (0..<pixels.width).map { x in
                    (0..<rows).reduce(0) { band[$1][x] == shade ? $0 | 1 << $1 : $0 }
                }
                append(columns, to: &text)
            }
            text.append(UInt8(ascii: "-"))
        }
        return String(decoding: text, as: UTF8.self) + "\u{1B}\\"
    }

    /// Appends the columns of a band in one shade; runs of equal columns are written with their length.
    private static func append(_ columns: [Int], to text: inout [UInt8]) {
        var start = 0
        while start < columns.count {
            let end = columns[start...].firstIndex { $0 != columns[start] } ?? columns.count
            let character = UInt8(63 + columns[start])
            if end - start > 3 {
                text += "!\(end - start)".utf8
                text.append(character)
            } else {
                text += [UInt8](repeating: character, count: end - start)
            }
            start = end
        }
    }
}

/// Pictures made of half cells, two in each cell, one above the other.
enum BlockPicture {
    /// The first of 24 shades of grey among the 256 colours of terminals.
    private static let firstShade = 232

    /// The lines of a picture; without shades, spaces at the end of a line are left out.
    static func text(_ pixels: PixelRows, shades: Bool) -> String {
        var lines: [String] = []
        for y in stride(from: 0, to: pixels.height, by: 2) {
            lines.append(shades ? shaded(pixels, y) : plain(pixels, y))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func shaded(_ pixels: PixelRows, _ y: Int) -> String {
        var line = ""
        var last = (-1, -1)
        for x in 0..<pixels.width {
            let pair = (shade(pixels.lightness(x, y)), shade(pixels.lightness(x, y + 1)))
            if pair != last { line += "\u{1B}[38;5;\(pair.0);48;5;\(pair.1)m" }
            last = pair
            line += "▀"
        }
        return line + "\u{1B}[0m"
    }

    private static func shade(_ lightness: Int) -> Int { firstShade + lightness * 23 / 255 }

    /// A line with all pixels set that are dark on paper, whatever colours the terminal has.
    private static func plain(_ pixels: PixelRows, _ y: Int) -> String {
        let line = (0..<pixels.width).map { x -> String in
            switch (pixels.lightness(x, y) < 128, pixels.lightness(x, y + 1) < 128) {
            case (true, true): "█"
            case (true, false): "▀"
            case (false, true): "▄"
            case (false, false): " "
            }
        }
        return String(line.joined().reversed().drop { $0 == " " }.reversed())
    }
}
