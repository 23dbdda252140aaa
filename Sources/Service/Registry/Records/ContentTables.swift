package import FontModel
internal import GRDB

/// The contents, regardless of who has registered them, and the lists of denied fonts.
package struct ContentTables: Sendable {
    let connection: RegistryConnection

    /// The content with this digest.
    package func record(_ digest: FontDigest) async throws(RegistryError) -> ContentRecord? {
        try await connection.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT \(ContentRecord.columns) FROM content c WHERE c.digest = ?")
            return try Row.fetchOne(statement, arguments: [digest.bytes.databaseBlob]).map { row in
                try ContentRecord(row: row)
            }
        }
    }

    /// The contents with these digests, in the given order; unknown digests are omitted.
    package func records(_ digests: [FontDigest]) async throws(RegistryError) -> [ContentRecord] {
        try await connection.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT \(ContentRecord.columns) FROM content c WHERE c.digest = ?")
            return try digests.compactMap { digest in
                try Row.fetchOne(statement, arguments: [digest.bytes.databaseBlob]).map { try ContentRecord(row: $0) }
            }
        }
    }

    /// The contents that are or would be published under these names; unknown names are omitted.
    package func records(fileNames: [String]) async throws(RegistryError) -> [ContentRecord] {
        try await connection.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT \(ContentRecord.columns) FROM content c WHERE c.fileName = ?")
            return try fileNames.compactMap { name in
                try Row.fetchOne(statement, arguments: [name]).map { try ContentRecord(row: $0) }
            }
        }
    }

    /// Whether any registered content is published.
    package func hasPublished() async throws(RegistryError) -> Bool {
        try await connection.read { try Self.hasPublished($0) }
    }

    /// Whether anything is published or is known to have been published before.
    ///
    /// Blocks.
    package func hasEverPublished() throws(RegistryError) -> Bool {
        try connection.readBlocking { try Registry.publishedRoot($0) != nil || Self.hasPublished($0) }
    }

    private static func hasPublished(_ db: Database) throws -> Bool {
        try Bool.fetchOne(try db.cachedStatement(sql: queryOfPublished)) ?? false
    }

    static let queryOfPublished = """
        SELECT EXISTS (SELECT 1 FROM content c
            WHERE c.place = 'published' AND EXISTS (SELECT 1 FROM registration r WHERE r.content = c.id))
        """

    /// The contents without a registration, left by a batch that was never committed.
    package func unregistered() async throws(RegistryError) -> [FontDigest] {
        try await connection.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT c.digest FROM content c
                    WHERE NOT EXISTS (SELECT 1 FROM registration r WHERE r.content = c.id)
                    """)
            return try Row.fetchAll(statement).compactMap { FontDigest(bytes: try $0.bytes(0, "content")) }
        }
    }

    /// The contents whose validators differ from the current ones, oldest first.
    ///
    /// - Parameter judges: The current validators, in the form of ``ContentRecord/judges``; `nil` for all contents that
    ///   are published or stored.
    /// - Returns: The digests of the contents.
    /// - Throws: The error that occurred while reading the registry.
    package func all(notJudgedBy judges: String?) async throws(RegistryError) -> [FontDigest] {
        try await connection.readAtLength { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT digest FROM content
                    WHERE place <> 'quarantined' AND (?1 IS NULL OR judges <> ?1) ORDER BY id
                    """)
            return try Row.fetchAll(statement, arguments: [judges]).compactMap { row in
                FontDigest(bytes: try row.bytes(0, "content"))
            }
        }
    }

    /// The published contents that share a PostScript name or a family with a system font, oldest first.
    package func sharingNamesWithSystem() async throws(RegistryError) -> [FontDigest] {
        try await connection.readAtLength { db in
            let statement = try db.cachedStatement(sql: Self.queryOfSharedNames)
            return try Row.fetchAll(statement).compactMap { row in FontDigest(bytes: try row.bytes(0, "content")) }
        }
    }

    /// CROSS JOIN fixes the order of the tables.
    ///
    /// Otherwise, SQLite would search all names of the system for each
    /// content.
    static let queryOfSharedNames = """
        SELECT c.digest FROM content c WHERE c.place = 'published' AND EXISTS (
            SELECT 1 FROM face f CROSS JOIN faceKey k ON k.face = f.id
                CROSS JOIN faceKey s ON s.role IN (k.role, iif(k.role = 2, 2, 4 - k.role))
                    AND s.key = k.key AND s.instance = -1
                CROSS JOIN face g ON g.id = s.face CROSS JOIN systemDirectory d ON d.id = g.directory
            WHERE f.content = c.id AND k.role IN (1, 2, 3) AND k.instance = -1 AND d.state = 'current')
        ORDER BY c.id
        """

    /// The contents that are out of use because they are denied, in no particular order.
    package func denied() async throws(RegistryError) -> [FontDigest] {
        try await connection.read { db in
            let statement = try db.cachedStatement(sql: "SELECT digest FROM content WHERE refusalKind = 'denied'")
            return try Row.fetchAll(statement).compactMap { row in FontDigest(bytes: try row.bytes(0, "content")) }
        }
    }

    /// The denied fonts, by the list that denies them.
    package func denials() async throws(RegistryError) -> [String: [DenialRecord]] {
        try await connection.read { db in
            let statement = try db.cachedStatement(sql: "SELECT source, digest, reason FROM denial")
            var denials: [String: [DenialRecord]] = [:]
            for row in try Row.fetchAll(statement) {
                guard let digest = FontDigest(bytes: try row.bytes(1, "denial")) else {
                    throw RegistryError.damagedRow("denial")
                }
                denials[try row.decode(atIndex: 0), default: []].append(
                    DenialRecord(digest: digest, reason: try row.decode(atIndex: 2)))
            }
            return denials
        }
    }

    /// All contents, oldest first.
    package func all() async throws(RegistryError) -> [ContentRecord] {
        try await connection.read { db in
            let statement = try db.cachedStatement(sql: "SELECT \(ContentRecord.columns) FROM content c ORDER BY c.id")
            var contents: [ContentRecord] = []
            let cursor = try Row.fetchCursor(statement)
            while let row = try cursor.next() { contents.append(try ContentRecord(row: row)) }
            return contents
        }
    }
}
