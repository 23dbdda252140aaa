/// The sums that a file declares over its tables and over itself.
///
/// No program on a Linux desktop compares them, so a wrong one says that the file was changed carelessly, and no more.
enum Checksums {
    /// The tables of a face whose sum is wrong.
    static func mismatches(_ bytes: RawSpan, _ directory: TableDirectory) throws(Violation) -> [Tag] {
        var tags: [Tag] = []
        for record in directory.records {
            var sum = try sum(of: bytes, record.table.start, record.table.length)
            // The table that holds the sum of the file counts as if it did not.
            if record.table.tag == "head" { sum &-= try bytes.uint32(at: 8, of: record.table) }
            if sum != record.checksum { tags.append(record.table.tag) }
        }
        return tags
    }

    /// Whether the sum of the whole file is what `head` makes it: not so in collections, where it has no meaning.
    static func fileMatches(_ bytes: RawSpan) throws(Violation) -> Bool {
        try sum(of: bytes, 0, bytes.byteCount) == 0xB1B0_AFBA
    }

    /// The sum of 32-bit numbers, the last one filled up with zeros.
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
