internal import FontModel

/// Which outlines a face has.
enum OutlineTables {
    /// Tells the format.
    ///
    /// - Parameters:
    ///   - tables: The tables.
    ///   - budget: Where it is noted that there are bitmaps alone.
    /// - Returns: The format; bitmaps without outlines count as TrueType.
    /// - Throws: That there is nothing to draw.
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
