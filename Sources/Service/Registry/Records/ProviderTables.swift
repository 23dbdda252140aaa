package import FontModel
internal import GRDB

/// The providers, their registrations, and the evidence that they are installed.
package struct ProviderTables: Sendable {
    let connection: RegistryConnection

    /// All providers that ever registered a font, with their current usage, in the order of their first registration.
    package func all() async throws(RegistryError) -> [ProviderUsage] {
        try await connection.read { db in
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
    /// A cursor continues after the last provider of its page, regardless of later commits.
    ///
    /// - Returns: The page, and the cursor of the next page if there are more providers.
    /// - Throws: ``RegistryError/Code/invalidCursor``, among others.
    package func page(
        matching filter: ProviderFilter
    ) async throws(RegistryError) -> (providers: [ProviderUsage], cursor: String?) {
        let limit = min(max(filter.limit, 1), ProviderFilter.maximumLimit)
        return try await connection.readAtLength { db in
            let registry = try RegistryState(db).firstGeneration
            guard case .row(let start) = try RegistryCursor.position(of: filter.cursor, in: .providers, of: registry)
            else {
                throw RegistryError(
                    .invalidCursor,
                    "The cursor does not belong to this list. Start again from the beginning of the list.")
            }
            let statement = try db.cachedStatement(
                sql: """
                    \(Self.usageColumns)
                    FROM provider v JOIN registration r ON r.provider = v.id JOIN content c ON c.id = r.content
                    LEFT JOIN departure d ON d.registration = r.id
                    WHERE v.id > ?1 AND (?2 IS NULL OR v.identifier = ?2)
                    GROUP BY v.id ORDER BY v.id LIMIT ?3
                    """)
            // One additional row shows whether there are more providers.
            let rows = try Row.fetchAll(statement, arguments: [start, filter.id?.rawValue, limit + 1])
            let page = rows.prefix(limit)
            let last: Int64? = try rows.count > limit ? page.last?.decode(atIndex: 6) : nil
            return (
                try page.map { try Self.usage($0) },
                last.map { RegistryCursor(.providers, of: registry, after: .row($0)).text }
            )
        }
    }

    /// The columns that ``usage(_:)`` reads.
    ///
    /// SQLite takes the reason from the row with the maximum time.
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

    /// The number of a provider's registrations and their size in bytes, counted once per registration.
    package func usage(of provider: ProviderIdentifier) async throws(RegistryError) -> (fonts: Int, bytes: Int) {
        try await connection.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT count(*), coalesce(sum(c.size), 0) FROM registration r JOIN content c ON c.id = r.content
                    WHERE r.provider = (SELECT id FROM provider WHERE identifier = ?)
                    """)
            guard let row = try Row.fetchOne(statement, arguments: [provider.rawValue]) else { return (0, 0) }
            return (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
        }
    }

    /// The number of registrations of all programs, which are all registrations except the user's own.
    package func programFontCount() async throws(RegistryError) -> Int {
        try await connection.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT count(*) FROM registration
                    WHERE provider IS NOT (SELECT id FROM provider WHERE identifier = ?)
                    """)
            return try Row.fetchOne(statement, arguments: [ProviderIdentifier.user.rawValue])?.decode(atIndex: 0) ?? 0
        }
    }

    /// All providers with a registration, in the order of their first registration.
    package func presences() async throws(RegistryError) -> [ProviderPresence] {
        try await connection.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT v.id, v.identifier, v.kind, v.displayName, coalesce(sum(d.reason IS NULL), 0),
                        coalesce(sum(d.reason = 'gone'), 0), coalesce(sum(d.reason = 'unmounted'), 0),
                        coalesce(sum(d.reason = 'user'), 0)
                    FROM provider v JOIN registration r ON r.provider = v.id
                    LEFT JOIN departure d ON d.registration = r.id
                    GROUP BY v.id ORDER BY v.id
                    """)
            return try Row.fetchAll(statement).map { row in
                guard let id = ProviderIdentifier(rawValue: try row.decode(atIndex: 1)) else {
                    throw RegistryError.damagedRow("provider")
                }
                let counts: [(Departure.Reason, Int)] = [
                    (.gone, try row.decode(atIndex: 5)), (.unmounted, try row.decode(atIndex: 6)),
                    (.user, try row.decode(atIndex: 7)),
                ]
                return ProviderPresence(
                    provider: ProviderRecord(
                        id: id, kind: try row.decode(atIndex: 2), displayName: try row.decode(atIndex: 3),
                        installation: try InstallationRows.read(try row.decode(atIndex: 0), db)),
                    presentCount: try row.decode(atIndex: 4),
                    departedCounts: Dictionary(
                        uniqueKeysWithValues: counts.filter { $0.1 > 0 }.map { ($0.0, $0.1) }))
            }
        }
    }
}
