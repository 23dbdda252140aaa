internal import FontModel

/// Checks `CFF` and `CFF2`: PostScript outlines.
enum CompactFontTable {
    /// Checks the table with all its charstrings.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - table: `CFF ` or `CFF2`.
    ///   - glyphCount: From `maxp`.
    ///   - axisCount: The number of axes of `fvar`.
    ///   - budget: The remaining work for the file.
    /// - Returns: Whether this proves that FreeType can load all glyphs; see ``CharstringCheck/isConclusive``.
    /// - Throws: The rule that is broken.
    static func check(
        _ bytes: RawSpan, _ table: Table, glyphCount: Int, axisCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) -> Bool {
        let isSecond = table.tag == "CFF2"
        let header = Int(try bytes.uint8(at: 2, of: table))
        guard try bytes.uint8(at: 0, of: table) == (isSecond ? 2 : 1), header >= (isSecond ? 5 : 4),
            header < table.length
        else { throw table.broken("has a damaged header") }
        if isSecond {
            if try bytes.uint8(at: 1, of: table) != 0 { budget.note(.compactVersion, in: table.tag) }
            try checkSecond(bytes, table, header, glyphCount: glyphCount, axisCount: axisCount, &budget)
            return false
        }
        return try checkFirst(bytes, table, header, glyphCount: glyphCount, &budget)
    }

    private static func checkFirst(
        _ bytes: RawSpan, _ table: Table, _ header: Int, glyphCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) -> Bool {
        guard 1...4 ~= (try bytes.uint8(at: 3, of: table)) else { throw table.broken("has a damaged header") }
        let names = try CompactIndex(bytes, table, at: header, isWide: false)
        let tops = try CompactIndex(bytes, table, at: names.end, isWide: false)
        guard names.count == 1, tops.count == 1 else { throw table.broken("holds \(tops.count) fonts, not one") }
        let name = try names.object(bytes, 0)
        for offset in 0..<name.length {
            let character = try bytes.uint8(at: offset, of: name)
            guard 0x20...0x7E ~= character else {
                throw table.broken("has a name with characters that PostScript does not allow")
            }
            if FontName.delimiters.contains(character) { budget.note(.unfitNames, in: table.tag) }
        }
        let strings = try CompactIndex(bytes, table, at: tops.end, isWide: false)
        let globals = try CompactIndex(bytes, table, at: strings.end, isWide: false)
        let top = try CompactDictionary(bytes, try tops.object(bytes, 0))
        if let type = try top.offsets(CompactDictionary.Key.charstringType, count: 1, in: table), type != [2] {
            throw table.broken("has charstrings of an unknown type")
        }
        let charstrings = try charstringIndex(bytes, table, top, glyphCount: glyphCount, isWide: false)
        try CompactTables.checkCharset(bytes, table, top, glyphCount: glyphCount)
        if !top.has(CompactDictionary.Key.registry) { try CompactTables.checkEncoding(bytes, table, top) }

        var locals: [CompactIndex?]
        var selection: FDSelect?
        if top.has(CompactDictionary.Key.registry) {
            (locals, _) = try fontDictionaries(bytes, table, top, regionCounts: nil, &budget)
            selection = try FDSelect(bytes, table, top, glyphCount: glyphCount, fontCount: locals.count)
        } else {
            locals = [try privateSubroutines(bytes, table, top, regionCounts: nil, &budget).subroutines]
        }
        var checker = CharstringCheck(table: table, globals: globals, regionCounts: nil)
        for glyph in 0..<glyphCount {
            let font = try selection?.font(bytes, of: glyph) ?? 0
            try checker.check(bytes, try charstrings.object(bytes, glyph), locals: locals[font], &budget)
        }
        return checker.isConclusive
    }

