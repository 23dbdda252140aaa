/// Decodes values one after another from a record that may be hostile.
///
/// Every length is compared with the remaining bytes before memory is allocated for it.
package struct RecordDecoder {
    private let bytes: [UInt8]
    private var offset = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    private var remaining: Int { bytes.count - offset }

    package mutating func integer<Integer: FixedWidthInteger>(
        _: Integer.Type = Integer.self
    ) throws(MalformedRecord) -> Integer {
        let size = Integer.bitWidth / 8
        guard remaining >= size else { throw MalformedRecord("the record ends in a number") }
        var value: Integer = 0
        for index in (0..<size).reversed() { value = value << 8 | Integer(truncatingIfNeeded: bytes[offset + index]) }
        offset += size
        return value
    }

    /// Decodes a count, which is not negative.
    package mutating func count(limit: Int = Int(Int32.max)) throws(MalformedRecord) -> Int {
        let value = try integer(Int64.self)
        guard value >= 0, value <= Int64(limit) else { throw MalformedRecord("a number is out of range") }
        return Int(value)
    }

    package mutating func boolean() throws(MalformedRecord) -> Bool {
        switch try integer(UInt8.self) {
        case 0: return false
        case 1: return true
        default: throw MalformedRecord("a truth value is neither 0 nor 1")
        }
    }

    package mutating func double() throws(MalformedRecord) -> Double {
        let value = Double(bitPattern: try integer(UInt64.self))
        guard value.isFinite else { throw MalformedRecord("a number is not finite") }
        return value
    }

    /// Decodes a valid UTF-8 text without control characters, except line ends and tabs if `isMultiline` is true.
    package mutating func text(limit: Int, isMultiline: Bool = false) throws(MalformedRecord) -> String {
        let content = try blob(limit: limit)
        for byte in content where byte < 0x20 || byte == 0x7F {
            guard isMultiline, byte == 0x09 || byte == 0x0A || byte == 0x0D else {
                throw MalformedRecord("a text has a control character")
            }
        }
        guard let text = String(validating: content, as: UTF8.self) else {
            throw MalformedRecord("a text is not UTF-8")
        }
        return text
    }

    package mutating func optionalText(limit: Int) throws(MalformedRecord) -> String? {
        try boolean() ? try text(limit: limit) : nil
    }

    package mutating func blob(limit: Int) throws(MalformedRecord) -> ArraySlice<UInt8> {
        let count = Int(try integer(UInt32.self))
        guard count <= limit, count <= remaining else { throw MalformedRecord("a length is out of range") }
        defer { offset += count }
        return bytes[offset..<(offset + count)]
    }

    /// Decodes a list.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of items.
    ///   - minimumSize: The minimum size of an item in bytes, so that a count larger than the remaining bytes allow is
    ///     refused.
    ///   - item: Decodes one item.
    /// - Returns: The items.
    /// - Throws: ``MalformedRecord``, if the count or an item is invalid.
    package mutating func list<Item>(
        limit: Int, minimumSize: Int,
        _ item: (inout RecordDecoder) throws(MalformedRecord) -> Item
    ) throws(MalformedRecord) -> [Item] {
        let count = Int(try integer(UInt32.self))
        guard count <= limit, count <= remaining / minimumSize else {
            throw MalformedRecord("a count is out of range")
        }
        var items: [Item] = []
        items.reserveCapacity(count)
        for _ in 0..<count { items.append(try item(&self)) }
        return items
    }

    /// Decodes a value of an enumeration from its name.
    package mutating func enumeration<Value: RawRepresentable<String>>(
        _: Value.Type = Value.self
    ) throws(MalformedRecord) -> Value {
        guard let value = Value(rawValue: try text(limit: 32)) else {
            throw MalformedRecord("a name of a value is unknown")
        }
        return value
    }

    /// Checks that no bytes remain.
    package consuming func finish() throws(MalformedRecord) {
        guard remaining == 0 else { throw MalformedRecord("\(remaining) bytes follow the record") }
    }
}
