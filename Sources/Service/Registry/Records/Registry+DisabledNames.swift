package import FontModel
internal import GRDB

extension Registry {
    /// All names that ``RegistryMutation/rememberDisabled(_:keys:)`` said and nothing took back since.
    package func disabledNames() async throws(RegistryError) -> DisabledNames {
        try await connection.read { db in
            var names: DisabledNames = [:]
            for row in try Row.fetchAll(db, sql: "SELECT provider, key FROM disabledName") {
                guard let provider = ProviderIdentifier(rawValue: try row.decode(atIndex: 0)) else {
                    throw RegistryError.damagedRow("disabledName")
                }
                names[provider, default: []].insert(try row.decode(atIndex: 1))
            }
            return names
        }
    }

    /// What the user took out of use of some providers' removed fonts that have some names: the names, or single styles
    /// that have them, see ``FaceIdentity/decisionKey``.
    ///
    /// - Parameters:
    ///   - keys: The names' keys.
    ///   - providers: Whose fonts.
    ///   - db: The connection.
    /// - Returns: The keys by provider; none for a provider of whom nothing is remembered.
    /// - Throws: What kept them from being read.
    static func disabledNames(
        _ keys: [String], of providers: Set<ProviderIdentifier>, _ db: Database
    ) throws -> DisabledNames {
        // Most users never take anything out of use: one look for each provider, not one for each name.
        let any = try db.cachedStatement(sql: "SELECT 1 FROM disabledName WHERE provider = ? LIMIT 1")
        // '0' comes after '/'.
        let one = try db.cachedStatement(
            sql: """
                SELECT key FROM disabledName
                WHERE provider = ?1 AND (key = ?2 OR key >= ?2 || '/' AND key < ?2 || '0')
                """)
        var names: DisabledNames = [:]
        for provider in providers {
            guard try Row.fetchOne(any, arguments: [provider.rawValue]) != nil else { continue }
            let known = try keys.reduce(into: Set<String>()) {
                $0.formUnion(try String.fetchSet(one, arguments: [provider.rawValue, $1]))
            }
            if !known.isEmpty { names[provider] = known }
        }
        return names
    }
}
