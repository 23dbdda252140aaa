package import FontModel
internal import GRDB

/// An enabled registration of a font with a face of a family.
package struct FamilyHolder: Sendable, Hashable {
    /// The content.
    package var digest: FontDigest
    /// The provider that registered the content.
    package var provider: ProviderIdentifier
    /// The face, without its `style.families`, its full names and the names of its instances.
    package var face: FaceIdentity

    /// Creates a value.
    package init(digest: FontDigest, provider: ProviderIdentifier, face: FaceIdentity) {
        self.digest = digest
        self.provider = provider
        self.face = face
        self.face.style.families = []
        self.face.instanceKeys = []
        self.face.fullNames = []
        self.face.instanceFullNames = []
    }
}

extension Registry {
    /// The enabled registrations of fonts with a face of a family.
    ///
    /// - Parameters:
    ///   - key: The family, in any language, as `fontNameKey`.
    ///   - db: The state of the registry to read.
    /// - Returns: One element for each face and registration, oldest registrations first.
    /// - Throws: The error that occurred while reading.
    static func holders(ofFamily key: String, _ db: Database) throws -> [FamilyHolder] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT DISTINCT \(identityColumns), c.digest, v.identifier
                FROM faceKey k CROSS JOIN face f ON f.id = k.face JOIN content c ON c.id = f.content
                    JOIN registration r ON r.content = c.id JOIN provider v ON v.id = r.provider
                WHERE k.role = 2 AND k.key = ? AND k.instance = -1 AND r.isEnabled = 1 ORDER BY r.id, f.faceIndex
                """)
        return try Row.fetchAll(statement, arguments: [key]).compactMap { row in
            guard let digest = FontDigest(bytes: try row.bytes(9, "content")),
                let provider = ProviderIdentifier(rawValue: try row.decode(String.self, atIndex: 10))
            else { return nil }
            return FamilyHolder(digest: digest, provider: provider, face: try look(row, db))
        }
    }
}
