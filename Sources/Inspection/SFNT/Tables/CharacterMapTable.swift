internal import FontModel

/// Checks `cmap`: each subtable must lie in the table, and one must map Unicode.
///
/// A Windows symbol subtable (3, 0) counts as a Unicode one: fontconfig and all toolkits map its characters to U+F000
/// and up.
struct CharacterMapTable {
    /// Whether the only usable subtable is one for symbol fonts.
    let isSymbol: Bool
    /// The most characters that the groups of one subtable map to glyphs that exist.
    private(set) var characterCount = 0
    /// Whether a character is mapped to a glyph that does not exist, where web browsers do not mind.
    ///
    /// FreeType uses the glyph for missing characters then (`FT_Get_Char_Index`), and it does not list the character
    /// (`FT_Get_Next_Char`), so that fontconfig does not find it. HarfBuzz passes the glyph on, and FreeType refuses to
    /// load it.
    private(set) var hasMissingGlyphs = false

    /// The most subtables; real fonts have up to seven.
    ///
    /// More subtables would only cause repeated checks of the same bytes.
    private static let maximumSubtables = 64
    /// The largest number that fontconfig can store, which is larger than the largest Unicode character.
    private static let largestCharacter = 0xFF_FFFF

    /// Checks the table.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - table: The table.
    ///   - glyphCount: From `maxp`.
    ///   - budget: The remaining work for the file; subtables may overlap.
    /// - Throws: The rule that is broken.
    init(_ bytes: RawSpan, _ table: Table, glyphCount: Int, _ budget: inout WorkBudget) throws(Violation) {
        guard try bytes.uint16(at: 0, of: table) == 0 else { throw table.broken("has an unknown version") }
        let count = try bytes.offset16(at: 2, of: table)
        guard count <= Self.maximumSubtables else {
            throw .limit(Rule.characterMap, "There are \(count) subtables; \(Self.maximumSubtables) are allowed.")
        }
        var headers: [CharacterMapHeader] = []
        for index in 0..<count { headers.append(try CharacterMapHeader(bytes, table, index)) }
        isSymbol = try !Self.hasUnicode(bytes, headers)
        if !headers.contains(where: \.isOfBrowsers) { budget.note(.characterMapFormats, in: table.tag) }
        // The bytes that each subtable needs, by its offset.
        var needs: [Int: Int] = [:]
        for header in headers {
            guard header.offset >= 4 + 8 * count else { throw table.broken("has a subtable that overlaps its header") }
            let need: Int
            if let known = needs[header.offset] {
                need = known
            } else {
                need = try check(bytes, header.subtable, header.format, glyphCount, &budget)
                needs[header.offset] = need
            }
            if !header.isSound(need: need) { budget.note(.characterMapFields, in: table.tag) }
        }
        if CharacterMapHeader.overlap(headers) { budget.note(.characterMapFields, in: table.tag) }
    }

    /// Whether a subtable maps Unicode; if none does, one must map symbols.
    private static func hasUnicode(_ bytes: RawSpan, _ headers: [CharacterMapHeader]) throws(Violation) -> Bool {
        var hasSymbol = false
        for header in headers {
            // Format 14 contains only variation sequences; a font also needs another subtable.
            guard header.format != 14, try !header.isIgnored(bytes) else { continue }
            switch header.kind {
            case (0, _), (3, 1), (3, 10): return true
            case (3, 0): hasSymbol = true
            default: break
            }
        }
        guard hasSymbol else {
            throw .invalid(
                Rule.characterMap,
                "None of the \(headers.count) subtables maps Unicode characters to glyphs so that FreeType reads it.")
        }
        return false
    }

    /// Checks a subtable.
    ///
    /// - Returns: The bytes that it needs; 0 for formats of which web browsers do not check that.
    private mutating func check(
        _ bytes: RawSpan, _ table: Table, _ format: UInt16, _ glyphCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) -> Int {
        switch format {
        case 0:
            try checkBytes(bytes, table, glyphCount)
            return 262
        case 2: try Self.checkMixed(bytes, table)
        case 4: return try checkSegments(bytes, table, glyphCount, &budget)
        case 6:
            let count = try bytes.offset16(at: 8, of: table)
            try checkTrimmed(bytes, table, count: count, at: 10, glyphCount, &budget)
        case 8:
            try table.require(8192, at: 12)
            _ = try checkGroups(bytes, table, format, at: 8204, glyphCount, &budget)
        case 10:
            let count = try bytes.offset32(at: 16, of: table)
            try checkTrimmed(bytes, table, count: count, at: 20, glyphCount, &budget)
        case 12, 13: return try checkGroups(bytes, table, format, at: 12, glyphCount, &budget)
        case 14:
            if try !VariationSequences.check(bytes, table, glyphCount: glyphCount, &budget) { hasMissingGlyphs = true }
        default: throw table.broken("has a subtable of the unknown format \(format)")
        }
        return 0
    }

    /// Checks format 0: one byte for each of 256 characters.
    private mutating func checkBytes(_ bytes: RawSpan, _ table: Table, _ glyphCount: Int) throws(Violation) {
        for index in 0..<256 where Int(try bytes.uint8(at: 6 + index, of: table)) >= glyphCount {
            hasMissingGlyphs = true
        }
    }

    /// Checks formats 6 and 10: an array of glyphs.
    private mutating func checkTrimmed(
        _ bytes: RawSpan, _ table: Table, count: Int, at offset: Int, _ glyphCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) {
        try table.require(count, of: 2, at: offset)
        try budget.spend(count, on: table)
        guard count <= 0x11_0000 else { throw table.broken("has more entries than there are characters") }
        for index in 0..<count where try bytes.offset16(at: offset + 2 * index, of: table) >= glyphCount {
            hasMissingGlyphs = true
        }
    }

