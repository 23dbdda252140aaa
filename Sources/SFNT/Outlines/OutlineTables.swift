internal import FontModel

/// Which outlines a face has.
enum OutlineTables {
    /// Tells the format.
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
            throw .unrecognized(
                Rule.outlines, "The font has bitmaps only; fonts need outlines or colour bitmaps.")
        }
        throw .invalid(Rule.requiredTables, "The font has no outlines.")
    }
}
