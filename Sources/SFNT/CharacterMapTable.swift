/// Checks `cmap`: each subtable must lie in the table, and one must map Unicode.
///
/// A Windows symbol subtable (3, 0) counts as one: fontconfig and all toolkits map its characters to U+F000 and up.
struct CharacterMapTable {
    /// Whether the only usable subtable is that of a symbol font.
    let isSymbol: Bool

    /// The most subtables; real fonts have up to seven.
    ///
    /// More would only make us check the same bytes again and again.
    private static let maximumSubtables = 64

    init(_ bytes: RawSpan, _ table: Table, glyphCount: Int) throws(Violation) {
        let count = try bytes.offset16(at: 2, of: table)
        guard count <= Self.maximumSubtables else {
            throw .limit(Rule.characterMap, "There are \(count) subtables; \(Self.maximumSubtables) are allowed.")
        }
        var checked: Set<Int> = []
        var hasUnicode = false
        var hasSymbol = false
        for index in 0..<count {
            let platform = try bytes.uint16(at: 4 + 8 * index, of: table)
            let encoding = try bytes.uint16(at: 6 + 8 * index, of: table)
            let offset = try bytes.offset32(at: 8 + 8 * index, of: table)
            let subtable = try table.part(from: offset)
            let format = try bytes.uint16(at: 0, of: subtable)
            if checked.insert(offset).inserted { try Self.check(bytes, subtable, format, glyphCount) }
            // Format 14 has variation sequences only; a font needs another subtable beside it.
            guard format != 14 else { continue }
            switch (platform, encoding) {
            case (0, _), (3, 1), (3, 10): hasUnicode = true
            case (3, 0): hasSymbol = true
            default: break
            }
        }
        guard hasUnicode || hasSymbol else {
            throw .invalid(Rule.characterMap, "None of the \(count) subtables maps Unicode characters to glyphs.")
        }
        isSymbol = !hasUnicode
    }

    private static func check(
        _ bytes: RawSpan, _ table: Table, _ format: UInt16, _ glyphCount: Int
    ) throws(Violation) {
        switch format {
        case 0: try table.require(256, at: 6)
        case 2: try checkMixed(bytes, table)
        case 4: try checkSegments(bytes, table)
        case 6: try table.require(try bytes.offset16(at: 8, of: table), of: 2, at: 10)
        case 8: try table.require(try bytes.offset32(at: 8204, of: table), of: 12, at: 8208)
        case 10: try table.require(try bytes.offset32(at: 16, of: table), of: 2, at: 20)
        case 12, 13: try checkGroups(bytes, table, isConstant: format == 13, glyphCount)
        case 14: try checkSequences(bytes, table)
        default: throw .invalid(Rule.characterMap, "A subtable has the unknown format \(format).")
        }
    }

    /// Format 2, mixed one- and two-byte codes: 256 keys point to subheaders of eight bytes.
    private static func checkMixed(_ bytes: RawSpan, _ table: Table) throws(Violation) {
        var greatest = 0
        for index in 0..<256 { greatest = max(greatest, try bytes.offset16(at: 6 + 2 * index, of: table)) }
        try table.require(greatest + 8, at: 518)
    }

    /// Format 4, segments of the Basic Multilingual Plane.
    ///
    /// The length field is not used: in real fonts it is wrong where
    /// the subtable has more than 64 KiB.
    private static func checkSegments(_ bytes: RawSpan, _ table: Table) throws(Violation) {
        let doubled = try bytes.offset16(at: 6, of: table)
        guard doubled % 2 == 0, doubled > 0 else {
            throw .invalid(Rule.characterMap, "A subtable has half a segment, or none.")
        }
        // Four arrays, and two bytes of padding between the first two.
        try table.require(4 * doubled + 2, at: 14)
        var previousEnd = -1
        for offset in stride(from: 0, to: doubled, by: 2) {
            let end = try bytes.offset16(at: 14 + offset, of: table)
            let start = try bytes.offset16(at: 16 + doubled + offset, of: table)
            guard start <= end, start > previousEnd || start == 0xFFFF else {
                throw .invalid(Rule.characterMap, "The segments of a subtable are not in order.")
            }
            previousEnd = end
            let position = 16 + 3 * doubled + offset
            let range = try bytes.offset16(at: position, of: table)
            // The last segment stands for no character, and real fonts leave rubbish in it.
            guard range != 0, range != 0xFFFF, start != 0xFFFF else { continue }
            try table.require(2 * (end - start + 1), at: position + range)
        }
    }

    /// Formats 12 and 13, groups of characters.
    private static func checkGroups(
        _ bytes: RawSpan, _ table: Table, isConstant: Bool, _ glyphCount: Int
    ) throws(Violation) {
        let count = try bytes.offset32(at: 12, of: table)
        try table.require(count, of: 12, at: 16)
        var previousEnd = -1
        for index in 0..<count {
            let start = try bytes.offset32(at: 16 + 12 * index, of: table)
            let end = try bytes.offset32(at: 20 + 12 * index, of: table)
            let glyph = try bytes.offset32(at: 24 + 12 * index, of: table)
            guard start <= end, start > previousEnd, end <= 0x10FFFF else {
                throw .invalid(Rule.characterMap, "The groups of a subtable are not in order.")
            }
            guard glyph + (isConstant ? 0 : end - start) < max(glyphCount, 0x1_0000) else {
                throw .invalid(Rule.characterMap, "A group of a subtable has glyphs beyond the last possible one.")
            }
            previousEnd = end
        }
    }

    /// Format 14, variation selectors, each with up to two lists.
    private static func checkSequences(_ bytes: RawSpan, _ table: Table) throws(Violation) {
        let count = try bytes.offset32(at: 6, of: table)
        try table.require(count, of: 11, at: 10)
        // Unicode has 259 variation selectors.
        guard count <= 512 else { throw .limit(Rule.characterMap, "There are \(count) variation selectors.") }
        for index in 0..<count {
            let record = 10 + 11 * index
            for (field, size) in [(record + 3, 4), (record + 7, 5)] {
                let offset = try bytes.offset32(at: field, of: table)
                guard offset != 0 else { continue }
                let list = try table.part(from: offset)
                try list.require(try bytes.offset32(at: 0, of: list), of: size, at: 4)
            }
        }
    }
}
