internal import FontModel

/// The characters of all faces, with each set and each page of 256 code points stored only once.
///
/// 4,215 faces of a distribution have 832 sets with 6,834 pages: a megabyte.
struct InternedCoverage: Sendable {
    /// A set of characters with its languages.
    struct Entry: Sendable {
        /// The fingerprint of the row in the registry, because rows are reused.
        var hash: Int64
        /// The numbers of its pages, in ascending order.
        var numbers: [UInt16]
        /// The start of each page's words in ``words``.
        var places: [UInt32]
        /// The languages with Han styles that the set covers, in lower case.
        var hanLanguages: [String]
    }

    /// The sets by their rows in the registry.
    private(set) var entries: [Int64: Entry] = [:]
    /// The bits of all pages, four words each.
    private(set) var words: [UInt64] = []
    private var known: [[UInt64]: UInt32] = [:]

    /// Adds a set, or replaces the set of a row.
    mutating func insert(_ coverage: CharacterCoverage, languages: String, hash: Int64, row: Int64) {
        var entry = Entry(hash: hash, numbers: [], places: [], hanLanguages: [])
        entry.numbers.reserveCapacity(coverage.pages.count)
        entry.places.reserveCapacity(coverage.pages.count)
        for page in coverage.pages {
            entry.numbers.append(page.number)
            entry.places.append(intern(page.words))
        }
        entry.hanLanguages = languages.lowercased().split(separator: " ").filter(Self.isOfHan).map(String.init)
        entries[row] = entry
    }

    /// Removes the sets whose rows do not exist any more.
    mutating func keep(_ rows: Set<Int64>) {
        entries = entries.filter { rows.contains($0.key) }
        // Pages of removed sets stay until no set is left.
        if entries.isEmpty { self = InternedCoverage() }
    }

    /// Whether a set contains a scalar.
    func contains(_ scalar: Unicode.Scalar, _ entry: Entry) -> Bool {
        let number = UInt16(scalar.value >> 8)
        var (low, high) = (0, entry.numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if entry.numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        guard low < entry.numbers.count, entry.numbers[low] == number else { return false }
        let bit = Int(scalar.value & 0xFF)
        return words[Int(entry.places[low]) + (bit >> 6)] & (1 << UInt64(bit & 63)) != 0
    }

    private mutating func intern(_ page: [UInt64]) -> UInt32 {
        if let place = known[page] { return place }
        let place = UInt32(words.count)
        words += page
        known[page] = place
        return place
    }

    private static func isOfHan(_ tag: Substring) -> Bool {
        ["ja", "ko", "zh"].contains { tag == $0 || tag.hasPrefix("\($0)-") }
    }
}
