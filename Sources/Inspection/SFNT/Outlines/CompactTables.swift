/// Checks the glyph names of `CFF`, and the assignment of glyphs to fonts in `CFF` and `CFF2`.
enum CompactTables {
    /// Checks the names of glyphs.
    static func checkCharset(
        _ bytes: RawSpan, _ table: Table, _ top: CompactDictionary, glyphCount: Int
    ) throws(Violation) {
        // The values 0 to 2 are predefined charsets, which need no table.
        guard let place = try top.offsets(CompactDictionary.Key.charset, count: 1, in: table)?.first, place > 2 else {
            return
        }
        let format = try bytes.uint8(at: place, of: table)
        switch format {
        case 0: try table.require(glyphCount - 1, of: 2, at: place + 1)
        case 1, 2:
            var glyph = 1
            var offset = place + 1
            while glyph < glyphCount {
                let first = try bytes.offset16(at: offset, of: table)
                let left =
                    format == 1
                    ? Int(try bytes.uint8(at: offset + 2, of: table)) : try bytes.offset16(at: offset + 2, of: table)
                guard first + left <= 0xFFFF else { throw table.broken("has names of glyphs that are out of range") }
                glyph += left + 1
                offset += format == 1 ? 3 : 4
            }
        default: throw table.broken("has names of glyphs in an unknown format")
        }
    }

    /// Checks the encoding, which desktop programs do not use.
    static func checkEncoding(_ bytes: RawSpan, _ table: Table, _ top: CompactDictionary) throws(Violation) {
        // The values 0 and 1 are predefined encodings, which need no table.
        guard let place = try top.offsets(CompactDictionary.Key.encoding, count: 1, in: table)?.first, place > 1 else {
            return
        }
        let format = try bytes.uint8(at: place, of: table)
        let count = Int(try bytes.uint8(at: place + 1, of: table))
        let size: Int
        switch format & 0x7F {
        case 0: size = count
        case 1: size = 2 * count
        default: throw table.broken("has an encoding of an unknown format")
        }
        try table.require(size, at: place + 2)
        guard format & 0x80 != 0 else { return }
        try table.require(Int(try bytes.uint8(at: place + 2 + size, of: table)), of: 3, at: place + 3 + size)
    }
}

/// The font in the table to which each glyph belongs.
struct FDSelect {
    private enum Form {
        case one
        case array(at: Int)
        /// The font of each glyph, expanded from ranges.
        case ranges([UInt16])
    }

    private let table: Table
    private let form: Form

    init(
        _ bytes: RawSpan, _ table: Table, _ top: CompactDictionary, glyphCount: Int, fontCount: Int
    ) throws(Violation) {
        self.table = table
        guard let place = try top.offsets(CompactDictionary.Key.fontSelection, count: 1, in: table)?.first else {
            guard fontCount == 1 else { throw table.broken("does not say which font a glyph belongs to") }
            form = .one
            return
        }
        let format = try bytes.uint8(at: place, of: table)
        switch format {
        case 0:
            for glyph in 0..<glyphCount where Int(try bytes.uint8(at: place + 1 + glyph, of: table)) >= fontCount {
                throw table.broken("has a glyph of a font that does not exist")
            }
            form = .array(at: place + 1)
        case 3, 4:
            form = .ranges(
                try Self.ranges(
                    bytes, table, at: place + 1, isWide: format == 4, glyphCount: glyphCount, fontCount: fontCount))
        default: throw table.broken("assigns glyphs to fonts in an unknown format")
        }
    }

    private static func ranges(
        _ bytes: RawSpan, _ table: Table, at place: Int, isWide: Bool, glyphCount: Int, fontCount: Int
    ) throws(Violation) -> [UInt16] {
        let count = isWide ? try bytes.offset32(at: place, of: table) : try bytes.offset16(at: place, of: table)
        guard 1...glyphCount ~= count else { throw table.broken("has \(count) ranges for \(glyphCount) glyphs") }
        var fonts: [UInt16] = []
        fonts.reserveCapacity(glyphCount)
        var offset = place + (isWide ? 4 : 2)
        let size = isWide ? 6 : 3
        for index in 0..<count {
            let first = isWide ? try bytes.offset32(at: offset, of: table) : try bytes.offset16(at: offset, of: table)
            let font =
                isWide ? try bytes.offset16(at: offset + 4, of: table) : Int(try bytes.uint8(at: offset + 2, of: table))
            offset += size
            let next = isWide ? try bytes.offset32(at: offset, of: table) : try bytes.offset16(at: offset, of: table)
            guard index > 0 || first == 0, next > first, font < fontCount,
                index + 1 < count ? next < glyphCount : next == glyphCount
            else { throw table.broken("has glyphs that belong to no font, or to a font that does not exist") }
            for _ in first..<next { fonts.append(UInt16(font)) }
        }
        return fonts
    }

    /// Returns the font of a glyph.
    func font(_ bytes: RawSpan, of glyph: Int) throws(Violation) -> Int {
        switch form {
        case .one: 0
        case .array(let place): Int(try bytes.uint8(at: place + glyph, of: table))
        case .ranges(let fonts): Int(fonts[glyph])
        }
    }
}
