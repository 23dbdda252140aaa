package import FontModel
internal import GRDB

/// What a change of the library has to know, all of one moment.
package struct LibrarySnapshot: Sendable, Equatable {
    /// A content and who has it.
    package struct Content: Sendable, Equatable {
        /// The content.
        package var record: ContentRecord
        /// Who registered it, oldest first.
        package var registrations: [RegistrationRecord]
        /// The PostScript names of its faces, in the order of the file.
        package var postscriptNames: [String]
    }

    /// The contents asked about that exist.
    package var contents: [Content]
    /// Who holds the PostScript names asked about, and those of ``contents``.
    package var nameHolders: [NameHolder]
}

/// The registered fonts in numbers.
package struct LibrarySummary: Sendable, Equatable {
    /// Providers that have a registration.
    package var providers: Int
    /// Registrations.
    package var registrations: Int
    /// Enabled registrations.
    package var enabled: Int
    /// Registrations of quarantined contents.
    package var quarantined: Int
    /// The sizes of all contents added up, each counted once.
    package var bytes: Int

    /// Puts numbers together.
    package init(providers: Int, registrations: Int, enabled: Int, quarantined: Int, bytes: Int) {
        self.providers = providers
        self.registrations = registrations
        self.enabled = enabled
        self.quarantined = quarantined
        self.bytes = bytes
    }
}

extension Registry {
    /// Reads what a change of the library has to know, in one transaction.
    ///
    /// - Parameters:
    ///   - digests: Contents that are to be registered.
    ///   - ids: Registrations that are to be changed.
    ///   - postscriptNames: Names of faces that are to be enabled; those of the contents found come by themselves.
    /// - Returns: What there is of it.
    /// - Throws: What kept the registry from being read.
    package func snapshot(
        digests: [FontDigest], ids: [FontIdentifier], postscriptNames: [String]
    ) async throws(RegistryError) -> LibrarySnapshot {
        try await read { db in
            let registered = try db.cachedStatement(
                sql: """
                    SELECT c.digest FROM registration r JOIN content c ON c.id = r.content WHERE r.identifier = ?
                    """)
            var wanted = digests
            for id in ids {
                guard let row = try Row.fetchOne(registered, arguments: [id.rawValue]) else { continue }
                if let digest = FontDigest(bytes: try row.bytes(0, "content")) { wanted.append(digest) }
            }
            var seen: Set<FontDigest> = []
            let contents = try wanted.filter { seen.insert($0).inserted }.compactMap { try Self.content($0, db) }
            let names = postscriptNames + contents.flatMap(\.postscriptNames)
            let keys = Set(names.map(\.fontNameKey)).filter { !$0.isEmpty }.sorted()
            return LibrarySnapshot(
                contents: contents, nameHolders: try keys.flatMap { try Self.holders(of: $0, facesOnly: true, db) })
        }
    }

    /// The contents that are or would be published under these names; those that are not there are left out.
    package func contents(fileNames: [String]) async throws(RegistryError) -> [ContentRecord] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT \(ContentRecord.columns) FROM content c WHERE c.fileName = ?")
            return try fileNames.compactMap { name in
                try Row.fetchOne(statement, arguments: [name]).map { try ContentRecord(row: $0) }
            }
        }
    }

    /// Counts what is registered.
    package func summary() async throws(RegistryError) -> LibrarySummary {
        try await read { db in
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT (SELECT count(DISTINCT provider) FROM registration),
                            (SELECT count(*) FROM registration),
                            (SELECT count(*) FROM registration WHERE isEnabled),
                            (SELECT count(*) FROM registration r JOIN content c ON c.id = r.content
                                WHERE c.place = 'quarantined'),
                            (SELECT coalesce(sum(size), 0) FROM content)
                        """))
            guard let row else { throw RegistryError.damagedRow("registration") }
            return LibrarySummary(
                providers: try row.decode(atIndex: 0), registrations: try row.decode(atIndex: 1),
                enabled: try row.decode(atIndex: 2), quarantined: try row.decode(atIndex: 3),
                bytes: try row.decode(atIndex: 4))
        }
    }

    private static func content(_ digest: FontDigest, _ db: Database) throws -> LibrarySnapshot.Content? {
        let content = try db.cachedStatement(
            sql: "SELECT \(ContentRecord.columns), c.id FROM content c WHERE c.digest = ?")
        guard let row = try Row.fetchOne(content, arguments: [digest.bytes.databaseBlob]) else { return nil }
        let registrations = try db.cachedStatement(
            sql: """
                SELECT \(RegistrationRecord.columns) FROM \(RegistrationRecord.tables)
                WHERE c.digest = ? ORDER BY r.id
                """)
        let names = try db.cachedStatement(
            sql: "SELECT postscriptName FROM face WHERE content = ? ORDER BY faceIndex")
        return LibrarySnapshot.Content(
            record: try ContentRecord(row: row),
            registrations: try Row.fetchAll(registrations, arguments: [digest.bytes.databaseBlob])
                .map { try RegistrationRecord(row: $0) },
            postscriptNames: try String.fetchAll(
                names, arguments: [try row.decode(Int64.self, atIndex: ContentRecord.columnCount)]))
    }
}
