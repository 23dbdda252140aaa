/// Checks `cmap` subtables of format 14: the glyphs for characters followed by a variation selector.
enum VariationSequences {
    /// Checks a subtable.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - table: The subtable.
    ///   - glyphCount: From `maxp`.
    ///   - budget: The remaining work for the file.
    /// - Returns: Whether all glyphs exist.
    /// - Throws: The rule that is broken.
    static func check(
        _ bytes: RawSpan, _ table: Table, glyphCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) -> Bool {
        let count = try bytes.offset32(at: 6, of: table)
        try table.require(count, of: 11, at: 10)
        // Unicode has 259 variation selectors.
        guard count <= 512 else { throw .limit(Rule.characterMap, "There are \(count) variation selectors.") }
        try budget.spend(count, on: table)
        var previous = -1
        // Selectors may share a list, which is checked only once.
        var ranges: Set<Int> = []
        var mappings: Set<Int> = []
        var isComplete = true
        for index in 0..<count {
            let record = 10 + 11 * index
            let selector = try bytes.offset24(at: record, of: table)
            guard selector > previous, selector <= 0x10FFFF else {
                throw table.broken("has variation selectors that are not in order")
            }
            previous = selector
            if let list = try bytes.optionalPart32(at: record + 3, of: table), ranges.insert(list.start).inserted {
                try checkRanges(bytes, list, &budget)
            }
            if let list = try bytes.optionalPart32(at: record + 7, of: table), mappings.insert(list.start).inserted {
                if try !checkMappings(bytes, list, glyphCount: glyphCount, &budget) { isComplete = false }
            }
        }
        return isComplete
    }

    /// Checks the characters that keep their usual glyph.
    private static func checkRanges(
        _ bytes: RawSpan, _ list: Table, _ budget: inout WorkBudget
    ) throws(Violation) {
        let count = try bytes.offset32(at: 0, of: list)
        try list.require(count, of: 4, at: 4)
        try budget.spend(count, on: list)
        var previousEnd = -1
        for index in 0..<count {
            let start = try bytes.offset24(at: 4 + 4 * index, of: list)
            let end = start + Int(try bytes.uint8(at: 7 + 4 * index, of: list))
            guard start > previousEnd, end <= 0x10FFFF else {
                throw list.broken("has variation sequences that are not in order")
            }
            previousEnd = end
        }
    }

    /// Checks the characters that get a different glyph.
    ///
    /// - Returns: Whether all glyphs exist.
    private static func checkMappings(
        _ bytes: RawSpan, _ list: Table, glyphCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) -> Bool {
        let count = try bytes.offset32(at: 0, of: list)
        try list.require(count, of: 5, at: 4)
        try budget.spend(count, on: list)
        var previous = -1
        var isComplete = true
        for index in 0..<count {
            let character = try bytes.offset24(at: 4 + 5 * index, of: list)
            let glyph = try bytes.offset16(at: 7 + 5 * index, of: list)
            guard character > previous, character <= 0x10FFFF else {
                throw list.broken("has variation sequences that are not in order")
            }
            if glyph >= glyphCount { isComplete = false }
            previous = character
        }
        return isComplete
    }
}
