/// A byte range that is known to lie inside a font file: a table, or a part of one.
struct Table: Equatable {
    /// The tag of the table; a part has the tag of its table.
    let tag: Tag
    /// The offset from the start of the file.
    let start: Int
    /// The number of bytes.
    let length: Int

    /// Creates a range; the result is `nil` if it is not inside the file.
    ///
    /// All numbers come from 16- and 32-bit fields, so sums of two numbers never overflow.
    init?(tag: Tag, start: Int, length: Int, fileSize: Int) {
        guard start >= 0, length >= 0, start <= fileSize, length <= fileSize - start else { return nil }
        self.tag = tag
        self.start = start
        self.length = length
    }

    private init(tag: Tag, start: Int, length: Int) {
        self.tag = tag
        self.start = start
        self.length = length
    }

    /// Returns the rest of the table from an offset on.
    func part(from offset: Int) throws(Violation) -> Table {
        guard offset >= 0, offset <= length else { throw endsEarly }
        return Table(tag: tag, start: start + offset, length: length - offset)
    }

    /// Checks that an array lies inside the table.
    func require(_ count: Int, of size: Int = 1, at offset: Int) throws(Violation) {
        let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
        guard !overflow, bytes >= 0, offset >= 0, offset <= length, bytes <= length - offset else { throw endsEarly }
    }

    /// Returns a part of the table.
    func part(from offset: Int, length: Int) throws(Violation) -> Table {
        try require(length, at: offset)
        return Table(tag: tag, start: start + offset, length: length)
    }

    /// The violation for a table that is shorter than its content requires.
    var endsEarly: Violation { broken("refers to bytes outside itself") }

    /// Returns the violation for a table that breaks its rule.
    ///
    /// - Parameter message: What is wrong, as the end of "The table …".
    /// - Returns: The violation.
    func broken(_ message: String) -> Violation {
        .invalid(Rule.structure(of: tag), "The table '\(tag)' \(message).")
    }
}

/// Reads values of OpenType's data types, each checked against the bounds of its table.
extension RawSpan {
    func uint8(at offset: Int, of table: Table) throws(Violation) -> UInt8 {
        try table.require(1, at: offset)
        return byte(at: table.start + offset)
    }

    func uint16(at offset: Int, of table: Table) throws(Violation) -> UInt16 {
        try table.require(2, at: offset)
        return number16(at: table.start + offset)
    }

    func int16(at offset: Int, of table: Table) throws(Violation) -> Int16 {
        Int16(bitPattern: try uint16(at: offset, of: table))
    }

    func uint32(at offset: Int, of table: Table) throws(Violation) -> UInt32 {
        try table.require(4, at: offset)
        return number32(at: table.start + offset)
    }

    func int32(at offset: Int, of table: Table) throws(Violation) -> Int32 {
        Int32(bitPattern: try uint32(at: offset, of: table))
    }

    /// Returns a 16.16 fixed-point number.
    func fixed(at offset: Int, of table: Table) throws(Violation) -> Double {
        Double(try int32(at: offset, of: table)) / 65_536
    }

    /// Returns an offset or a count of 16 bits.
    func offset16(at offset: Int, of table: Table) throws(Violation) -> Int { Int(try uint16(at: offset, of: table)) }

    /// Returns an offset or a count of 32 bits.
    func offset32(at offset: Int, of table: Table) throws(Violation) -> Int { Int(try uint32(at: offset, of: table)) }

    /// Returns an offset of 24 bits.
    func offset24(at offset: Int, of table: Table) throws(Violation) -> Int {
        Int(try uint16(at: offset, of: table)) << 8 | Int(try uint8(at: offset + 2, of: table))
    }

    /// Returns a tag of any four characters.
    func tag(at offset: Int, of table: Table) throws(Violation) -> Tag {
        Tag(rawValue: try uint32(at: offset, of: table))
    }

    /// Returns the target of a 16-bit offset, which must not be 0.
    func part16(at offset: Int, of table: Table) throws(Violation) -> Table {
        guard let part = try optionalPart16(at: offset, of: table) else { throw table.broken("lacks a part") }
        return part
    }

    /// Returns the target of a 16-bit offset; `nil` if the offset is 0.
    func optionalPart16(at offset: Int, of table: Table) throws(Violation) -> Table? {
        let target = try offset16(at: offset, of: table)
        return target == 0 ? nil : try table.part(from: target)
    }

    /// Returns the target of a 32-bit offset, which must not be 0.
    func part32(at offset: Int, of table: Table) throws(Violation) -> Table {
        guard let part = try optionalPart32(at: offset, of: table) else { throw table.broken("lacks a part") }
        return part
    }

    /// Returns the target of a 32-bit offset; `nil` if the offset is 0.
    func optionalPart32(at offset: Int, of table: Table) throws(Violation) -> Table? {
        let target = try offset32(at: offset, of: table)
        return target == 0 ? nil : try table.part(from: target)
    }
}
