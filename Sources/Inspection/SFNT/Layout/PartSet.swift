/// The parts of a table that were checked: a set of numbers that costs a few steps for each, where the standard library's
/// takes a tenth of the time for some fonts.
struct PartSet {
    /// Places for numbers, at least twice as many as there are numbers, and a power of two; 0 is nobody's.
    private var places = [UInt64](repeating: 0, count: 64)
    private var count = 0
    private let factor = Self.factor

    /// Another one in each worker, so that no font can be made whose numbers all want the same place.
    private static let factor = UInt64.random(in: .min ... .max) | 1
    /// The bit that tells a number from an empty place.
    private static let mark: UInt64 = 1 << 63

    /// Adds a number.
    ///
    /// - Parameter number: A number below 2^63.
    /// - Returns: Whether it was not there.
    mutating func insert(_ number: UInt64) -> Bool {
        if 2 * (count + 1) > places.count { grow() }
        let entry = number | Self.mark
        let place = place(of: entry)
        guard places[place] == 0 else { return false }
        places[place] = entry
        count += 1
        return true
    }

    /// Where an entry is, or else where it belongs.
    private func place(of entry: UInt64) -> Int {
        let mask = places.count - 1
        // The upper bits of the product depend on all bits of the entry.
        var place = Int(truncatingIfNeeded: (entry &* factor) >> 32) & mask
        while places[place] != 0, places[place] != entry { place = (place + 1) & mask }
        return place
    }

    private mutating func grow() {
        let entries = places.filter { $0 != 0 }
        places = [UInt64](repeating: 0, count: 2 * places.count)
        for entry in entries { places[place(of: entry)] = entry }
    }
}
