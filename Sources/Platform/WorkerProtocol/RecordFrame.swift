/// The framing of records between the service and a worker, over a Unix stream socket.
///
/// A frame is a length of four bytes, least significant first, followed by the record.
package enum RecordFrame {
    /// The size of the length in bytes.
    package static let headerSize = 4

    /// The bytes of a frame.
    ///
    /// - Parameter record: The record.
    /// - Returns: The record, preceded by its length.
    package static func bytes(of record: [UInt8]) -> [UInt8] {
        var encoder = RecordEncoder(limit: Int.max)
        encoder.put(UInt32(truncatingIfNeeded: record.count))
        return encoder.bytes + record
    }

    /// The length of the record that follows a frame's header.
    ///
    /// - Parameters:
    ///   - header: The first ``headerSize`` bytes of the frame.
    ///   - limit: The maximum number of bytes in the record.
    /// - Returns: The number of bytes that follow.
    /// - Throws: ``MalformedRecord`` if the length is zero or above the limit.
    package static func recordLength(header: [UInt8], limit: Int) throws(MalformedRecord) -> Int {
        var decoder = RecordDecoder(header)
        let length = Int(try decoder.integer(UInt32.self))
        try decoder.finish()
        guard length > 0, length <= limit else {
            throw MalformedRecord("the frame announces \(length) bytes where 1 to \(limit) are allowed")
        }
        return length
    }
}
