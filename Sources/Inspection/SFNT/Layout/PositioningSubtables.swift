/// The format of records with which `GPOS` adjusts the position and the advance of a glyph.
struct ValueFormat {
    private let flags: UInt16

    /// Reads the format of the following records.
    init(_ bytes: RawSpan, at offset: Int, of table: Table) throws(Violation) {
        flags = try bytes.uint16(at: offset, of: table)
        guard flags & 0xFF00 == 0 else { throw table.broken("has values of an unknown format") }
    }

    /// The bytes of a record.
    var size: Int { 2 * flags.nonzeroBitCount }

    /// Whether the records point to corrections.
    private var hasDevices: Bool { flags & 0xF0 != 0 }

    /// Checks the corrections of records in a table.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - table: The table that contains the records, from whose start their offsets count.
    ///   - offset: The offset of the first record.
    ///   - count: The number of records.
    ///   - stride: The bytes from one record to the next.
    ///   - context: The state of the check.
    /// - Throws: The rule that is broken.
    func checkDevices(
        _ bytes: RawSpan, _ table: Table, at offset: Int, count: Int, stride: Int, _ context: inout LayoutContext
    ) throws(Violation) {
        guard hasDevices else { return }
        try context.spend(count, on: table)
        for index in 0..<count {
            var field = offset + index * stride + 2 * (flags & 0x0F).nonzeroBitCount
            for bit in 4..<8 where flags & 1 << UInt16(bit) != 0 {
                try DeviceTable.checkOptional(bytes, at: field, of: table, &context)
                field += 2
            }
        }
    }
}

/// Checks the subtables of `GPOS` for single glyphs, and for glyphs that join as in handwriting.
enum PositioningSubtables {
    /// Checks adjustments of single glyphs.
    static func checkSingle(_ bytes: RawSpan, _ table: Table, _ context: inout LayoutContext) throws(Violation) {
        let covered = try context.coverage(bytes, at: 2, of: table)
        let format = try ValueFormat(bytes, at: 4, of: table)
        switch try bytes.uint16(at: 0, of: table) {
        case 1:
            try table.require(format.size, at: 6)
            try format.checkDevices(bytes, table, at: 6, count: 1, stride: format.size, &context)
        case 2:
            let count = try bytes.offset16(at: 6, of: table)
            guard count >= covered else { throw table.broken("has fewer values than glyphs") }
            try table.require(count, of: format.size, at: 8)
            try format.checkDevices(bytes, table, at: 8, count: count, stride: format.size, &context)
        default: throw table.broken("has a single adjustment of an unknown format")
        }
    }

    /// Checks glyphs that join at their anchors.
    static func checkCursive(_ bytes: RawSpan, _ table: Table, _ context: inout LayoutContext) throws(Violation) {
        guard try bytes.uint16(at: 0, of: table) == 1 else { throw table.broken("has joints of an unknown format") }
        let covered = try context.coverage(bytes, at: 2, of: table)
        let count = try bytes.offset16(at: 4, of: table)
        guard count >= covered else { throw table.broken("has fewer joints than glyphs") }
        try table.require(count, of: 4, at: 6)
        for index in 0..<(2 * count) { try checkAnchor(bytes, at: 6 + 2 * index, of: table, &context) }
    }

    /// Checks the anchor that an offset points to, if the offset is not 0.
    static func checkAnchor(
        _ bytes: RawSpan, at offset: Int, of table: Table, _ context: inout LayoutContext
    ) throws(Violation) {
        try context.spend(1, on: table)
        guard let anchor = try bytes.optionalPart16(at: offset, of: table), context.isNew(anchor, as: .anchor) else {
            return
        }
        let format = try bytes.uint16(at: 0, of: anchor)
        switch format {
        case 1: try anchor.require(6, at: 0)
        case 2: try anchor.require(8, at: 0)
        case 3:
            try anchor.require(10, at: 0)
            try DeviceTable.checkOptional(bytes, at: 6, of: anchor, &context)
            try DeviceTable.checkOptional(bytes, at: 8, of: anchor, &context)
        default: throw table.broken("has an anchor of an unknown format")
        }
    }
}
