internal import FontModel

/// Determines the outline format of a face.
enum OutlineTables {
    /// Determines the format from the tables.
    ///
    /// - Parameters:
    ///   - tables: The tables.
    ///   - budget: Receives a note if there are only bitmaps.
    /// - Returns: The format; bitmaps without outlines count as TrueType.
    /// - Throws: A violation if the face has nothing to draw.
    static func format(of tables: TableDirectory, _ budget: inout WorkBudget) throws(Violation) -> FontFormat {
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
        for (locations, data) in [("EBLC", "EBDT"), ("bloc", "bdat")] as [(Tag, Tag)]
        where tables[locations] != nil && tables[data] != nil {
            budget.note(.bitmapsAlone, in: data)
            return .truetype
        }
        throw .invalid(Rule.requiredTables, "The font has no outlines.")
    }
}
