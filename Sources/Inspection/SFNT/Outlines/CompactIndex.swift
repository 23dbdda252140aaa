/// An INDEX of `CFF` or `CFF2`: a list of objects of any size.
struct CompactIndex {
    /// The number of objects.
    let count: Int
    /// The offset in the table at which the index ends.
    let end: Int

    private let table: Table
    private let offsetSize: Int
    private let offsets: Int
    /// The offset one byte before the objects, because their offsets start at 1.
    private let base: Int

    /// Reads an INDEX, and checks that all objects lie within it.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - table: The table that contains the INDEX.
    ///   - offset: The offset of the INDEX.
    ///   - isWide: Whether the count has 32 bits, as in `CFF2`.
    /// - Throws: The rule that is broken.
    init(_ bytes: RawSpan, _ table: Table, at offset: Int, isWide: Bool) throws(Violation) {
        self.table = table
        count = isWide ? try bytes.offset32(at: offset, of: table) : try bytes.offset16(at: offset, of: table)
        let header = offset + (isWide ? 4 : 2)
        guard count > 0 else {
            offsetSize = 1
            offsets = header
            base = header
            end = header
            return
        }
        offsetSize = Int(try bytes.uint8(at: header, of: table))
        guard 1...4 ~= offsetSize else { throw table.broken("has an index with offsets of \(offsetSize) bytes") }
        offsets = header + 1
        try table.require(count + 1, of: offsetSize, at: offsets)
        base = offsets + (count + 1) * offsetSize - 1
        var previous = 1
        for index in 0...count {
            let place = try Self.offset(bytes, table, at: offsets + index * offsetSize, size: offsetSize)
            guard place >= previous, index > 0 || place == 1, base + place <= table.length else {
                throw table.broken("has an index whose objects are out of order or outside")
            }
            previous = place
        }
        end = base + previous
    }

    /// Returns an object, which must exist.
    func object(_ bytes: RawSpan, _ index: Int) throws(Violation) -> Table {
        guard index >= 0, index < count else { throw table.broken("refers to an object that does not exist") }
        let place = offsets + index * offsetSize
        let start = try Self.offset(bytes, table, at: place, size: offsetSize)
        let end = try Self.offset(bytes, table, at: place + offsetSize, size: offsetSize)
        return try table.part(from: base + start, length: end - start)
    }

    private static func offset(_ bytes: RawSpan, _ table: Table, at place: Int, size: Int) throws(Violation) -> Int {
        switch size {
        case 1: return Int(try bytes.uint8(at: place, of: table))
        case 2: return try bytes.offset16(at: place, of: table)
        case 3: return try bytes.offset24(at: place, of: table)
        default: return try bytes.offset32(at: place, of: table)
        }
    }
}
