internal import FontModel

/// The tables of one face.
struct TableDirectory {
    /// One record of the directory.
    struct Record {
        let table: Table
        let checksum: UInt32
    }

    private let tables: [Tag: Table]
    /// The records of non-empty tables, sorted by the start of their tables.
    let records: [Record]
    /// The byte range of the directory itself.
    let extent: Range<Int>
    /// Whether the container is `OTTO`, which announces CFF outlines.
    let announcesCompactOutlines: Bool
    /// The concerns about single tables that matter only to web browsers.
    let concerns: [(concern: BrowserConcern, tag: Tag)]
    /// Whether there is more than one signature table.
    let hasTwoSignatures: Bool
    /// Whether the records are sorted by tag, as the specification requires.
    let isSorted: Bool

    /// Reads the directory at an offset of the file.
    ///
    /// Tables must not overlap each other or the directory: fonts with overlaps are made to confuse parsers. Like in
    /// FreeType, an empty table counts as missing.
    init(_ bytes: RawSpan, at offset: Int) throws(Violation) {
        let size = bytes.byteCount
        guard let file = Table(tag: "sfnt", start: offset, length: size - min(offset, size), fileSize: size) else {
            throw .invalid(Rule.parsability, "A table directory is outside the file.")
        }
        let version = try bytes.uint32(at: 0, of: file)
        switch version {
        case 0x0001_0000, 0x7472_7565: announcesCompactOutlines = false
        case 0x4F54_544F: announcesCompactOutlines = true
        default: throw .invalid(Rule.parsability, "A table directory has an unknown version.")
        }
        let count = try bytes.offset16(at: 4, of: file)
        guard count > 0 else { throw .invalid(Rule.requiredTables, "The font has no tables.") }
        guard count <= FontLimits.tables else {
            throw .limit(Rule.tables, "The font has \(count) tables; \(FontLimits.tables) are allowed.")
        }
        extent = offset..<(offset + 12 + 16 * count)
        var tables: [Tag: Table] = [:]
        var records: [Record] = []
        var concerns: [(concern: BrowserConcern, tag: Tag)] = []
        var empty: Set<Tag> = []
        var isSorted = true
        var hasTwoSignatures = false
        var previous: UInt32 = 0
        for index in 0..<count {
            let record = try Self.record(bytes, file, number: index)
            let tag = record.table.tag
            isSorted = isSorted && tag.rawValue >= previous
            previous = tag.rawValue
            let isFirst = !empty.contains(tag) && tables[tag] == nil
            // Some tools add a signature table to an existing one; nothing on a desktop reads signatures.
            if !isFirst, tag == "DSIG" { hasTwoSignatures = true }
            guard isFirst || tag == "DSIG" else { throw .invalid(Rule.parsability, "There are two tables '\(tag)'.") }
            guard record.table.length > 0 else {
                empty.insert(tag)
                concerns.append((.emptyTable, tag))
                continue
            }
            if record.table.start % 4 != 0 { concerns.append((.misalignedTable, tag)) }
            tables[tag] = record.table
            records.append(record)
        }
        records.sort { $0.table.start < $1.table.start }
        var end = 0
        for record in records {
            let start = record.table.start
            let meetsDirectory = start < extent.upperBound && start + record.table.length > extent.lowerBound
            guard start >= end, !meetsDirectory else {
                throw .invalid(Rule.parsability, "Tables overlap at byte \(start).")
            }
            end = start + record.table.length
        }
        self.tables = tables
        self.records = records
        self.isSorted = isSorted
        self.concerns = concerns
        self.hasTwoSignatures = hasTwoSignatures
    }

    private static func record(_ bytes: RawSpan, _ file: Table, number: Int) throws(Violation) -> Record {
        let record = 12 + 16 * number
        let tag = try bytes.tag(at: record, of: file)
        guard tag.text != nil else {
            throw .invalid(Rule.parsability, "The tag of table number \(number) is not printable.")
        }
        let length = try bytes.offset32(at: record + 12, of: file)
        // The offset of an empty table does not matter.
        let start = length == 0 ? 0 : try bytes.offset32(at: record + 8, of: file)
        guard let table = Table(tag: tag, start: start, length: length, fileSize: bytes.byteCount) else {
            throw .invalid(Rule.parsability, "The table '\(tag)' is outside the file.")
        }
        return Record(table: table, checksum: try bytes.uint32(at: record + 4, of: file))
    }

    /// Returns a table, if the face has it.
    subscript(tag: Tag) -> Table? { tables[tag] }

    /// Returns a table that every face must have.
    func required(_ tag: Tag) throws(Violation) -> Table {
        guard let table = tables[tag] else { throw .invalid(Rule.requiredTables, "The table '\(tag)' is missing.") }
        return table
    }

    /// Returns the offsets of the table directories of a collection.
    static func faceOffsets(ofCollection bytes: RawSpan) throws(Violation) -> [Int] {
        guard let file = Table(tag: "ttcf", start: 0, length: bytes.byteCount, fileSize: bytes.byteCount) else {
            return []
        }
        let version = try bytes.uint32(at: 4, of: file)
        guard version == 0x0001_0000 || version == 0x0002_0000 else {
            throw .invalid(Rule.parsability, "The collection has an unknown version.")
        }
        let count = try bytes.offset32(at: 8, of: file)
        guard count > 0 else { throw .invalid(Rule.parsability, "The collection has no faces.") }
        guard count <= FontLimits.faces else {
            throw .limit(Rule.faces, "The collection has \(count) faces; \(FontLimits.faces) are allowed.")
        }
        var offsets: [Int] = []
        for index in 0..<count { offsets.append(try bytes.offset32(at: 12 + 4 * index, of: file)) }
        return offsets
    }
}
