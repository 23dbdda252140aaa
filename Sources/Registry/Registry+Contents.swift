package import FontModel
internal import GRDB

extension Registry {
    /// The content with this digest.
    package func content(_ digest: FontDigest) async throws(RegistryError) -> ContentRecord? {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT \(ContentRecord.columns) FROM content c WHERE c.digest = ?")
            return try Row.fetchOne(statement, arguments: [digest.bytes.databaseBlob]).map { row in
                try ContentRecord(row: row)
            }
        }
    }

    /// The contents with these digests, in the order asked; those that are not there are left out.
    package func contents(_ digests: [FontDigest]) async throws(RegistryError) -> [ContentRecord] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT \(ContentRecord.columns) FROM content c WHERE c.digest = ?")
            return try digests.compactMap { digest in
                try Row.fetchOne(statement, arguments: [digest.bytes.databaseBlob]).map { try ContentRecord(row: $0) }
            }
        }
    }

    /// The contents that nobody has registered: what a batch has entered that was never committed.
    package func unregisteredContents() async throws(RegistryError) -> [FontDigest] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT c.digest FROM content c
                    WHERE NOT EXISTS (SELECT 1 FROM registration r WHERE r.content = c.id)
                    """)
            return try Row.fetchAll(statement).compactMap { FontDigest(bytes: try $0.bytes(0, "content")) }
        }
    }

    /// Every content, oldest first.
    package func allContents() async throws(RegistryError) -> [ContentRecord] {
        try await read { db in
            let statement = try db.cachedStatement(sql: "SELECT \(ContentRecord.columns) FROM content c ORDER BY c.id")
            var contents: [ContentRecord] = []
            let cursor = try Row.fetchCursor(statement)
            while let row = try cursor.next() { contents.append(try ContentRecord(row: row)) }
            return contents
        }
    }
}

extension ContentRecord {
    /// What ``init(row:from:)`` reads, of a table called `c`.
    static let columns = """
        c.digest, c.fileName, c.format, c.size, c.scanCost, c.place, c.placeDetail,
        c.stampInode, c.stampSize, c.stampModification, c.stampChange
        """

    /// The number of ``columns``.
    static let columnCount = 11

    /// Reads a content.
    ///
    /// - Parameters:
    ///   - row: A row with the ``columns``.
    ///   - start: The first of them.
    /// - Throws: An error that ``RegistryError/init(mapping:)`` makes ``RegistryError/Code/damaged`` of.
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
            scanCost: try row.decode(atIndex: start + 4), place: place, stamp: stamp)
    }
}
