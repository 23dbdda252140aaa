/// Checks `gvar` and `cvar`: the variation of outlines and of control values.
enum GlyphVariationsTable {
    /// Checks `gvar`.
    static func check(
        _ bytes: RawSpan, _ table: Table, axisCount: Int, glyphCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) {
        guard try bytes.uint16(at: 0, of: table) == 1 else { throw table.broken("has an unknown version") }
        guard try bytes.offset16(at: 4, of: table) == axisCount else {
            throw table.broken("has deltas with a wrong number of axes")
        }
        guard try bytes.offset16(at: 12, of: table) == glyphCount else {
            throw table.broken("has deltas for a wrong number of glyphs")
        }
        let sharedCount = try bytes.offset16(at: 6, of: table)
        let shared = try table.part(from: try bytes.offset32(at: 8, of: table))
        try shared.require(sharedCount * axisCount, of: 2, at: 0)
        let isLong = try bytes.uint16(at: 14, of: table) & 1 != 0
        let data = try table.part(from: try bytes.offset32(at: 16, of: table))
        try table.require(glyphCount + 1, of: isLong ? 4 : 2, at: 20)
        try budget.spend(glyphCount, on: table)
        var previous = 0
        for index in 0...glyphCount {
            let offset =
                isLong
                ? try bytes.offset32(at: 20 + 4 * index, of: table)
                : 2 * (try bytes.offset16(at: 20 + 2 * index, of: table))
            guard offset >= previous, offset <= data.length else {
                throw table.broken("has deltas that are out of order or outside")
            }
            if index > 0, offset > previous {
                let part = try data.part(from: previous, length: offset - previous)
                try checkTuples(
                    bytes, part, at: 0, axisCount: axisCount, sharedCount: sharedCount, &budget)
            }
            previous = offset
        }
    }

    /// Checks `cvar`.
    static func checkControlValues(
        _ bytes: RawSpan, _ table: Table, axisCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) {
        guard try bytes.uint16(at: 0, of: table) == 1 else { throw table.broken("has an unknown version") }
        // All tuples of `cvar` contain their own peak; none is shared.
        try checkTuples(bytes, table, at: 4, axisCount: axisCount, sharedCount: 0, &budget)
    }

    /// Checks the headers of tuples, and that the data of all tuples fit.
    private static func checkTuples(
        _ bytes: RawSpan, _ part: Table, at start: Int, axisCount: Int, sharedCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) {
        let field = try bytes.offset16(at: start, of: part)
        let count = field & 0x0FFF
        try budget.spend(count, on: part)
        var size = 0
        var offset = start + 4
        for _ in 0..<count {
            size += try bytes.offset16(at: offset, of: part)
            let index = try bytes.offset16(at: offset + 2, of: part)
            guard index & 0x8000 != 0 || index & 0x0FFF < sharedCount else {
                throw part.broken("refers to an axis position that does not exist")
            }
            offset += 4 + (index & 0x8000 != 0 ? 2 * axisCount : 0) + (index & 0x4000 != 0 ? 4 * axisCount : 0)
        }
        let data = try bytes.offset16(at: start + 2, of: part)
        guard count == 0 || data >= offset else {
            throw part.broken("has deltas that overlap their headers")
        }
        guard count > 0 else { return }
        try part.require(offset, at: 0)
        // The points that all tuples share come first, followed by the data of each tuple.
        try part.require(size, at: data)
    }
}
