/// The clusters of a text as a bit set: first the pages of single scalars, four words each, then the other clusters.
struct CoverBits {
    /// All clusters.
    private(set) var all: [UInt64]
    /// The clusters with a Han ideograph.
    private(set) var han: [UInt64]

    /// The numbers of the pages, in ascending order.
    private var numbers: [UInt16] = []
    private let alternatives: [[[Unicode.Scalar]]]
    private let text: CoverText

    /// Creates the set.
    init(_ text: CoverText) {
        self.text = text
        all = []
        han = []
        for scalar in text.scalars {
            let number = UInt16(scalar.value >> 8)
            if numbers.last != number {
                numbers.append(number)
                all += [0, 0, 0, 0]
                han += [0, 0, 0, 0]
            }
            let bit = Int(scalar.value & 0xFF)
            let word = all.count - 4 + (bit >> 6)
            all[word] |= 1 << UInt64(bit & 63)
            if CoverText.isHan(scalar) { han[word] |= 1 << UInt64(bit & 63) }
        }
        let start = all.count
        let count = (text.clusters.count + 63) / 64
        all += Array(repeating: 0, count: count)
        han += Array(repeating: 0, count: count)
        for (number, cluster) in text.clusters.enumerated() {
            all[start + number / 64] |= 1 << UInt64(number % 64)
            if cluster.isHan { han[start + number / 64] |= 1 << UInt64(number % 64) }
        }
        alternatives = text.clusters.map(\.alternatives)
    }

    /// The words of the set that have common bits with a set of characters.
    func words(of entry: InternedCoverage.Entry, in coverage: InternedCoverage) -> CoverSearch.Words {
        var words: CoverSearch.Words = []
        var (own, other) = (0, 0)
        while own < numbers.count, other < entry.numbers.count {
            if numbers[own] < entry.numbers[other] {
                own += 1
            } else if numbers[own] > entry.numbers[other] {
                other += 1
            } else {
                let place = Int(entry.places[other])
                for word in 0..<4 {
                    let bits = all[own * 4 + word] & coverage.words[place + word]
                    if bits != 0 { words.append((own * 4 + word, bits)) }
                }
                own += 1
                other += 1
            }
        }
        var bits: UInt64 = 0
        for (number, sequences) in alternatives.enumerated() {
            if sequences.contains(where: { $0.allSatisfy { coverage.contains($0, entry) } }) {
                bits |= 1 << UInt64(number % 64)
            }
            if bits != 0, number % 64 == 63 || number == alternatives.count - 1 {
                words.append((numbers.count * 4 + number / 64, bits))
                bits = 0
            }
        }
        return words
    }

    /// The clusters of a set, as text.
    ///
    /// - Parameters:
    ///   - words: The set.
    ///   - limit: The maximum number of clusters.
    /// - Returns: The clusters in ascending order; clusters of several scalars come last.
    func clusters(in words: [UInt64], limit: Int) -> [String] {
        var found: [String] = []
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0, found.count < limit {
                let bit = rest.trailingZeroBitCount
                rest &= rest - 1
                var scalars = String.UnicodeScalarView()
                if index < numbers.count * 4 {
                    let value = UInt32(numbers[index / 4]) << 8 | UInt32(index % 4 * 64 + bit)
                    if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
                } else {
                    scalars.append(contentsOf: text.clusters[(index - numbers.count * 4) * 64 + bit].scalars)
                }
                found.append(String(scalars))
            }
        }
        return found
    }
}
