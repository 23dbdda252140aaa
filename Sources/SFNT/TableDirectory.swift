internal import FontModel

/// The tables of one face.
struct TableDirectory {
    private let tables: [String: Table]
    /// Whether the container says `OTTO`, which announces CFF outlines.
    let announcesCompactOutlines: Bool

    /// Reads the directory at an offset of the file.
    ///
    /// Tables may not overlap each other or the directory: fonts that do are made to confuse parsers. Tables without
    /// any bytes count as absent.
    init(_ bytes: RawSpan, at offset: Int) throws(Violation) {
        let size = bytes.byteCount
        guard let file = Table(tag: "sfnt", start: offset, length: size - min(offset, size), fileSize: size) else {
            throw .invalid(Rule.parsability, "A table directory lies outside the file.")
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
        var tables: [String: Table] = [:]
        var extents: [Range<Int>] = [offset..<(offset + 12 + 16 * count)]
        for index in 0..<count {
            let record = 12 + 16 * index
            guard let tag = try bytes.tag(at: record, of: file) else {
                throw .invalid(Rule.parsability, "The tag of table number \(index) is not printable.")
            }
            let start = try bytes.offset32(at: record + 8, of: file)
            let length = try bytes.offset32(at: record + 12, of: file)
            guard let table = Table(tag: tag, start: start, length: length, fileSize: size) else {
                throw .invalid(Rule.parsability, "The table '\(tag)' lies outside the file.")
            }
            guard length > 0 else { continue }
            guard tables.updateValue(table, forKey: tag) == nil else {
                throw .invalid(Rule.parsability, "There are two tables '\(tag)'.")
            }
            extents.append(start..<(start + length))
        }
        extents.sort { $0.lowerBound < $1.lowerBound }
        for (lower, upper) in zip(extents, extents.dropFirst()) where upper.lowerBound < lower.upperBound {
            throw .invalid(Rule.parsability, "Tables overlap at byte \(upper.lowerBound).")
        }
        self.tables = tables
    }

    /// A table, if the face has it.
    subscript(tag: String) -> Table? { tables[tag] }

    /// A table that every face must have.
    func required(_ tag: String) throws(Violation) -> Table {
        guard let table = tables[tag] else { throw .invalid(Rule.requiredTables, "The table '\(tag)' is missing.") }
        return table
    }

    /// Where the table directories of a collection start.
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
