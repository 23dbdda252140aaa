package import FontModel
internal import GRDB

/// Whether the manifest of a provider grants a right.
package struct ManifestRightRecord: Sendable, Hashable {
    /// The provider.
    package var provider: ProviderIdentifier
    /// The right.
    package var right: Right
    /// Whether the manifest grants the right.
    package var isGranted: Bool
    /// When a new version of the manifest changed this, in seconds since 1970; `nil` if none did, or if the user has
    /// acknowledged the change.
    package var changeTime: Int64?

    /// Creates a record.
    package init(provider: ProviderIdentifier, right: Right, isGranted: Bool, changeTime: Int64? = nil) {
        self.provider = provider
        self.right = right
        self.isGranted = isGranted
        self.changeTime = changeTime
    }
}

extension Registry {
    /// The rights that manifests grant or do not grant, sorted by provider and right.
    package func manifestRights() async throws(RegistryError) -> [ManifestRightRecord] {
        try await connection.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT provider, entitlement, isGranted, changeTime FROM manifestRight
                    ORDER BY provider, entitlement
                    """)
            return try Row.fetchAll(statement).compactMap { row -> ManifestRightRecord? in
                guard let provider = ProviderIdentifier(rawValue: try row.decode(atIndex: 0)) else {
                    throw RegistryError.damagedRow("manifestRight")
                }
                let name: String = try row.decode(atIndex: 1)
                // A later version of the service may know further rights.
                guard let right = Right(rawValue: name) else { return nil }
                return ManifestRightRecord(
                    provider: provider, right: right, isGranted: try row.decode(atIndex: 2),
                    changeTime: try row.decode(atIndex: 3))
            }
        }
    }
}

extension MutationWriter {
    /// Stores whether the manifest of a provider grants a right.
    func set(_ record: ManifestRightRecord) throws {
        try execute(
            "INSERT OR REPLACE INTO manifestRight (provider, entitlement, isGranted, changeTime) VALUES (?, ?, ?, ?)",
            [record.provider.rawValue, record.right.rawValue, record.isGranted, record.changeTime])
    }
}