    private static func checkSecond(
        _ bytes: RawSpan, _ table: Table, _ header: Int, glyphCount: Int, axisCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) {
        let size = try bytes.offset16(at: 3, of: table)
        let top = try CompactDictionary(bytes, try table.part(from: header, length: size), regionCounts: [])
        guard top.isSecondTop else { throw table.broken("has a dictionary with operators that do not belong there") }
        let globals = try CompactIndex(bytes, table, at: header + size, isWide: true)
        var regionCounts: [Int] = []
        if let place = try top.offsets(CompactDictionary.Key.variationStore, count: 1, in: table) {
            // The store is preceded by its length of two bytes.
            let store = try table.part(from: place[0] + 2)
            budget.outlinesNeedVariations = true
            regionCounts = try VariationStore.check(bytes, store, axisCount: axisCount, &budget)
        }
        let charstrings = try charstringIndex(bytes, table, top, glyphCount: glyphCount, isWide: true)
        let (locals, indexes) = try fontDictionaries(bytes, table, top, regionCounts: regionCounts, &budget)
        let selection = try FDSelect(bytes, table, top, glyphCount: glyphCount, fontCount: locals.count)
        var checker = CharstringCheck(table: table, globals: globals, regionCounts: regionCounts)
        for glyph in 0..<glyphCount {
            let font = try selection.font(bytes, of: glyph)
            checker.variationIndex = indexes[font]
            try checker.check(bytes, try charstrings.object(bytes, glyph), locals: locals[font], &budget)
        }
    }

    private static func charstringIndex(
        _ bytes: RawSpan, _ table: Table, _ top: CompactDictionary, glyphCount: Int, isWide: Bool
    ) throws(Violation) -> CompactIndex {
        guard let place = try top.offsets(CompactDictionary.Key.charstrings, count: 1, in: table), place[0] > 0 else {
            throw table.broken("has no outlines")
        }
        let index = try CompactIndex(bytes, table, at: place[0], isWide: isWide)
        guard index.count == glyphCount else {
            throw table.broken("has outlines for \(index.count) of \(glyphCount) glyphs")
        }
        return index
    }

    /// Returns the local subroutines and the first set of deltas of each font in the table.
    private static func fontDictionaries(
        _ bytes: RawSpan, _ table: Table, _ top: CompactDictionary, regionCounts: [Int]?, _ budget: inout WorkBudget
    ) throws(Violation) -> (subroutines: [CompactIndex?], variationIndexes: [Int]) {
        guard let place = try top.offsets(CompactDictionary.Key.fontDictionaries, count: 1, in: table) else {
            throw table.broken("has no font dictionaries")
        }
        let array = try CompactIndex(bytes, table, at: place[0], isWide: regionCounts != nil)
        guard 1...256 ~= array.count || (regionCounts != nil && 1...0xFFFF ~= array.count) else {
            throw table.broken("has \(array.count) font dictionaries")
        }
        var subroutines: [CompactIndex?] = []
        var indexes: [Int] = []
        for number in 0..<array.count {
            let dictionary = try CompactDictionary(
                bytes, try array.object(bytes, number), regionCounts: regionCounts)
            let result = try privateSubroutines(bytes, table, dictionary, regionCounts: regionCounts, &budget)
            subroutines.append(result.subroutines)
            indexes.append(result.variationIndex)
        }
        return (subroutines, indexes)
    }

    private static func privateSubroutines(
        _ bytes: RawSpan, _ table: Table, _ dictionary: CompactDictionary, regionCounts: [Int]?,
        _ budget: inout WorkBudget
    ) throws(Violation) -> (subroutines: CompactIndex?, variationIndex: Int) {
        guard let place = try dictionary.offsets(CompactDictionary.Key.privateDictionary, count: 2, in: table) else {
            if regionCounts == nil { throw table.broken("has no private dictionary") }
            return (nil, 0)
        }
        let part = try table.part(from: place[1], length: place[0])
        let values = try CompactDictionary(bytes, part, regionCounts: regionCounts)
        if values.hasIncompleteZones { budget.note(.incompleteZones, in: table.tag) }
        let index = try values.offsets(CompactDictionary.Key.variationIndex, count: 1, in: table)?.first ?? 0
        guard let offset = try values.offsets(CompactDictionary.Key.subroutines, count: 1, in: table),
            offset[0] > 0
        else { return (nil, index) }
        return (
            try CompactIndex(bytes, table, at: place[1] + offset[0], isWide: regionCounts != nil), index
        )
    }
}
