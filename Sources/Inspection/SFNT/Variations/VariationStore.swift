internal import FontModel

/// Checks an item variation store: the deltas that `HVAR`, `VVAR`, `MVAR`, `GDEF`, `COLR` and `CFF2` share.
enum VariationStore {
    /// Checks a store.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - table: The store.
    ///   - axisCount: The number of axes of `fvar`.
    ///   - budget: The remaining work for the file.
    /// - Returns: The number of regions of each set of deltas.
    /// - Throws: The rule that is broken.
    @discardableResult
    static func check(
        _ bytes: RawSpan, _ table: Table, axisCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) -> [Int] {
        guard try bytes.uint16(at: 0, of: table) == 1 else { throw table.broken("has deltas of an unknown format") }
        let count = try bytes.offset16(at: 6, of: table)
        try table.require(count, of: 4, at: 8)
        var regionCount = 0
        if let regions = try bytes.optionalPart32(at: 2, of: table) {
            regionCount = try checkRegions(bytes, regions, axisCount: axisCount, &budget)
        }
        var counts: [Int] = []
        for index in 0..<count {
            guard let data = try bytes.optionalPart32(at: 8 + 4 * index, of: table) else {
                counts.append(0)
                continue
            }
            counts.append(try checkDeltas(bytes, data, regionCount: regionCount, &budget))
        }
        return counts
    }

    private static func checkRegions(
        _ bytes: RawSpan, _ regions: Table, axisCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) -> Int {
        let count = try bytes.offset16(at: 2, of: regions) & 0x7FFF
        let regionAxes = try bytes.offset16(at: 0, of: regions)
        guard count == 0 || regionAxes == axisCount else {
            throw regions.broken("has regions with a wrong number of axes")
        }
        try regions.require(count * axisCount, of: 6, at: 4)
        try budget.spend(count * axisCount, on: regions)
        for place in 0..<(count * axisCount) {
            let start = try bytes.int16(at: 4 + 6 * place, of: regions)
            let peak = try bytes.int16(at: 6 + 6 * place, of: regions)
            let end = try bytes.int16(at: 8 + 6 * place, of: regions)
            // The value 1 is stored as 0x4000. If a region extends to both signs, its peak must be at the default.
            let isOrdered = start <= peak && peak <= end && start >= -0x4000 && end <= 0x4000
            guard isOrdered, start >= 0 || end <= 0 || peak == 0 else {
                note(in: regions, &budget)
                break
            }
        }
        return count
    }

    /// Notes a store that web browsers object to.
    ///
    /// They reject a font for such a store in `GDEF` or `CFF2`. If it is in the variations of metrics, they drop all
    /// variations of the font, which outlines with regions of their own do not survive.
    private static func note(in table: Table, _ budget: inout WorkBudget) {
        switch table.tag {
        case "GDEF", "CFF2": budget.note(.variationData, in: table.tag)
        case "HVAR", "VVAR", "MVAR":
            if budget.outlinesNeedVariations { budget.note(.variationData, in: table.tag) }
        default: break
        }
    }

    private static func checkDeltas(
        _ bytes: RawSpan, _ data: Table, regionCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) -> Int {
        let items = try bytes.offset16(at: 0, of: data)
        let words = try bytes.offset16(at: 2, of: data)
        let count = try bytes.offset16(at: 4, of: data)
        let wide = words & 0x7FFF
        if words != wide, items > 0 { note(in: data, &budget) }
        guard wide <= count else { throw data.broken("has more wide deltas than deltas") }
        try data.require(count, of: 2, at: 6)
        try budget.spend(count, on: data)
        for index in 0..<count where try bytes.offset16(at: 6 + 2 * index, of: data) >= regionCount {
            throw data.broken("has deltas for a region that does not exist")
        }
        // If the highest bit is set, wide deltas have 32 bits and the others 16, instead of 16 and 8.
        try data.require(items, of: (wide + count) << (words >> 15), at: 6 + 2 * count)
        return count
    }

    /// Checks a map from glyphs to deltas, if an offset points to one.
    static func checkMap(_ bytes: RawSpan, at offset: Int, of table: Table) throws(Violation) {
        guard let map = try bytes.optionalPart32(at: offset, of: table) else { return }
        let format = try bytes.uint8(at: 0, of: map)
        let entry = Int(try bytes.uint8(at: 1, of: map)) >> 4 & 3
        switch format {
        case 0: try map.require(try bytes.offset16(at: 2, of: map), of: entry + 1, at: 4)
        case 1: try map.require(try bytes.offset32(at: 2, of: map), of: entry + 1, at: 6)
        default: throw table.broken("has a map of an unknown format")
        }
    }
}
