internal import FontModel

/// Checks version 1 of `COLR`: a graph of paints.
struct ColorPaints {
    private let table: Table
    private let glyphCount: Int
    private var layers: Table?
    private var layerCount = 0
    private var baseGlyphs: [Int: Int] = [:]
    /// The number of paints needed to draw each checked paint, with each one counted as often as it is drawn.
    private var counts: [Int: Int] = [:]
    /// The nesting depth below each checked paint, because a known paint may occur again at a deeper level.
    private var heights: [Int: Int] = [:]
    /// The paints that are currently being checked.
    private var path: Set<Int> = []

    /// The deepest nesting of paints; HarfBuzz stops at 64.
    private static let maximumDepth = 64
    /// The most paints of one glyph, with shared ones counted as often as they are drawn; HarfBuzz has the same limit.
    ///
    /// Source: HB_COLRV1_MAX_EDGE_COUNT of hb-limits.hh. Real glyphs take some hundreds.
    private static let maximumPaints = 65_536

    /// Checks all paints.
    static func check(
        _ bytes: RawSpan, _ table: Table, glyphCount: Int, axisCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) {
        var paints = ColorPaints(table: table, glyphCount: glyphCount)
        try paints.checkAll(bytes, axisCount: axisCount, &budget)
    }

    private init(table: Table, glyphCount: Int) {
        self.table = table
        self.glyphCount = glyphCount
    }

    private mutating func checkAll(
        _ bytes: RawSpan, axisCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) {
        if let list = try bytes.optionalPart32(at: 18, of: table) {
            layerCount = try bytes.offset32(at: 0, of: list)
            try list.require(layerCount, of: 4, at: 4)
            layers = list
        }
        try VariationStore.checkMap(bytes, at: 26, of: table)
        if let store = try bytes.optionalPart32(at: 30, of: table) {
            try VariationStore.check(bytes, store, axisCount: axisCount, &budget)
        }
        guard let list = try bytes.optionalPart32(at: 14, of: table) else { return }
        let count = try bytes.offset32(at: 0, of: list)
        try list.require(count, of: 6, at: 4)
        var previous = -1
        for index in 0..<count {
            let glyph = try bytes.offset16(at: 4 + 6 * index, of: list)
            guard glyph > previous, glyph < glyphCount else {
                throw table.broken("has glyphs that are out of order or do not exist")
            }
            previous = glyph
            baseGlyphs[glyph] = try bytes.part32(at: 6 + 6 * index, of: list).start - table.start
        }
        for offset in baseGlyphs.values.sorted() { _ = try check(bytes, at: offset, depth: 0, &budget) }
    }

    /// Checks a paint and all paints below it.
    ///
    /// - Returns: The number of paints needed to draw it.
    private mutating func check(
        _ bytes: RawSpan, at offset: Int, depth: Int, _ budget: inout WorkBudget
    ) throws(Violation) -> Int {
        try budget.spend(1, on: table)
        guard depth + (heights[offset] ?? 0) <= Self.maximumDepth else {
            throw .limit(Rule.structure(of: table.tag), "Paints are nested more than \(Self.maximumDepth) deep.")
        }
        if let known = counts[offset] { return known }
        guard path.insert(offset).inserted else { throw table.broken("has a paint that is part of itself") }
        let paint = try table.part(from: offset)
        var count = 1
        var height = 0
        for child in try children(bytes, paint, &budget) {
            count += try check(bytes, at: child, depth: depth + 1, &budget)
            height = max(height, 1 + (heights[child] ?? 0))
            guard count <= Self.maximumPaints else {
                throw .limit(Rule.cost, "The table '\(table.tag)' has a glyph that takes too many paints to draw.")
            }
        }
        path.remove(offset)
        counts[offset] = count
        heights[offset] = height
        return count
    }

    /// Returns the paints directly below a paint.
    ///
    /// Source: OpenType specification, COLR table, formats of the Paint tables.
    private func children(
        _ bytes: RawSpan, _ paint: Table, _ budget: inout WorkBudget
    ) throws(Violation) -> [Int] {
        let format = try bytes.uint8(at: 0, of: paint)
        /// Returns the paint that a 24-bit offset points to.
        func target(_ field: Int) throws(Violation) -> Int {
            let offset = try bytes.offset24(at: field, of: paint)
            guard offset > 0 else { throw table.broken("lacks a paint") }
            return paint.start - table.start + offset
        }
        switch format {
        case 1:
            guard let layers else { throw table.broken("has a paint of layers that do not exist") }
            let count = Int(try bytes.uint8(at: 1, of: paint))
            let first = try bytes.offset32(at: 2, of: paint)
            guard first + count <= layerCount else { throw table.broken("has a paint of layers that do not exist") }
            var offsets: [Int] = []
            for index in first..<(first + count) {
                offsets.append(try bytes.part32(at: 4 + 4 * index, of: layers).start - table.start)
            }
            return offsets
        case 2, 3:
            try paint.require(format == 2 ? 5 : 9, at: 0)
            return []
        case 4...9:
            let isVariable = format % 2 == 1
            let line = paint
            let stops = try line.part(from: try bytes.offset24(at: 1, of: paint))
            let count = try bytes.offset16(at: 1, of: stops)
            try stops.require(count, of: isVariable ? 10 : 6, at: 3)
            try paint.require(format < 8 ? 16 : 12, at: 0)
            return []
        case 10:
            guard try bytes.offset16(at: 4, of: paint) < glyphCount else {
                throw table.broken("paints a glyph that does not exist")
            }
            return [try target(1)]
        case 11:
            // If a glyph has no paints of its own, nothing is drawn for it.
            return baseGlyphs[try bytes.offset16(at: 1, of: paint)].map { [$0] } ?? []
        case 12, 13:
            let transform = try paint.part(from: try bytes.offset24(at: 4, of: paint))
            try transform.require(format == 12 ? 24 : 28, at: 0)
            return [try target(1)]
        case 14...31: return [try target(1)]
        case 32: return [try target(1), try target(5)]
        default: throw table.broken("has a paint of an unknown format")
        }
    }
}
