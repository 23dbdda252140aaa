package import FontModel
internal import GRDB

/// A provider that has registrations, what shows that it is installed, and what is set aside of its fonts.
package struct ProviderPresence: Sendable, Equatable {
    /// The provider, with what is known of its installation.
    package var provider: ProviderRecord
    /// How many of its registrations are not set aside.
    package var presentCount: Int
    /// How many of its registrations are set aside, by the reason.
    package var departedCounts: [Departure.Reason: Int]

    /// Creates a value.
    package init(provider: ProviderRecord, presentCount: Int, departedCounts: [Departure.Reason: Int]) {
        self.provider = provider
        self.presentCount = presentCount
        self.departedCounts = departedCounts
    }
}

extension Registry {
    /// Everybody who has a registration, in the order of their first one.
    package func presences() async throws(RegistryError) -> [ProviderPresence] {
        try await read { db in
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

    /// The registrations of a provider that are set aside for one of some reasons, or not at all, oldest first.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - reasons: The reasons; `nil` among them stands for those that are not set aside.
    /// - Returns: Their ids.
    /// - Throws: What kept the registry from being read.
    package func registrations(
        of provider: ProviderIdentifier, setAsideFor reasons: Set<Departure.Reason?>
    ) async throws(RegistryError) -> [FontIdentifier] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT r.identifier, d.reason FROM registration r LEFT JOIN departure d ON d.registration = r.id
                    WHERE r.provider = (SELECT id FROM provider WHERE identifier = ?) ORDER BY r.id
                    """)
            return try Row.fetchAll(statement, arguments: [provider.rawValue]).compactMap { row in
                let reason: String? = try row.decode(atIndex: 1)
                guard reasons.contains(reason.flatMap(Departure.Reason.init)) else { return nil }
                return FontIdentifier(rawValue: try row.decode(atIndex: 0))
            }
        }
    }

    /// The registrations that were set aside so long ago that their time is over, oldest departure first.
    ///
    /// - Parameter time: The latest departure that counts, in seconds since 1970.
    /// - Returns: Their ids.
    /// - Throws: What kept the registry from being read.
    package func registrations(setAsideUntil time: Int64) async throws(RegistryError) -> [FontIdentifier] {
        let reasons = Departure.Reason.allCases.filter(\.expires).map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT r.identifier FROM departure d JOIN registration r ON r.id = d.registration
                    WHERE d.time <= ? AND d.reason IN (\(reasons)) ORDER BY d.time, r.id
                    """)
            return try String.fetchAll(statement, arguments: [time]).map { FontIdentifier(rawValue: $0) }
        }
    }
}
