package import FontModel
internal import GRDB

/// What the user said of a right of a provider.
package struct GrantRecord: Sendable, Hashable {
    /// Whose right it is.
    package var provider: ProviderIdentifier
    /// The right.
    package var right: Right
    /// The font that alone it is about; `nil` for whatever the right is about.
    package var font: FontDigest?
    /// Whether the provider has it.
    package var isAllowed: Bool
    /// When the user said so, in seconds since 1970.
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
    /// What it is about, in one word: the right, and the digest of the font after a slash.
    var entitlement: String { Self.entitlement(right, font) }

    /// What something is about, in one word.
    static func entitlement(_ right: Right, _ font: FontDigest?) -> String {
        right.rawValue + (font.map { "/\($0.hexadecimal)" } ?? "")
    }

    /// What such a word is about; `nil` for one that only a later version knows.
    fileprivate static func parts(of entitlement: String) -> (Right, FontDigest?)? {
        let parts = entitlement.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let right = Right(rawValue: parts[0]) else { return nil }
        if parts.count == 1 { return (right, nil) }
        return FontDigest(hexadecimal: parts[1]).map { (right, $0) }
    }
}

extension Registry {
    /// What the user said of rights, in the order of the providers.
    ///
    /// Rights that only a later version knows are left out.
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
