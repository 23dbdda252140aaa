/// A builder of JSON text as bytes.
///
/// It is used for texts of megabytes, for which Swift's strings take several times as long.
package struct JSONBytes: Sendable {
    /// The text so far.
    package private(set) var bytes: [UInt8] = []

    /// Creates an empty text.
    ///
    /// - Parameter capacity: The number of bytes to reserve memory for.
    package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// Removes the text and keeps its memory.
    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Appends a piece of JSON unchanged.
    package mutating func append(_ json: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: json.utf8Start, count: json.utf8CodeUnitCount))
    }

    /// Appends a string.
    package mutating func append(string: String) {
        var string = string
        string.withUTF8 { append(string: $0) }
    }

    /// Appends a string that is given as valid UTF-8.
    package mutating func append(string: UnsafeBufferPointer<UInt8>) {
        append("\"")
        append(characters: string)
        append("\"")
    }

    /// Appends the characters of a string, without quotes; they are given as valid UTF-8.
    package mutating func append(characters: UnsafeBufferPointer<UInt8>) {
        // The loop checks all bytes instead of stopping at the first match: this way, the processor handles many of
        // them at once.
        var special: UInt8 = 0
        for byte in characters { special |= Self.needsEscape(byte) ? 1 : 0 }
        if special != 0 {
            for byte in characters { append(character: byte) }
        } else {
            bytes.append(contentsOf: characters)
        }
    }

    /// Appends `true` or `false`.
    package mutating func append(_ value: Bool) { if value { append("true") } else { append("false") } }

    /// Appends a whole number.
    package mutating func append(_ value: Int64) {
        guard (0...9999).contains(value) else {
            bytes.append(contentsOf: String(value).utf8)
            return
        }
        // Most numbers are indexes and weights, which can be written without a string.
        var scale: Int64 = value >= 1000 ? 1000 : value >= 100 ? 100 : value >= 10 ? 10 : 1
        while scale > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / scale % 10))
            scale /= 10
        }
    }

    /// Appends a whole number.
    package mutating func append(_ value: UInt64) { bytes.append(contentsOf: String(value).utf8) }

    /// Appends a number, whole numbers without a fraction; `null` for infinities and NaN, which JSON does not support.
    package mutating func append(_ value: Double) {
        if let whole = Int64(exactly: value) {
            append(whole)
        } else if value.isFinite {
            bytes.append(contentsOf: value.description.utf8)
        } else {
            append("null")
        }
    }

    private mutating func append(character byte: UInt8) {
        guard Self.needsEscape(byte) else {
            bytes.append(byte)
            return
        }
        bytes.append(UInt8(ascii: "\\"))
        if byte >= 0x20 {
            bytes.append(byte)
        } else {
            append("u00")
            let digits = String(byte, radix: 16)
            bytes.append(contentsOf: (digits.utf8.count == 1 ? "0" + digits : digits).utf8)
        }
    }

    /// Whether a byte must be escaped in a JSON string (RFC 8259, section 7).
    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
}
