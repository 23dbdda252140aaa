/// Encodes values one after another into a record; all numbers are little-endian.
package struct RecordEncoder {
    private(set) var bytes: [UInt8] = []
    private let limit: Int

    /// Creates an empty record.
    ///
    /// - Parameter limit: The maximum number of bytes that ``finish()`` accepts.
    package init(limit: Int) { self.limit = limit }

    package mutating func put(_ value: UInt8) { bytes.append(value) }

    package mutating func put(_ value: Bool) { bytes.append(value ? 1 : 0) }

    package mutating func put(_ value: some FixedWidthInteger) {
        var rest = value
        for _ in 0..<(type(of: value).bitWidth / 8) {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    package mutating func put(_ value: Double) { put(value.bitPattern) }

    package mutating func put(_ text: String, limit: Int) throws(MalformedRecord) {
        let content = text.utf8
        guard content.count <= limit else {
            throw MalformedRecord("a text has \(content.count) bytes where \(limit) are allowed")
        }
        put(UInt32(truncatingIfNeeded: content.count))
        bytes.append(contentsOf: content)
    }

    package mutating func put(_ text: String?, limit: Int) throws(MalformedRecord) {
        put(text != nil)
        if let text { try put(text, limit: limit) }
    }

    package mutating func put<Item>(
        _ items: [Item], limit: Int,
        _ item: (inout RecordEncoder, Item) throws(MalformedRecord) -> Void
    ) throws(MalformedRecord) {
        guard items.count <= limit else {
            throw MalformedRecord("a list has \(items.count) items where \(limit) are allowed")
        }
        put(UInt32(truncatingIfNeeded: items.count))
        for value in items { try item(&self, value) }
    }

    package mutating func put(blob: [UInt8]) {
        put(UInt32(truncatingIfNeeded: blob.count))
        bytes.append(contentsOf: blob)
    }

    /// The record, if it does not exceed its limit.
    package consuming func finish() throws(MalformedRecord) -> [UInt8] {
        guard bytes.count <= limit else {
            throw MalformedRecord("the record has \(bytes.count) bytes where \(limit) are allowed")
        }
        return bytes
    }
}
