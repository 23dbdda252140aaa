internal import FontModel
internal import GRDB

extension ContentRecord {
    /// The columns that ``init(row:from:)`` reads, from a table with the alias `c`.
    static let columns = """
        c.digest, c.fileName, c.format, c.size, c.scanCost, c.place, c.placeDetail,
        c.stampInode, c.stampSize, c.stampModification, c.stampChange, c.judges, c.refusalKind, c.refusalReason
        """

    /// The number of ``columns``.
    static let columnCount = 14

    /// Reads a content.
    ///
    /// - Parameters:
    ///   - row: A row with the ``columns``.
    ///   - start: The index of the first of these columns.
    /// - Throws: An error that ``RegistryError/init(mapping:)`` maps to ``RegistryError/Code/damaged``.
    init(row: Row, from start: Int = 0) throws {
        guard let digest = FontDigest(bytes: try row.bytes(start, "content")) else {
            throw RegistryError.damagedRow("content")
        }
        let detail = try row.decode(String.self, atIndex: start + 6)
        let place: ContentPlace =
            switch try row.decode(String.self, atIndex: start + 5) {
            case "published": .published(shard: detail)
            case "stored": .stored
            case "quarantined": .quarantined(reason: detail)
            default: throw RegistryError.damagedRow("content")
            }
        var stamp: FileStamp?
        if let inode = try row.decode(Int64?.self, atIndex: start + 7),
            let size = try row.decode(Int64?.self, atIndex: start + 8),
            let modification = try row.decode(Int64?.self, atIndex: start + 9),
            let change = try row.decode(Int64?.self, atIndex: start + 10)
        {
            stamp = FileStamp(
                inode: UInt64(bitPattern: inode), size: size, modificationNanoseconds: modification,
                changeNanoseconds: change)
        }
        self.init(
            digest: digest, fileName: try row.decode(atIndex: start + 1),
            format: try row.enumeration(start + 2, "content"), size: try row.decode(atIndex: start + 3),
            scanCost: try row.decode(atIndex: start + 4), place: place, stamp: stamp,
            judges: try row.decode(atIndex: start + 11), refusal: try Self.refusal(row, start + 12))
    }

    private static func refusal(_ row: Row, _ index: Int) throws -> ContentRefusal? {
        guard try row.decode(String?.self, atIndex: index) != nil else { return nil }
        return ContentRefusal(
            try row.enumeration(index, "content"), reason: try row.decode(String?.self, atIndex: index + 1) ?? "")
    }
}