    /// Checks format 2: mixed one- and two-byte codes, with 256 keys that point to subheaders of eight bytes.
    private static func checkMixed(_ bytes: RawSpan, _ table: Table) throws(Violation) {
        var greatest = 0
        for index in 0..<256 { greatest = max(greatest, try bytes.offset16(at: 6 + 2 * index, of: table)) }
        try table.require(greatest + 8, at: 518)
    }

    /// Checks format 4: segments of the Basic Multilingual Plane.
    ///
    /// The length field is not used, because in real fonts it is wrong if the subtable has more than 64 KiB.
    ///
    /// - Returns: The bytes that the subtable needs.
    private mutating func checkSegments(
        _ bytes: RawSpan, _ table: Table, _ glyphCount: Int, _ budget: inout WorkBudget
    ) throws(Violation) -> Int {
        let doubled = try bytes.offset16(at: 6, of: table)
        guard doubled % 2 == 0, doubled > 0 else {
            throw table.broken("has a subtable with an incomplete segment, or with no segments")
        }
        // There are four arrays, and two bytes of padding between the first two.
        var need = 16 + 4 * doubled
        try table.require(need, at: 0)
        try budget.spend(doubled / 2, on: table)
        if try bytes.uint16(at: 14 + doubled, of: table) != 0 { budget.note(.characterMapFields, in: table.tag) }
        var previousEnd = -1
        var previousStart = -1
        for offset in stride(from: 0, to: doubled, by: 2) {
            let end = try bytes.offset16(at: 14 + offset, of: table)
            let start = try bytes.offset16(at: 16 + doubled + offset, of: table)
            guard start <= end, start > previousEnd || start == 0xFFFF else {
                throw table.broken("has segments that are not in order")
            }
            (previousStart, previousEnd) = (start, end)
            let delta = try bytes.uint16(at: 16 + 2 * doubled + offset, of: table)
            let position = 16 + 3 * doubled + offset
            let range = try bytes.offset16(at: position, of: table)
            // The last segment represents no character, and in some real fonts its values are invalid.
            guard range != 0, range != 0xFFFF, start != 0xFFFF else {
                // The sums are computed with 16 bits.
                let (first, last) = ((start + Int(delta)) & 0xFFFF, (end + Int(delta)) & 0xFFFF)
                if range == 0, start != 0xFFFF, last >= glyphCount || first > last {
                    budget.note(.characterMapRange, in: table.tag)
                }
                continue
            }
            try table.require(2 * (end - start + 1), at: position + range)
            need = max(need, position + range + 2 * (end - start + 1))
            try budget.spend(end - start + 1, on: table)
            for place in 0...(end - start) {
                let glyph = try bytes.uint16(at: position + range + 2 * place, of: table)
                // The OpenType Sanitizer does not add the difference.
                if Int(glyph) >= glyphCount {
                    budget.note(.characterMapRange, in: table.tag)
                } else if glyph != 0, Int(glyph &+ delta) >= glyphCount {
                    hasMissingGlyphs = true
                }
            }
        }
        if try !Self.hasSoundSearch(bytes, table, doubled: doubled) { budget.note(.characterMapSearch, in: table.tag) }
        if previousStart != 0xFFFF { budget.note(.characterMapFields, in: table.tag) }
        guard previousEnd == 0xFFFF else { throw table.broken("has segments that do not end with U+FFFF") }
        return need
    }

    /// Whether the fields for a binary search match the number of segments.
    private static func hasSoundSearch(_ bytes: RawSpan, _ table: Table, doubled: Int) throws(Violation) -> Bool {
        let exponent = Int.bitWidth - 1 - (doubled / 2).leadingZeroBitCount
        let range = 2 << exponent
        let fields = (
            range: try bytes.offset16(at: 8, of: table), exponent: try bytes.offset16(at: 10, of: table),
            rest: try bytes.offset16(at: 12, of: table)
        )
        return fields == (range, exponent, doubled - range)
    }

    /// Checks formats 8, 12 and 13: groups of characters.
    ///
    /// - Returns: The bytes that the subtable needs.
    private mutating func checkGroups(
        _ bytes: RawSpan, _ table: Table, _ format: UInt16, at offset: Int, _ glyphCount: Int,
        _ budget: inout WorkBudget
    ) throws(Violation) -> Int {
        let count = try bytes.offset32(at: offset, of: table)
        try table.require(count, of: 12, at: offset + 4)
        try budget.spend(count, on: table)
        var previousEnd = -1
        var characters = 0
        for index in 0..<count {
            let group = offset + 4 + 12 * index
            let start = try bytes.offset32(at: group, of: table)
            let end = try bytes.offset32(at: group + 4, of: table)
            let glyph = try bytes.offset32(at: group + 8, of: table)
            guard start <= end, start > previousEnd, end <= Self.largestCharacter else {
                throw table.broken("has groups of characters that are not in order")
            }
            let size = end - start + 1
            if glyph + (format == 13 ? 0 : size - 1) >= glyphCount {
                if format == 8 {
                    hasMissingGlyphs = true
                } else {
                    // No glyph has a number of more than 16 bits.
                    budget.note(glyph > 0xFFFF ? .characterMapLimit : .characterMapRange, in: table.tag)
                }
            }
            if end > 0x10FFFF {
                budget.note(.characterMapLimit, in: table.tag)
                // fontconfig walks through each of them.
                try budget.spend(end - max(start - 1, 0x10FFFF), on: table)
            }
            characters += glyph >= glyphCount ? 0 : format == 13 ? size : min(size, glyphCount - glyph)
            previousEnd = end
        }
        characterCount = max(characterCount, characters)
        return offset + 4 + 12 * count
    }
}
