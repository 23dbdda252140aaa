/// Text masks as they were measured and drawn, up to a number and a size: those used last.
struct TextMaskStore {
    /// What a text mask depends on besides fonts and the category.
    struct Key: Hashable {
        var mask: TextMask
        var frame: TextMask.Frame
        /// The application fonts that others have added, as a number: nobody tells of them.
        var applicationFonts: Int
    }

    /// What is known of a text mask.
    struct Entry {
        var measures: TextMask.Measures?
        var picture: TextMask.Picture?
        /// The memory that it takes.
        fileprivate var size: Int { picture.map { $0.stride * $0.height } ?? 0 }
        /// When it was last asked for, to drop the oldest.
        fileprivate var use: UInt64
    }

    /// How many texts are kept.
    private let capacity: Int
    /// How many bytes pictures may take.
    private let byteLimit: Int
    private var entries: [Key: Entry] = [:]
    private var byteCount = 0
    private var lastUse: UInt64 = 0

    init(capacity: Int, byteLimit: Int) {
        self.capacity = max(1, capacity)
        self.byteLimit = byteLimit
    }

    /// The number of texts that are kept.
    var count: Int { entries.count }

    /// What is known of a text mask.
    mutating func entry(_ key: Key) -> Entry? {
        lastUse += 1
        entries[key]?.use = lastUse
        return entries[key]
    }

    /// Keeps something of a text mask, and drops the oldest where there is too much.
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

    /// Forgets everything.
    mutating func removeAll() {
        entries = [:]
        byteCount = 0
    }
}
