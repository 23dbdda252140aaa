internal import FontModel
internal import InspectionProtocol

/// Which outlines a face has, and whether the tables that hold them fit together.
enum OutlineTables {
    /// Tells the format and checks the container of the outlines.
    ///
    /// - Returns: The format; colour bitmaps without outlines count as TrueType.
    static func format(of tables: TableDirectory) throws(Violation) -> FontFormat {
        if tables["glyf"] != nil {
            guard tables["loca"] != nil else {
                throw .invalid(Rule.requiredTables, "There is a table 'glyf' but no 'loca'.")
            }
            return .truetype
        }
        if tables["CFF "] != nil { return .cff }
        if tables["CFF2"] != nil { return .cff2 }
        if tables["CBDT"] != nil, tables["CBLC"] != nil { return .truetype }
        if tables["sbix"] != nil { return .truetype }
        if tables["EBDT"] != nil || tables["bdat"] != nil {
            throw Violation(
                kind: .unrecognizedFormat, rule: Rule.outlines,
                message: "The font has bitmaps only; fonts need outlines or colour bitmaps.")
        }
        throw .invalid(Rule.requiredTables, "The font has no outlines.")
    }

    static func check(
        _ bytes: RawSpan, _ tables: TableDirectory, head: HeadTable, glyphCount: Int
    ) throws(Violation) {
        if let glyphs = tables["glyf"] {
            try checkLocations(
                bytes, try tables.required("loca"), isLong: head.hasLongOffsets, glyphCount: glyphCount,
                limit: glyphs.length)
        }
        if let table = tables["CFF "] { try checkCompact(bytes, table, major: 1) }
        if let table = tables["CFF2"] { try checkCompact(bytes, table, major: 2) }
    }

    /// Every glyph's data must lie in `glyf`, one after the other.
    private static func checkLocations(
        _ bytes: RawSpan, _ locations: Table, isLong: Bool, glyphCount: Int, limit: Int
    ) throws(Violation) {
        try locations.require(glyphCount + 1, of: isLong ? 4 : 2, at: 0)
        var previous = 0
        for glyph in 0...glyphCount {
            let offset =
                isLong
                ? try bytes.offset32(at: 4 * glyph, of: locations)
                : 2 * (try bytes.offset16(at: 2 * glyph, of: locations))
            guard offset >= previous, offset <= limit else {
                throw .invalid(
                    Rule.location, "Glyph \(glyph) starts at byte \(offset) of \(limit), after byte \(previous).")
            }
            previous = offset
        }
    }

    private static func checkCompact(_ bytes: RawSpan, _ table: Table, major: UInt8) throws(Violation) {
        let version = try bytes.uint8(at: 0, of: table)
        let headerSize = Int(try bytes.uint8(at: 2, of: table))
        guard version == major, headerSize >= 4, headerSize < table.length else {
            throw .invalid(Rule.outlines, "The table '\(table.tag)' has a damaged header.")
        }
    }
}
