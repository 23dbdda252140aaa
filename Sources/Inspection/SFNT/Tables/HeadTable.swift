/// The values that are needed from `head`; the remaining fields are checked.
struct HeadTable {
    let revision: Int32
    /// Bit 0 means bold, bit 1 italic.
    let macStyle: UInt16
    /// Whether `loca` has 32-bit offsets.
    let hasLongOffsets: Bool
    /// The number of units per em.
    let unitsPerEm: Int

    init(_ bytes: RawSpan, _ table: Table) throws(Violation) {
        guard table.length >= 54 else { throw table.broken("has \(table.length) bytes, but 54 are required") }
        guard try bytes.uint16(at: 0, of: table) == 1 else { throw table.broken("has an unknown version") }
        guard try bytes.uint32(at: 12, of: table) == 0x5F0F_3CF5 else {
            throw table.broken("has a wrong magic number")
        }
        unitsPerEm = try bytes.offset16(at: 18, of: table)
        guard 16...16_384 ~= unitsPerEm else {
            throw table.broken("has \(unitsPerEm) units per em; 16 to 16,384 are allowed")
        }
        let box = (
            left: try bytes.int16(at: 36, of: table), bottom: try bytes.int16(at: 38, of: table),
            right: try bytes.int16(at: 40, of: table), top: try bytes.int16(at: 42, of: table)
        )
        guard box.left <= box.right, box.bottom <= box.top else {
            throw table.broken("has a bounding box that ends before it starts")
        }
        let format = try bytes.uint16(at: 50, of: table)
        guard format <= 1 else { throw table.broken("has an indexToLocFormat that is neither 0 nor 1") }
        guard try bytes.uint16(at: 52, of: table) == 0 else { throw table.broken("has an unknown glyphDataFormat") }
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
        guard version == 0x0001_0000 || version == 0x0000_5000 else { throw table.broken("has an unknown version") }
        if hasTrueTypeOutlines {
            guard version == 0x0001_0000, table.length >= 32 else {
                throw table.broken("must have version 1.0 and 32 bytes, as TrueType outlines need it")
            }
            // Some tools write zero or three for fonts without instructions.
            let zones = try bytes.uint16(at: 14, of: table)
            guard zones <= 3 else { throw table.broken("has \(zones) zones; there are two") }
        }
        glyphCount = try bytes.offset16(at: 4, of: table)
        guard glyphCount > 0 else { throw table.broken("says that the font has no glyphs") }
    }
}
