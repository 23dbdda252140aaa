/// The checksums that a file declares for its tables and for itself.
///
/// No program on a Linux desktop verifies them. So a wrong checksum only shows that the file was changed carelessly.
enum Checksums {
    /// Returns the tags of a face's tables with wrong checksums.
    static func mismatches(_ bytes: RawSpan, _ directory: TableDirectory) throws(Violation) -> [Tag] {
        var tags: [Tag] = []
        for record in directory.records {
            var sum = try sum(of: bytes, record.table.start, record.table.length)
            // For the table that contains the checksum of the file, this field counts as zero.
            if record.table.tag == "head" { sum &-= try bytes.uint32(at: 8, of: record.table) }
            if sum != record.checksum { tags.append(record.table.tag) }
        }
        return tags
    }

    /// Whether the checksum of the whole file is the one in `head`.
    ///
    /// In collections, it has no meaning and does not match.
    static func fileMatches(_ bytes: RawSpan) throws(Violation) -> Bool {
        try sum(of: bytes, 0, bytes.byteCount) == 0xB1B0_AFBA
    }

    /// Returns the sum of 32-bit numbers, with the last one padded with zeros.
    private static func sum(of bytes: RawSpan, _ start: Int, _ length: Int) throws(Violation) -> UInt32 {
        let part = bytes.extracting(start..<(start + length))
        var sum: UInt32 = 0
        var offset = 0
        while offset &+ 4 <= length {
            sum &+= part.number32(at: offset)
            offset &+= 4
        }
        var last: UInt32 = 0
        for place in 0..<4 {
            last <<= 8
            if offset + place < length { last |= UInt32(part.byte(at: offset + place)) }
        }
        return sum &+ last
    }
}
