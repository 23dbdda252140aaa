internal import FontModel

/// A buffer for JSON text with its own memory.
///
/// A list has dozens of pieces per line and thousands of lines. An array's checks for each piece would take longer than
/// copying it.
struct TextBuffer: ~Copyable {
    // The memory is owned by the buffer, never handed out, and deallocated at the end. A pointer is used for the reason
    // above.
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// The number of bytes so far.
    private(set) var count = 0

    /// Creates an empty buffer.
    ///
    /// - Parameter capacity: The number of bytes that fit before memory must be reallocated.
    init(capacity: Int) {
        self.capacity = max(capacity, 1)
        start = .allocate(capacity: self.capacity)
    }

    deinit { start.deallocate() }

    /// Provides the text so far without copying it.
    func withBytes<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: start, count: count).bytes)
    }

    /// Removes the text, but keeps the memory.
    mutating func removeAll() { count = 0 }

    /// Appends a piece of JSON unchanged.
    @inline(__always) mutating func append(_ json: StaticString) {
        append(UnsafeBufferPointer(start: json.utf8Start, count: json.utf8CodeUnitCount))
    }

    /// Appends bytes unchanged.
    @inline(__always) mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress else { return }
        makeRoom(for: bytes.count)
        (start + count).update(from: base, count: bytes.count)
        count += bytes.count
    }

    /// Appends the content of a JSON string, without quotes, from valid UTF-8.
    @inline(__always) mutating func append(characters: UnsafeBufferPointer<UInt8>) {
        // All bytes are examined, even after one that must be escaped, so that the processor can handle many at once.
        var special: UInt8 = 0
        for byte in characters {
            special |= byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 1 : 0
        }
        if special == 0 { append(characters) } else { append(escaping: characters) }
    }

    /// Appends characters that must be escaped; few texts contain any.
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
