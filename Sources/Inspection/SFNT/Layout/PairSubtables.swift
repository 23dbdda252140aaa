/// Checks the subtables of `GPOS` for pairs of glyphs (kerning).
enum PairSubtables {
    /// Checks pairs, by glyph or by class.
    static func check(_ bytes: RawSpan, _ table: Table, _ context: inout LayoutContext) throws(Violation) {
        let covered = try context.coverage(bytes, at: 2, of: table)
        let first = try ValueFormat(bytes, at: 4, of: table)
        let second = try ValueFormat(bytes, at: 6, of: table)
        switch try bytes.uint16(at: 0, of: table) {
        case 1:
            let count = try bytes.offset16(at: 8, of: table)
            guard count >= covered else { throw table.broken("has fewer pairs than glyphs") }
            try table.require(count, of: 2, at: 10)
            try context.spend(count, on: table)
            for index in 0..<count {
                try checkSet(bytes, try bytes.part16(at: 10 + 2 * index, of: table), first, second, &context)
            }
        case 2:
            try GlyphClasses.check(bytes, try bytes.part16(at: 8, of: table), &context)
            try GlyphClasses.check(bytes, try bytes.part16(at: 10, of: table), &context)
            let count = try bytes.offset16(at: 12, of: table) * bytes.offset16(at: 14, of: table)
            try checkRecords(bytes, table, at: 16, count: count, keySize: 0, first, second, &context)
        default: throw table.broken("has pairs of an unknown format")
        }
    }

    /// Checks the pairs that start with one glyph.
    private static func checkSet(
        _ bytes: RawSpan, _ set: Table, _ first: ValueFormat, _ second: ValueFormat, _ context: inout LayoutContext
    ) throws(Violation) {
        // Two subtables may share a set only if their records have the same size.
        guard context.isNew(set, as: .ruleSet, variant: 0x80 | (first.size + 18 * second.size) / 2) else { return }
        let count = try bytes.offset16(at: 0, of: set)
        try checkRecords(bytes, set, at: 2, count: count, keySize: 2, first, second, &context)
        try context.spend(count, on: set)
        let stride = 2 + first.size + second.size
        for index in 0..<count {
            try context.requireGlyph(try bytes.offset16(at: 2 + stride * index, of: set), in: set)
        }
    }

    private static func checkRecords(
        _ bytes: RawSpan, _ table: Table, at offset: Int, count: Int, keySize: Int, _ first: ValueFormat,
        _ second: ValueFormat, _ context: inout LayoutContext
    ) throws(Violation) {
        let stride = keySize + first.size + second.size
        try table.require(count, of: stride, at: offset)
        try first.checkDevices(bytes, table, at: offset + keySize, count: count, stride: stride, &context)
        try second.checkDevices(bytes, table, at: offset + keySize + first.size, count: count, stride: stride, &context)
    }
}
