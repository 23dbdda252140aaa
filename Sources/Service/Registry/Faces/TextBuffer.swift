internal import FontModel

/// JSON text in the making, in memory of its own: a list has dozens of pieces a line and thousands of lines, and what an
/// array checks for each of them takes longer than copying it.
struct TextBuffer: ~Copyable {
    // Owned, never handed out, and given back at the end: the reason for a pointer is what is said above.
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// The bytes so far.
    private(set) var count = 0

    /// Starts with nothing.
    ///
    /// - Parameter capacity: The bytes that there is room for before memory has to be moved.
    init(capacity: Int) {
        self.capacity = max(capacity, 1)
        start = .allocate(capacity: self.capacity)
    }

    deinit { start.deallocate() }

    /// Lends the text so far.
    func withBytes<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: start, count: count).bytes)
    }

    /// Forgets the text and keeps its memory.
    mutating func removeAll() { count = 0 }

    /// Appends a piece of JSON as it is.
    @inline(__always) mutating func append(_ json: StaticString) {
        append(UnsafeBufferPointer(start: json.utf8Start, count: json.utf8CodeUnitCount))
    }

    /// Appends bytes as they are.
    @inline(__always) mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress else { return }
        makeRoom(for: bytes.count)
        (start + count).update(from: base, count: bytes.count)
        count += bytes.count
    }

    /// Appends what is between the quotes of a string that is there as valid UTF-8.
    @inline(__always) mutating func append(characters: UnsafeBufferPointer<UInt8>) {
        // All bytes rather than the first that may need to be escaped: this way the processor takes many at once.
        var special: UInt8 = 0
        for byte in characters {
            special |= byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 1 : 0
        }
        if special == 0 { append(characters) } else { append(escaping: characters) }
    }

    /// Appends what has to be escaped, as few texts have.
    @inline(never) private mutating func append(escaping characters: UnsafeBufferPointer<UInt8>) {
        var text = JSONBytes()
        text.append(characters: characters)
        text.bytes.withUnsafeBufferPointer { append($0) }
    }

    @inline(__always) private mutating func makeRoom(for bytes: Int) {
        if bytes > capacity - count { grow(by: bytes) }
    }

    @inline(never) private mutating func grow(by bytes: Int) {
        let larger = max(2 * capacity, count + bytes)
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        memory.update(from: start, count: count)
        start.deallocate()
        (start, capacity) = (memory, larger)
    }
}
