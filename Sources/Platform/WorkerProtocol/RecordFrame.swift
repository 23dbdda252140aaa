/// How records travel between the service and a worker, over a Unix stream socket: four bytes of length, least significant
/// first, then the record.
package enum RecordFrame {
    /// The bytes of the length.
    package static let headerSize = 4

    /// The bytes of a frame.
    ///
    /// - Parameter record: The record.
    /// - Returns: The record with its length before it.
    package static func bytes(of record: [UInt8]) -> [UInt8] {
        var encoder = RecordEncoder(limit: Int.max)
        encoder.put(UInt32(truncatingIfNeeded: record.count))
        return encoder.bytes + record
    }

    /// The length of the record that follows a frame's header.
    ///
    /// - Parameters:
    ///   - header: The first ``headerSize`` bytes of the frame.
    ///   - limit: The most bytes that the record may have.
    /// - Returns: The number of bytes that follow.
    /// - Throws: ``MalformedRecord`` where the length is nought or above the limit.
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
