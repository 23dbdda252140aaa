internal import CZlib

/// A picture in a PNG file with 8 bits for each sample and no interlacing, as cairo and we write them.
package struct DecodedPNG: Sendable, Equatable {
    /// Pixels of a row.
    package let width: Int
    /// The number of rows.
    package let height: Int
    /// The samples of a pixel: 1 for grey, 3 for colours, 4 with alpha.
    package let samples: Int
    /// All samples, row by row.
    package let bytes: [UInt8]

    /// Decodes a file; `nil` where it is none of these.
    package init?(_ file: [UInt8]) {
        guard file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
        var position = 8
        var (header, data): ([UInt8], [UInt8]) = ([], [])
        while position + 12 <= file.count {
            let size = Self.number(file[position..<(position + 4)])
            guard position + 12 + size <= file.count else { return nil }
            let content = file[(position + 8)..<(position + 8 + size)]
            switch String(decoding: file[(position + 4)..<(position + 8)], as: UTF8.self) {
            case "IHDR": header = Array(content)
            case "IDAT": data += content
            default: break
            }
            position += 12 + size
        }
        guard header.count == 13, header[8] == 8, header[12] == 0, let samples = [0: 1, 2: 3, 6: 4][header[9]] else {
            return nil
        }
        (width, height, self.samples) = (Self.number(header[0..<4]), Self.number(header[4..<8]), samples)
        let rowSize = width * samples
        var filtered = [UInt8](repeating: 0, count: (rowSize + 1) * height)
        var count = UInt(filtered.count)
        guard uncompress(&filtered, &count, data, UInt(data.count)) == Z_OK, count == filtered.count else { return nil }
        var rows: [UInt8] = []
        var above = [UInt8](repeating: 0, count: rowSize)
        for row in 0..<height {
            let start = row * (rowSize + 1)
            var line = Array(filtered[(start + 1)..<(start + 1 + rowSize)])
            for index in line.indices {
                let left = index >= samples ? Int(line[index - samples]) : 0
                let corner = index >= samples ? Int(above[index - samples]) : 0
                let top = Int(above[index])
                let prediction =
                    switch filtered[start] {
                    case 1: left
                    case 2: top
                    case 3: (left + top) / 2
                    case 4: Self.paeth(left, top, corner)
                    default: 0
                    }
                line[index] = UInt8(truncatingIfNeeded: Int(line[index]) + prediction)
            }
            rows += line
            above = line
        }
        bytes = rows
    }

    /// How dark a pixel is, 0 to 255, on white.
    ///
    /// - Parameters:
    ///   - x: The column.
    ///   - y: The row.
    /// - Returns: The darkness; 0 outside the picture.
    package func darkness(_ x: Int, _ y: Int) -> Int {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return 0 }
        let start = (y * width + x) * samples
        let light = (0..<min(3, samples)).reduce(0) { $0 + Int(bytes[start + $1]) } / min(3, samples)
        return samples == 4 ? (255 - light) * Int(bytes[start + 3]) / 255 : 255 - light
    }

    private static func paeth(_ left: Int, _ top: Int, _ corner: Int) -> Int {
        let estimate = left + top - corner
        let (a, b, c) = (abs(estimate - left), abs(estimate - top), abs(estimate - corner))
        return a <= b && a <= c ? left : b <= c ? top : corner
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
