package import FontModel
internal import GRDB

extension Registry {
    /// All names that ``RegistryMutation/rememberDisabled(_:keys:)`` stored and that have not been deleted since.
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

    /// The names that the user disabled for removed fonts of the given providers.
    ///
    /// Each result is one of the given names, or such a name with a single style; see ``FaceIdentity/decisionKey``.
    ///
    /// - Parameters:
    ///   - keys: The keys of the names.
    ///   - providers: The owners of the fonts.
    ///   - db: The connection.
    /// - Returns: The keys by provider, without providers that have none.
    /// - Throws: The error that occurred while reading.
    static func disabledNames(
        _ keys: [String], of providers: Set<ProviderIdentifier>, _ db: Database
    ) throws -> DisabledNames {
        // Most users never disable a font. Therefore, a query for each provider comes first, instead of one for each
        // name.
        let any = try db.cachedStatement(sql: "SELECT 1 FROM disabledName WHERE provider = ? LIMIT 1")
        // In ASCII, '0' comes directly after '/'.
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
