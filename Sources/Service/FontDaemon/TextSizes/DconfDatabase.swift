/// Reads one number from a dconf database, as the user's settings are in where no settings portal tells them.
///
/// The file is a GVDB hash table (GLib's `gvdb-format.h`, dconf 0.40): a header with the place of the table; the table
/// with a Bloom filter, buckets and items; each item with a part of its key, the item that the rest of its key is of,
/// and a value, which is a serialised variant. The items are searched one by one: the file is read once for a change.
/// Whatever does not fit is taken for not there.
struct DconfDatabase {
    /// The largest file that is read.
    static let maximumSize = 8 << 20
    /// The bytes of an item.
    private static let itemSize = 24
    /// The longest chain of parts of a key.
    private static let maximumDepth = 32

    private let bytes: [UInt8]

    /// Takes the bytes of a file.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The number of a key.
    ///
    /// - Parameter key: The whole key, such as `/org/gnome/desktop/interface/text-scaling-factor`.
    /// - Returns: The number; `nil` where there is no such key, or its value is no `d`.
    func double(_ key: String) -> Double? {
        // "GVariant" as two words; a machine of the other byte order writes them swapped.
        guard word(0) == 0x7261_5647, word(4) == 0x746e_6169, let start = word(16), let end = word(20),
            let table = range(start, end), let header = word(table.lowerBound),
            let buckets = word(table.lowerBound + 4)
        else { return nil }
        // The low 27 bits count the words of the filter.
        let items = table.lowerBound + 8 + 4 * (Int(header & 0x07ff_ffff) + Int(buckets))
        guard items <= table.upperBound else { return nil }
        let count = (table.upperBound - items) / Self.itemSize
        let wanted = Array(key.utf8)
        for number in 0..<count where isKey(wanted, of: number, items, count) {
            let item = items + number * Self.itemSize
            // 'v': a value, whose place follows.
            guard bytes[item + 14] == UInt8(ascii: "v"), let first = word(item + 16), let last = word(item + 20),
                let value = range(first, last)
            else { return nil }
            // A variant is its value, a zero byte and its type.
            guard value.count == 10, bytes[value.upperBound - 2] == 0,
                bytes[value.upperBound - 1] == UInt8(ascii: "d")
            else { return nil }
            let pattern = (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[value.lowerBound + $1]) << UInt64(8 * $1) }
            return Double(bitPattern: pattern)
        }
        return nil
    }

    /// Whether an item has a key: its parts are compared from the end.
    private func isKey(_ key: [UInt8], of number: Int, _ items: Int, _ count: Int) -> Bool {
        var rest = key[...]
        var number = number
        for _ in 0..<Self.maximumDepth {
            let item = items + number * Self.itemSize
            guard let parent = word(item + 4), let start = word(item + 8),
                let part = range(
                    start, UInt32(clamping: Int(start) + Int(bytes[item + 12]) + Int(bytes[item + 13]) << 8)),
                rest.count >= part.count, rest.suffix(part.count).elementsEqual(bytes[part])
            else { return false }
            rest = rest.dropLast(part.count)
            guard parent != UInt32.max else { return rest.isEmpty }
            guard parent < count else { return false }
            number = Int(parent)
        }
        return false
    }

    /// The word at a place, little-endian.
    private func word(_ place: Int) -> UInt32? {
        guard place >= 0, place + 4 <= bytes.count else { return nil }
        return (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
    }

    /// A part of the file; `nil` where it has no such part.
    private func range(_ start: UInt32, _ end: UInt32) -> Range<Int>? {
        guard start <= end, Int(end) <= bytes.count else { return nil }
        return Int(start)..<Int(end)
    }
}
