package import FontModel
internal import GRDB

/// The user's decision on a right of a provider.
package struct GrantRecord: Sendable, Hashable {
    /// The provider.
    package var provider: ProviderIdentifier
    /// The right.
    package var right: Right
    /// The only font that the decision applies to; `nil` if it applies to everything that the right covers.
    package var font: FontDigest?
    /// Whether the provider has the right.
    package var isAllowed: Bool
    /// The time of the decision, in seconds since 1970.
    package var time: Int64

    /// Creates a record.
    package init(
        provider: ProviderIdentifier, right: Right, font: FontDigest? = nil, isAllowed: Bool, time: Int64
    ) {
        self.font = font
        self.provider = provider
        self.right = right
        self.isAllowed = isAllowed
        self.time = time
    }
}

extension GrantRecord {
    /// The subject of the decision as one word: the right, followed by a slash and the digest if it is about a font.
    var entitlement: String { Self.entitlement(right, font) }

    /// The word for a right and a font.
    static func entitlement(_ right: Right, _ font: FontDigest?) -> String {
        right.rawValue + (font.map { "/\($0.hexadecimal)" } ?? "")
    }

    /// The right and the font of a word; `nil` if only a later version knows the right.
    fileprivate static func parts(of entitlement: String) -> (Right, FontDigest?)? {
        let parts = entitlement.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let right = Right(rawValue: parts[0]) else { return nil }
        if parts.count == 1 { return (right, nil) }
        return FontDigest(hexadecimal: parts[1]).map { (right, $0) }
    }
}

extension Registry {
    /// The user's decisions on rights, sorted by provider.
    ///
    /// Rights that only a later version knows are omitted.
    package func grants() async throws(RegistryError) -> [GrantRecord] {
        try await connection.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT provider, entitlement, isAllowed, time FROM rightGrant ORDER BY provider, entitlement")
            return try Row.fetchAll(statement).compactMap { row in
                guard let provider = ProviderIdentifier(rawValue: try row.decode(atIndex: 0)) else {
                    throw RegistryError.damagedRow("rightGrant")
                }
                let entitlement: String = try row.decode(atIndex: 1)
                guard let (right, font) = GrantRecord.parts(of: entitlement) else { return nil }
                return GrantRecord(
                    provider: provider, right: right, font: font, isAllowed: try row.decode(atIndex: 2),
                    time: try row.decode(atIndex: 3))
            }
        }
    }
}
