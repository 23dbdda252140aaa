package import FontModel
internal import GRDB

/// What the user said of a right of a provider.
package struct GrantRecord: Sendable, Hashable {
    /// Whose right it is.
    package var provider: ProviderIdentifier
    /// The right.
    package var right: Right
    /// Whether the provider has it.
    package var isAllowed: Bool
    /// When the user said so, in seconds since 1970.
    package var time: Int64

    /// Creates a record.
    package init(provider: ProviderIdentifier, right: Right, isAllowed: Bool, time: Int64) {
        self.provider = provider
        self.right = right
        self.isAllowed = isAllowed
        self.time = time
    }
}

extension Registry {
    /// What the user said of rights, in the order of the providers.
    ///
    /// Rights that only a later version knows are left out.
    package func grants() async throws(RegistryError) -> [GrantRecord] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT provider, entitlement, isAllowed, time FROM rightGrant ORDER BY provider, entitlement")
            return try Row.fetchAll(statement).compactMap { row in
                guard let provider = ProviderIdentifier(rawValue: try row.decode(atIndex: 0)) else {
                    throw RegistryError.damagedRow("rightGrant")
                }
                guard let right = Right(rawValue: try row.decode(atIndex: 1)) else { return nil }
                return GrantRecord(
                    provider: provider, right: right, isAllowed: try row.decode(atIndex: 2),
                    time: try row.decode(atIndex: 3))
            }
        }
    }
}
