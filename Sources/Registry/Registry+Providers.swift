package import FontModel
internal import GRDB

extension Registry {
    /// Everybody who ever registered a font and what they have now, in the order of their first registration.
    package func providers() async throws(RegistryError) -> [ProviderUsage] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT v.identifier, v.kind, v.displayName, count(r.id), coalesce(sum(r.isEnabled), 0),
                        coalesce(sum(c.size), 0)
                    FROM provider v LEFT JOIN registration r ON r.provider = v.id
                    LEFT JOIN content c ON c.id = r.content
                    GROUP BY v.id ORDER BY v.id
                    """)
            return try Row.fetchAll(statement).map { row in
                guard let id = ProviderIdentifier(rawValue: try row.decode(atIndex: 0)) else {
                    throw RegistryError.damagedRow("provider")
                }
                return ProviderUsage(
                    provider: ProviderRecord(
                        id: id, kind: try row.decode(atIndex: 1), displayName: try row.decode(atIndex: 2)),
                    fontCount: try row.decode(atIndex: 3), enabledCount: try row.decode(atIndex: 4),
                    byteCount: try row.decode(atIndex: 5))
            }
        }
    }

    /// How many registrations a provider has and how many bytes they have, each registration counted.
    package func usage(of provider: ProviderIdentifier) async throws(RegistryError) -> (fonts: Int, bytes: Int) {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT count(*), coalesce(sum(c.size), 0) FROM registration r JOIN content c ON c.id = r.content
                    WHERE r.provider = (SELECT id FROM provider WHERE identifier = ?)
                    """)
            guard let row = try Row.fetchOne(statement, arguments: [provider.rawValue]) else { return (0, 0) }
            return (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
        }
    }

    /// Who has these PostScript names now, or others that look the same: enabled registrations, published or not, and
    /// faces of the system, by the names of their faces and of their named instances.
    ///
    /// - Returns: Each holder of each name once; ours in the order of registration, then the system's.
    package func nameHolders(postscriptNames: [String]) async throws(RegistryError) -> [NameHolder] {
        let keys = Set(postscriptNames.map(\.fontNameKey)).filter { !$0.isEmpty }.sorted()
        return try await read { db in try keys.flatMap { try Self.holders(of: $0, db) } }
    }

    /// Who has a name.
    ///
    /// - Parameters:
    ///   - key: The name as `fontNameKey`.
    ///   - facesOnly: Whether the names of named instances are left out.
    ///   - db: The state of the registry to look at.
    /// - Returns: Ours in the order of registration, then the system's.
    /// - Throws: What kept it from being read.
    static func holders(of key: String, facesOnly: Bool = false, _ db: Database) throws -> [NameHolder] {
        let ours = try db.cachedStatement(
            sql: """
                SELECT DISTINCT r.id, v.identifier, r.identifier, c.digest
                FROM faceKey k JOIN face f ON f.id = k.face JOIN content c ON c.id = f.content
                JOIN registration r ON r.content = c.id AND r.isEnabled JOIN provider v ON v.id = r.provider
                WHERE k.role = 1 AND k.key = ?1 AND (NOT ?2 OR k.instance = -1) ORDER BY r.id
                """)
        let system = try db.cachedStatement(
            sql: """
                SELECT DISTINCT f.path
                FROM faceKey k JOIN face f ON f.id = k.face JOIN systemDirectory d ON d.id = f.directory
                WHERE k.role = 1 AND k.key = ?1 AND (NOT ?2 OR k.instance = -1) AND d.state = 'current' ORDER BY f.path
                """)
        var holders = try Row.fetchAll(ours, arguments: [key, facesOnly]).map { row in
            guard let provider = ProviderIdentifier(rawValue: try row.decode(atIndex: 1)),
                let digest = FontDigest(bytes: try row.bytes(3, "content"))
            else { throw RegistryError.damagedRow("registration") }
            return NameHolder(
                key: key, source: .typecase, provider: provider,
                font: FontIdentifier(rawValue: try row.decode(atIndex: 2)), digest: digest)
        }
        holders += try String.fetchAll(system, arguments: [key, facesOnly]).map {
            NameHolder(key: key, source: .system, path: $0)
        }
        return holders
    }
}
