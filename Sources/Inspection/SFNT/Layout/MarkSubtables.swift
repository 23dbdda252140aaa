/// Checks the subtables of `GPOS` that attach marks to bases, to ligatures and to other marks.
enum MarkSubtables {
    /// Checks marks on bases, and marks on marks.
    static func checkMarks(_ bytes: RawSpan, _ table: Table, _ context: inout LayoutContext) throws(Violation) {
        let classCount = try checkHeader(bytes, table, &context)
        let bases = try bytes.part16(at: 10, of: table)
        let count = try bytes.offset16(at: 0, of: bases)
        guard count >= (try context.coverage(bytes, at: 4, of: table)) else {
            throw table.broken("has fewer bases than glyphs")
        }
        guard context.isNew(bases, as: .anchor, variant: classCount) else { return }
        try checkAnchors(bytes, bases, at: 2, count: count * classCount, &context)
    }

    /// Checks marks on the components of ligatures.
    static func checkLigatures(_ bytes: RawSpan, _ table: Table, _ context: inout LayoutContext) throws(Violation) {
        let classCount = try checkHeader(bytes, table, &context)
        let ligatures = try bytes.part16(at: 10, of: table)
        let count = try bytes.offset16(at: 0, of: ligatures)
        guard count >= (try context.coverage(bytes, at: 4, of: table)) else {
            throw table.broken("has fewer ligatures than glyphs")
        }
        try ligatures.require(count, of: 2, at: 2)
        try context.spend(count, on: ligatures)
        for index in 0..<count {
            let ligature = try bytes.part16(at: 2 + 2 * index, of: ligatures)
            guard context.isNew(ligature, as: .anchor, variant: classCount) else { continue }
            let components = try bytes.offset16(at: 0, of: ligature)
            try checkAnchors(bytes, ligature, at: 2, count: components * classCount, &context)
        }
    }

    /// Checks the parts that all kinds have in common.
    ///
    /// - Returns: The number of classes of marks.
    private static func checkHeader(
        _ bytes: RawSpan, _ table: Table, _ context: inout LayoutContext
    ) throws(Violation) -> Int {
        guard try bytes.uint16(at: 0, of: table) == 1 else { throw table.broken("has marks of an unknown format") }
        let covered = try context.coverage(bytes, at: 2, of: table)
        let classCount = try bytes.offset16(at: 6, of: table)
        guard classCount > 0 || covered == 0 else { throw table.broken("has marks of no class") }
        let marks = try bytes.part16(at: 8, of: table)
        let count = try bytes.offset16(at: 0, of: marks)
        guard count >= covered else { throw table.broken("has fewer marks than glyphs") }
        try marks.require(count, of: 4, at: 2)
        guard context.isNew(marks, as: .marks, variant: classCount) else { return classCount }
        for index in 0..<count {
            guard try bytes.offset16(at: 2 + 4 * index, of: marks) < classCount else {
                throw table.broken("has a mark of a class that does not exist")
            }
            try PositioningSubtables.checkAnchor(bytes, at: 4 + 4 * index, of: marks, &context)
        }
        return classCount
    }

    private static func checkAnchors(
        _ bytes: RawSpan, _ table: Table, at offset: Int, count: Int, _ context: inout LayoutContext
    ) throws(Violation) {
        try table.require(count, of: 2, at: offset)
        for index in 0..<count {
            try PositioningSubtables.checkAnchor(bytes, at: offset + 2 * index, of: table, &context)
        }
    }
}
