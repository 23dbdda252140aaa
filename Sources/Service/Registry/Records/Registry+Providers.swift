package import FontModel
internal import GRDB

extension Registry {
    /// Everybody who ever registered a font and what they have now, in the order of their first registration.
    package func providers() async throws(RegistryError) -> [ProviderUsage] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    \(Self.usageColumns)
                    FROM provider v LEFT JOIN registration r ON r.provider = v.id
                    LEFT JOIN content c ON c.id = r.content LEFT JOIN departure d ON d.registration = r.id
                    GROUP BY v.id ORDER BY v.id
                    """)
            return try Row.fetchAll(statement).map { try Self.usage($0) }
        }
    }

    /// One page of the providers that have fonts, in the order of their first registration.
    ///
    /// A cursor goes on after the last provider of its page, whatever was committed since.
    ///
    /// - Returns: The page, and the cursor of the next if there is more.
    /// - Throws: ``RegistryError/Code/invalidCursor``, among others.
    package func providers(
        matching filter: ProviderFilter
    ) async throws(RegistryError) -> (providers: [ProviderUsage], cursor: String?) {
        let limit = min(max(filter.limit, 1), ProviderFilter.maximumLimit)
        return try await readAtLength { db in
            let registry = try RegistryState(db).firstGeneration
            guard case .row(let start) = try RegistryCursor.position(of: filter.cursor, in: .providers, of: registry)
            else { throw RegistryError(.invalidCursor, "The cursor is not one of this list. List from the start.") }
            let statement = try db.cachedStatement(
                sql: """
                    \(Self.usageColumns)
                    FROM provider v JOIN registration r ON r.provider = v.id JOIN content c ON c.id = r.content
                    LEFT JOIN departure d ON d.registration = r.id
                    WHERE v.id > ?1 AND (?2 IS NULL OR v.identifier = ?2)
                    GROUP BY v.id ORDER BY v.id LIMIT ?3
                    """)
            // One more than wanted tells whether there is more.
            let rows = try Row.fetchAll(statement, arguments: [start, filter.id?.rawValue, limit + 1])
            let page = rows.prefix(limit)
            let last: Int64? = try rows.count > limit ? page.last?.decode(atIndex: 6) : nil
            return (
                try page.map { try Self.usage($0) },
                last.map { RegistryCursor(.providers, of: registry, after: .row($0)).text }
            )
        }
    }

    /// What ``usage(_:)`` reads; of a reason beside a greatest time SQLite takes that of the row with the time.
    private static let usageColumns = """
        SELECT v.identifier, v.kind, v.displayName, count(r.id), coalesce(sum(r.isEnabled), 0),
            coalesce(sum(c.size), 0), v.id, count(d.registration), max(d.time), d.reason
        """

    private static func usage(_ row: Row) throws -> ProviderUsage {
        guard let id = ProviderIdentifier(rawValue: try row.decode(atIndex: 0)) else {
            throw RegistryError.damagedRow("provider")
        }
        let reason: String? = try row.decode(atIndex: 9)
        let departure = try reason.flatMap(Departure.Reason.init).map {
            (reason: $0, time: try row.decode(Int64.self, atIndex: 8))
        }
        return ProviderUsage(
            provider: ProviderRecord(
                id: id, kind: try row.decode(atIndex: 1), displayName: try row.decode(atIndex: 2)),
            fontCount: try row.decode(atIndex: 3), enabledCount: try row.decode(atIndex: 4),
            byteCount: try row.decode(atIndex: 5), departedCount: try row.decode(atIndex: 7), lastDeparture: departure)
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

    /// How many registrations all programs have, which are all but the user's own.
    package func programFontCount() async throws(RegistryError) -> Int {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT count(*) FROM registration
                    WHERE provider IS NOT (SELECT id FROM provider WHERE identifier = ?)
                    """)
            return try Row.fetchOne(statement, arguments: [ProviderIdentifier.user.rawValue])?.decode(atIndex: 0) ?? 0
        }
    }

    /// Who has these PostScript names now, or others that look the same: enabled registrations, published or not, and
    /// faces of the system, by the names of their faces and of their named instances.
    ///
    /// - Returns: Each holder of each name; ours in the order of registration, then the system's.
    package func nameHolders(postscriptNames: [String]) async throws(RegistryError) -> [NameHolder] {
        let keys = Set(postscriptNames.map(\.fontNameKey)).filter { !$0.isEmpty }.sorted()
        return try await read { db in try keys.flatMap { try Self.holders(of: $0, db) } }
    }

    /// Who has a name.
    ///
    /// - Parameters:
    ///   - key: The name as `fontNameKey`.
    ///   - role: What kind of name it is.
    ///   - db: The state of the registry to look at.
    /// - Returns: Ours in the order of registration, then the system's; who has it for a face and for an instance is told
    ///   twice.
    /// - Throws: What kept it from being read.
    static func holders(
        of key: String, as role: FaceKeyRole = .postscriptName, _ db: Database
    ) throws -> [NameHolder] {
        let ours = try db.cachedStatement(
            sql: """
                SELECT DISTINCT r.id, v.identifier, r.identifier, c.digest, k.instance >= 0 AS isInstance
                FROM faceKey k JOIN face f ON f.id = k.face JOIN content c ON c.id = f.content
                JOIN registration r ON r.content = c.id AND r.isEnabled JOIN provider v ON v.id = r.provider
                WHERE k.role = ?2 AND k.key = ?1 ORDER BY r.id, isInstance
                """)
        let system = try db.cachedStatement(
            sql: """
                SELECT DISTINCT f.path, k.instance >= 0 AS isInstance
                FROM faceKey k JOIN face f ON f.id = k.face JOIN systemDirectory d ON d.id = f.directory
                WHERE k.role = ?2 AND k.key = ?1 AND d.state = 'current' ORDER BY f.path, isInstance
                """)
        var holders = try Row.fetchAll(ours, arguments: [key, role.rawValue]).map { row in
            guard let provider = ProviderIdentifier(rawValue: try row.decode(atIndex: 1)),
                let digest = FontDigest(bytes: try row.bytes(3, "content"))
            else { throw RegistryError.damagedRow("registration") }
            return NameHolder(
                key: key, isInstance: try row.decode(atIndex: 4), source: .typecase, provider: provider,
                font: FontIdentifier(rawValue: try row.decode(atIndex: 2)), digest: digest)
        }
        holders += try Row.fetchAll(system, arguments: [key, role.rawValue]).map { row in
            NameHolder(
                key: key, isInstance: try row.decode(atIndex: 1), source: .system, path: try row.decode(atIndex: 0))
        }
        return holders
    }
}
