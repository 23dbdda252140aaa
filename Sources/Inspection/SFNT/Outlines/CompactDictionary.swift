/// A DICT of `CFF` or `CFF2`: operators, each with its preceding numbers.
struct CompactDictionary {
    /// The codes of operators; two-byte operators are 0x0C00 plus their second byte.
    enum Key {
        static let charset = 15
        static let encoding = 16
        static let charstrings = 17
        static let privateDictionary = 18
        static let subroutines = 19
        static let variationIndex = 22
        static let variationStore = 24
        static let maximumStack = 25
        static let fontMatrix = 0x0C07
        static let charstringType = 0x0C06
        static let registry = 0x0C1E
        static let fontDictionaries = 0x0C24
        static let fontSelection = 0x0C25
    }

    private var values: [Int: [Double]] = [:]

    /// Reads a DICT.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - part: The DICT.
    ///   - regionCounts: For `CFF2`: the number of regions of each set of deltas, which determines the operands of a
    ///     blend.
    /// - Throws: The rule that is broken.
    init(_ bytes: RawSpan, _ part: Table, regionCounts: [Int]? = nil) throws(Violation) {
        let maximum = regionCounts == nil ? 48 : 513
        var operands: [Double] = []
        var regionCount = regionCounts?.first ?? 0
        var offset = 0
        while offset < part.length {
            let first = Int(try bytes.uint8(at: offset, of: part))
            offset += 1
            switch first {
            case 0...27 where first != 23 || regionCounts == nil:
                var key = first
                if first == 12 {
                    key = 0x0C00 | Int(try bytes.uint8(at: offset, of: part))
                    offset += 1
                }
                guard first <= 21 || (regionCounts != nil && first <= 25) else {
                    throw part.broken("has a dictionary with an unknown operator")
                }
                if key == Key.variationIndex, let index = operands.last, let regionCounts {
                    guard index >= 0, Int(index) < regionCounts.count else {
                        throw part.broken("has a dictionary with deltas that do not exist")
                    }
                    regionCount = regionCounts[Int(index)]
                }
                values[key] = operands
                operands.removeAll(keepingCapacity: true)
            case 23:
                try Self.blend(&operands, part, regionCount)
            case 31, 255: throw part.broken("has a dictionary with a reserved number")
            default:
                try operands.append(Self.number(bytes, part, first, &offset))
                guard operands.count <= maximum else { throw part.broken("has a dictionary with too many numbers") }
            }
        }
        guard operands.isEmpty else { throw part.broken("has a dictionary that ends in a number") }
    }

    /// Whether all operators are allowed in a top DICT of `CFF2`.
    ///
    /// FreeType skips other operators. HarfBuzz 6.0 gives up on the table then and knows no outlines.
    ///
    /// Source: OpenType specification, CFF2, table 9.
    var isSecondTop: Bool {
        let allowed = [
            Key.fontMatrix, Key.charstrings, Key.fontDictionaries, Key.fontSelection, Key.variationStore,
            Key.maximumStack,
        ]
        return values.keys.allSatisfy(allowed.contains)
    }

    /// Whether a list of stems is empty, or a list of zone edges lacks its last one.
    ///
    /// The edges of zones come in pairs; stems are lists of widths. FreeType ignores entries beyond the largest number
    /// that is allowed, and the OpenType Sanitizer does not count them.
    ///
    /// Source: Adobe Technical Note 5176, table 23.
    var hasIncompleteZones: Bool {
        let (zones, stems) = ([6, 7, 8, 9], [0x0C0C, 0x0C0D])
        return zones.contains { (values[$0]?.count ?? 0) % 2 == 1 }
            || stems.contains { values[$0]?.isEmpty ?? false }
    }

    private static func blend(_ operands: inout [Double], _ part: Table, _ regionCount: Int) throws(Violation) {
        guard let last = operands.popLast(), last >= 0, last <= 513 else {
            throw part.broken("has a dictionary with a damaged blend")
        }
        let deltas = Int(last) * regionCount
        guard operands.count >= Int(last) + deltas else { throw part.broken("has a dictionary with a damaged blend") }
        operands.removeLast(deltas)
    }

    private static func number(
        _ bytes: RawSpan, _ part: Table, _ first: Int, _ offset: inout Int
    ) throws(Violation) -> Double {
        switch first {
        case 28:
            defer { offset += 2 }
            return Double(try bytes.int16(at: offset, of: part))
        case 29:
            defer { offset += 4 }
            return Double(try bytes.int32(at: offset, of: part))
        case 30:
            // There are two digits per byte, up to an end mark. No operator that is used here has a real number.
            while true {
                let digits = try bytes.uint8(at: offset, of: part)
                offset += 1
                guard digits >> 4 != 0x0D, digits & 0x0F != 0x0D || digits >> 4 == 0x0F else {
                    throw part.broken("has a dictionary with a damaged number")
                }
                if digits >> 4 == 0x0F || digits & 0x0F == 0x0F { return 0 }
            }
        case 32...246: return Double(first - 139)
        case 247...250:
            defer { offset += 1 }
            return Double((first - 247) * 256 + Int(try bytes.uint8(at: offset, of: part)) + 108)
        default:
            defer { offset += 1 }
            return Double(-(first - 251) * 256 - Int(try bytes.uint8(at: offset, of: part)) - 108)
        }
    }

    /// Whether the operator occurs.
    func has(_ key: Int) -> Bool { values[key] != nil }

    /// Returns the numbers of an operator as offsets or sizes; none may be negative.
    func offsets(_ key: Int, count: Int, in table: Table) throws(Violation) -> [Int]? {
        guard let numbers = values[key] else { return nil }
        guard numbers.count == count, numbers.allSatisfy({ $0 >= 0 && $0 <= 0xFFFF_FFFF }) else {
            throw table.broken("has a dictionary with a damaged offset")
        }
        return numbers.map { Int($0) }
    }
}
