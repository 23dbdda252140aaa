/// A set of Unicode code points, stored as 256-bit pages because fonts cover scripts in ranges.
package struct CharacterCoverage: Sendable, Equatable {
    /// 256 consecutive code points.
    package struct Page: Sendable, Equatable {
        /// The first code point divided by 256, at most 0x10FF.
        package var number: UInt16
        /// One bit per code point, starting with the least significant bit of the first word; always four words.
        package var words: [UInt64]

        /// Creates a page.
        package init(number: UInt16, words: [UInt64]) {
            self.number = number
            self.words = words
        }
    }

    /// The number of bytes of one page in ``encoded()``: two for its number, 32 for its bits.
    package static let encodedPageSize = 34

    /// The non-empty pages, ascending by number.
    package private(set) var pages: [Page]

    /// Creates an empty set.
    package init() { pages = [] }

    /// Creates a set from pages; `nil` if the pages are invalid.
    ///
    /// - Parameter pages: Ascending by number without repetition, four words each, numbers at most 0x10FF.
    package init?(pages: [Page]) {
        var previous = -1
        for page in pages {
            guard Int(page.number) > previous, page.number <= 0x10FF, page.words.count == 4 else { return nil }
            previous = Int(page.number)
        }
        self.pages = pages
    }

    /// Whether the set contains a code point.
    package func contains(_ scalar: Unicode.Scalar) -> Bool {
        guard let page = page(UInt16(scalar.value >> 8)) else { return false }
        let bit = Int(scalar.value & 0xFF)
        return page.words[bit >> 6] & (1 << UInt64(bit & 63)) != 0
    }

    /// Adds a code point.
    package mutating func insert(_ scalar: Unicode.Scalar) {
        let number = UInt16(scalar.value >> 8)
        let bit = Int(scalar.value & 0xFF)
        let position = firstIndex(atOrAfter: number)
        if position == pages.count || pages[position].number != number {
            pages.insert(Page(number: number, words: [0, 0, 0, 0]), at: position)
        }
        pages[position].words[bit >> 6] |= 1 << UInt64(bit & 63)
    }

    /// The number of code points.
    package var count: Int {
        pages.reduce(0) { $0 + $1.words.reduce(0) { $0 + $1.nonzeroBitCount } }
    }

    /// Whether the set is empty.
    package var isEmpty: Bool { pages.allSatisfy { $0.words.allSatisfy { $0 == 0 } } }

    /// The set as bytes, ``encodedPageSize`` per page, all numbers little-endian.
    package func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pages.count * Self.encodedPageSize)
        for page in pages {
            bytes.append(UInt8(truncatingIfNeeded: page.number))
            bytes.append(UInt8(truncatingIfNeeded: page.number >> 8))
            for word in page.words {
                for shift in stride(from: 0, to: 64, by: 8) {
                    bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
                }
            }
        }
        return bytes
    }

    /// Creates a set from the result of ``encoded()``; `nil` if the bytes are damaged.
    ///
    /// - Parameter bytes: A whole number of pages.
    package init?(encoded bytes: [UInt8]) {
        guard bytes.count % Self.encodedPageSize == 0 else { return nil }
        var pages: [Page] = []
        pages.reserveCapacity(bytes.count / Self.encodedPageSize)
        for start in stride(from: 0, to: bytes.count, by: Self.encodedPageSize) {
            let number = UInt16(bytes[start]) | UInt16(bytes[start + 1]) << 8
            let words = (0..<4).map { word in
                (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[start + 2 + word * 8 + $1]) << UInt64($1 * 8) }
            }
            pages.append(Page(number: number, words: words))
        }
        self.init(pages: pages)
    }

    private func page(_ number: UInt16) -> Page? {
        let position = firstIndex(atOrAfter: number)
        return position < pages.count && pages[position].number == number ? pages[position] : nil
    }

    private func firstIndex(atOrAfter number: UInt16) -> Int {
        var low = 0
        var high = pages.count
        while low < high {
            let middle = (low + high) / 2
            if pages[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
