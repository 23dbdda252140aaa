internal import CZlib
internal import FontModel

/// The header and the directory of a WOFF 1.0 file, checked as the format's specification wants it.
///
/// Source: WOFF File Format 1.0, W3C Recommendation of 13 December 2012, sections 3 to 5.
struct WOFFHeader {
    static let signature: UInt32 = 0x774F_4646

    private static let size = 44
    private static let entrySize = 20
    /// The sizes of an sfnt file's header and of an entry of its directory.
    private static let fontHeaderSize = 12
    private static let fontEntrySize = 16

    /// A table of the font.
    struct Table {
        var tag: UInt32
        /// Where its bytes begin in the web font.
        var offset: Int
        var compressedSize: Int
        var size: Int
        var checksum: UInt32
    }

    private let flavor: UInt32
    /// The tables, sorted by their tags as both directories are.
    private let tables: [Table]

    init(_ bytes: RawSpan) throws(WebFontError) {
        guard Int(try bytes.uint32(at: 8)) == bytes.byteCount else { throw .wrongLength }
        flavor = try bytes.uint32(at: 4)
        let count = Int(try bytes.uint16(at: 12))
        guard count > 0, count <= FontLimits.tables else {
            throw WebFontError(.damaged, "The WOFF font has \(count) tables; 1 to \(FontLimits.tables) are allowed.")
        }
        guard try bytes.uint16(at: 14) == 0 else { throw Self.damaged("a reserved field that is not 0") }
        var tables: [Table] = []
        for index in 0..<count {
            let entry = Self.size + index * Self.entrySize
            tables.append(
                Table(
                    tag: try bytes.uint32(at: entry), offset: Int(try bytes.uint32(at: entry + 4)),
                    compressedSize: Int(try bytes.uint32(at: entry + 8)), size: Int(try bytes.uint32(at: entry + 12)),
                    checksum: try bytes.uint32(at: entry + 16)))
        }
        guard zip(tables, tables.dropFirst()).allSatisfy({ $0.tag < $1.tag }) else {
            throw Self.damaged("a directory that is not sorted or that lists a table twice")
        }
        self.tables = tables
        try checkBlocks(of: bytes)
        guard Int(try bytes.uint32(at: 16)) == fontSize else {
            throw Self.damaged("a header whose font size differs from the size of the tables")
        }
    }

    /// The bytes of the font, every table rounded up to four.
    private var fontSize: Int {
        tables.reduce(Self.fontHeaderSize + tables.count * Self.fontEntrySize) { $0 + Self.padded($1.size) }
    }

    /// Checks that tables, metadata and private data lie in the file, aligned, and not on one another.
    private func checkBlocks(of bytes: RawSpan) throws(WebFontError) {
        var blocks = tables.map { (start: $0.offset, size: $0.compressedSize) }
        for table in tables where table.compressedSize > table.size {
            throw Self.damaged("a table that is larger when compressed")
        }
        for (offset, length) in [(24, 28), (36, 40)] {
            let block = (start: Int(try bytes.uint32(at: offset)), size: Int(try bytes.uint32(at: length)))
            if block.start == 0, block.size == 0 { continue }
            blocks.append(block)
        }
        blocks.sort { ($0.start, $0.size) < ($1.start, $1.size) }
        var end = Self.size + tables.count * Self.entrySize
        for block in blocks {
            guard block.start % 4 == 0 else { throw Self.damaged("a block that is not aligned to four bytes") }
            guard block.start >= end else { throw Self.damaged("blocks that overlap") }
            end = block.start + block.size
            guard end <= bytes.byteCount else { throw WebFontError.cut }
        }
    }

    /// Makes the font.
    ///
    /// - Parameters:
    ///   - bytes: The web font, of which this is the header.
    ///   - limit: The most bytes of the font.
    /// - Returns: The font.
    /// - Throws: That a table is damaged, or the font too large.
    func expand(_ bytes: RawSpan, limit: Int) throws(WebFontError) -> [UInt8] {
        guard fontSize <= limit else { throw .tooLarge(limit: limit) }
        var font: [UInt8] = []
        font.reserveCapacity(fontSize)
        // As they follow one another in the web font, which is how they did in the font that it was made of.
        let order = tables.indices.sorted { tables[$0].offset < tables[$1].offset }
        var offsets = [Int](repeating: 0, count: tables.count)
        var end = Self.fontHeaderSize + tables.count * Self.fontEntrySize
        for index in order {
            offsets[index] = end
            end += Self.padded(tables[index].size)
        }
        putHeader(into: &font)
        for (table, offset) in zip(tables, offsets) {
            Self.put(table.tag, into: &font)
            Self.put(table.checksum, into: &font)
            Self.put(UInt32(truncatingIfNeeded: offset), into: &font)
            Self.put(UInt32(truncatingIfNeeded: table.size), into: &font)
        }
        for index in order {
            font += try content(of: tables[index], in: bytes)
            font += repeatElement(0, count: Self.padded(tables[index].size) - tables[index].size)
        }
        return font
    }

    /// The version, the number of tables, and three numbers that make searching the directory quicker.
    private func putHeader(into font: inout [UInt8]) {
        let exponent = tables.count.bitWidth - 1 - tables.count.leadingZeroBitCount
        let range = Self.fontEntrySize << exponent
        Self.put(flavor, into: &font)
        for number in [tables.count, range, exponent, tables.count * Self.fontEntrySize - range] {
            font += [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
        }
    }

    private func content(of table: Table, in bytes: RawSpan) throws(WebFontError) -> [UInt8] {
        let end = table.offset + table.compressedSize
        let isSound: Bool
        let content: [UInt8]
        // zlib takes pointers, and is told how many bytes each leads to.
        (content, isSound) = unsafe bytes.withUnsafeBytes { all in
            let source = unsafe UnsafeRawBufferPointer(rebasing: all[table.offset..<end])
            // What would not become smaller is not compressed.
            if table.compressedSize == table.size { return unsafe (Array(source), true) }
            var result = Z_OK
            let content = unsafe [UInt8](unsafeUninitializedCapacity: table.size) { buffer, count in
                var length = uLongf(buffer.count)
                result = unsafe uncompress(
                    buffer.baseAddress, &length, source.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    uLong(source.count))
                count = result == Z_OK ? Int(length) : 0
            }
            return (content, result == Z_OK && content.count == table.size)
        }
        guard isSound else { throw Self.damaged("a table that cannot be expanded to its declared size") }
        return content
    }

    private static func padded(_ size: Int) -> Int { (size + 3) & ~3 }

    private static func put(_ value: UInt32, into font: inout [UInt8]) {
        for shift in stride(from: 24, through: 0, by: -8) { font.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    private static func damaged(_ what: String) -> WebFontError {
        WebFontError(.damaged, "The WOFF font is damaged: it has \(what).")
    }
}
