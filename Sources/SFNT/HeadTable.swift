/// What we need of `head`.
struct HeadTable {
    let revision: Int32
    /// Bit 0 bold, bit 1 italic.
    let macStyle: UInt16
    /// Whether `loca` has 32-bit offsets.
    let hasLongOffsets: Bool

    init(_ bytes: RawSpan, _ table: Table) throws(Violation) {
        guard table.length >= 54 else {
            throw .invalid(Rule.header, "The table has \(table.length) bytes where 54 are needed.")
        }
        guard try bytes.uint32(at: 12, of: table) == 0x5F0F_3CF5 else {
            throw .invalid(Rule.header, "The magic number is wrong.")
        }
        let unitsPerEm = try bytes.uint16(at: 18, of: table)
        guard 16...16_384 ~= unitsPerEm else {
            throw .invalid(Rule.header, "unitsPerEm is \(unitsPerEm); 16 to 16,384 are allowed.")
        }
        let format = try bytes.uint16(at: 50, of: table)
        guard format <= 1 else { throw .invalid(Rule.header, "indexToLocFormat is neither 0 nor 1.") }
        revision = try bytes.int32(at: 4, of: table)
        macStyle = try bytes.uint16(at: 44, of: table)
        hasLongOffsets = format == 1
    }
}

/// The number of glyphs, from `maxp`.
struct MaximumProfile {
    let glyphCount: Int

    init(_ bytes: RawSpan, _ table: Table, hasTrueTypeOutlines: Bool) throws(Violation) {
        let version = try bytes.uint32(at: 0, of: table)
        guard version == 0x0001_0000 || version == 0x0000_5000 else {
            throw .invalid(Rule.profile, "The table has an unknown version.")
        }
        if hasTrueTypeOutlines {
            guard version == 0x0001_0000, table.length >= 32 else {
                throw .invalid(Rule.profile, "TrueType outlines need version 1.0 of the table, 32 bytes.")
            }
        }
        glyphCount = try bytes.offset16(at: 4, of: table)
        guard glyphCount > 0 else { throw .invalid(Rule.profile, "The font has no glyphs.") }
    }
}

/// Checks that each glyph has an advance width.
enum HorizontalMetrics {
    static func check(_ bytes: RawSpan, header: Table, metrics: Table, glyphCount: Int) throws(Violation) {
        guard header.length >= 36 else {
            throw .invalid(Rule.metrics, "The table 'hhea' has \(header.length) bytes where 36 are needed.")
        }
        let count = try bytes.offset16(at: 34, of: header)
        guard count >= 1, count <= glyphCount else {
            throw .invalid(Rule.metrics, "There are \(count) widths for \(glyphCount) glyphs.")
        }
        try metrics.require(count, of: 4, at: 0)
        try metrics.require(glyphCount - count, of: 2, at: 4 * count)
    }
}
