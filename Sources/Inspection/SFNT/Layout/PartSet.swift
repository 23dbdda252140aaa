/// The parts of a table that were checked: a set of numbers that takes only a few steps for each.
///
/// The standard library's set would take up a tenth of the total time for some fonts.
struct PartSet {
    /// The slots for numbers, a power of two and at least twice as many as there are numbers; 0 is an empty slot.
    private var places = [UInt64](repeating: 0, count: 64)
    private var count = 0
    private let factor = Self.factor

    /// A factor that differs in each worker, so that no font can be made whose numbers all map to the same slot.
    private static let factor = UInt64.random(in: .min ... .max) | 1
    /// The bit that distinguishes a number from an empty slot.
    private static let mark: UInt64 = 1 << 63

    /// Adds a number.
    ///
    /// - Parameter number: A number below 2^63.
    /// - Returns: Whether the number was not yet in the set.
    mutating func insert(_ number: UInt64) -> Bool {
        if 2 * (count + 1) > places.count { grow() }
        let entry = number | Self.mark
        let place = place(of: entry)
        guard places[place] == 0 else { return false }
        places[place] = entry
        count += 1
        return true
    }

    /// Returns the slot of an entry, or the slot into which it belongs.
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
