internal import CZlib

/// Makes WOFF 1.0 files of fonts, sound ones and others.
package struct WOFFBuilder: Sendable {
    /// A table of the font.
    package struct Table: Sendable {
        /// Four bytes.
        package var tag: [UInt8]
        /// Its bytes, which are compressed where that makes them fewer.
        package var content: [UInt8]
        /// Four bytes.
        package var checksum: [UInt8]
        /// The size that the directory tells; `nil` for the content's.
        package var statedSize: Int?

        /// Creates a table whose checksum is wrong.
        package init(_ tag: String, _ content: [UInt8]) {
            self.init(tag: Array(tag.utf8), content: content, checksum: [0, 0, 0, 0])
        }

        init(tag: [UInt8], content: [UInt8], checksum: [UInt8]) {
            self.tag = tag
            self.content = content
            self.checksum = checksum
        }
    }

    /// The first bytes of the font.
    package var flavor: [UInt8]
    /// The tables, in the order of the directory.
    package var tables: [Table]
    /// The size of the font that the header tells; `nil` for the right one.
    package var statedFontSize: Int?

    /// Takes the tables of an sfnt file.
    ///
    /// - Parameter font: A sound one with a single face.
    package init(of font: [UInt8]) {
        func number(_ offset: Int, _ count: Int) -> Int {
            font[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
        }
        flavor = Array(font[..<4])
        tables = (0..<number(4, 2)).map { index in
            let entry = 12 + 16 * index
            let offset = number(entry + 8, 4)
            return Table(
                tag: Array(font[entry..<entry + 4]), content: Array(font[offset..<offset + number(entry + 12, 4)]),
                checksum: Array(font[entry + 4..<entry + 8]))
        }
    }

    /// Makes the file.
    ///
    /// - Returns: Its bytes.
    package func build() -> [UInt8] {
        var directory: [UInt8] = []
        var blocks: [UInt8] = []
        var fontSize = 12 + 16 * tables.count
        for table in tables {
            let compressed = Self.compress(table.content)
            let block = compressed.count < table.content.count ? compressed : table.content
            let size = table.statedSize ?? table.content.count
            directory += table.tag + bytes(44 + 20 * tables.count + blocks.count) + bytes(block.count) + bytes(size)
            directory += table.checksum
            blocks += block + [UInt8](repeating: 0, count: (4 - block.count % 4) % 4)
            fontSize += (size + 3) & ~3
        }
        let length = 44 + directory.count + blocks.count
        var header = Array("wOFF".utf8) + flavor + bytes(length)
        header += Array(bytes(tables.count)[2...]) + [0, 0] + bytes(statedFontSize ?? fontSize) + [0, 1, 0, 0]
        return header + [UInt8](repeating: 0, count: 20) + directory + blocks
    }

    private static func compress(_ content: [UInt8]) -> [UInt8] {
        var length = compressBound(uLong(content.count))
        var result = [UInt8](repeating: 0, count: Int(length))
        guard compress2(&result, &length, content, uLong(content.count), 9) == Z_OK else { return content }
        return Array(result[..<Int(length)])
    }

    private func bytes(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
}
