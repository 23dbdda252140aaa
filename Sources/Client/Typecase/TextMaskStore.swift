/// A store of measured and drawn text masks, limited in number and size; the most recently used ones are kept.
struct TextMaskStore {
    /// The inputs of a text mask besides fonts and the category.
    struct Key: Hashable {
        var mask: TextMask
        var frame: TextMask.Frame
        /// A fingerprint of the application fonts that other code has added.
        ///
        /// It is part of the key because there are no notifications of changes of these fonts.
        var applicationFonts: Int
    }

    /// The cached results for a text mask.
    struct Entry {
        var measures: TextMask.Measures?
        var picture: TextMask.Picture?
        /// The memory of the picture, in bytes.
        fileprivate var size: Int { picture.map { $0.stride * $0.height } ?? 0 }
        /// The number of the last use, to drop the least recently used entry.
        fileprivate var use: UInt64
    }

    /// The maximum number of texts.
    private let capacity: Int
    /// The maximum number of bytes of all pictures.
    private let byteLimit: Int
    private var entries: [Key: Entry] = [:]
    private var byteCount = 0
    private var lastUse: UInt64 = 0

    init(capacity: Int, byteLimit: Int) {
        self.capacity = max(1, capacity)
        self.byteLimit = byteLimit
    }

    /// The number of texts in the store.
    var count: Int { entries.count }

    /// The cached results for a text mask.
    mutating func entry(_ key: Key) -> Entry? {
        lastUse += 1
        entries[key]?.use = lastUse
        return entries[key]
    }

    /// Stores a result for a text mask, and drops the least recently used entries if there are too many.
    mutating func keep(_ key: Key, _ change: (inout Entry) -> Void) {
        lastUse += 1
        var entry = entries[key] ?? Entry(use: lastUse)
        byteCount -= entry.size
        change(&entry)
        entry.use = lastUse
        entries[key] = entry
        byteCount += entry.size
        while entries.count > capacity || byteCount > byteLimit,
            let oldest = entries.min(by: { $0.value.use < $1.value.use })
        {
            entries[oldest.key] = nil
            byteCount -= oldest.value.size
        }
    }

    /// Removes everything.
    mutating func removeAll() {
        entries = [:]
        byteCount = 0
    }
}
