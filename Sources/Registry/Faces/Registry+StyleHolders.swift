package import FontModel
internal import GRDB

/// The family and the style of a face: what programs tell fonts apart by that do not go by PostScript names.
package struct FamilyStyle: Sendable, Hashable {
    /// The family as its designer means it, as `fontNameKey`.
    package var family: String
    /// The name of the style, as `fontNameKey`.
    package var style: String
    /// Whether the face has variation axes: a variable font and static ones of a family go together.
    package var isVariable: Bool

    /// The family and the style of a face; `nil` where it lacks one of the two.
    ///
    /// - Parameter face: The face.
    package init?(_ face: FaceIdentity) {
        let family = face.family.fontNameKey
        guard !family.isEmpty, !face.style.name.isEmpty else { return nil }
        self.family = family
        style = face.style.name
        isVariable = face.isVariable
    }
}

/// An enabled registration of a font with a face of a family and style.
package struct StyleHolder: Sendable, Hashable {
    /// The content.
    package var digest: FontDigest
    /// Who registered it.
    package var provider: ProviderIdentifier

    /// Creates a value.
    package init(digest: FontDigest, provider: ProviderIdentifier) {
        self.digest = digest
        self.provider = provider
    }
}

extension Registry {
    /// The enabled registrations of fonts with a face of a family and style, oldest first.
    static func holders(of style: FamilyStyle, _ db: Database) throws -> [StyleHolder] {
        // By the family first, which seldom has many faces; very many have a style in common.
        let statement = try db.cachedStatement(
            sql: """
                SELECT DISTINCT c.digest, v.identifier, coalesce(f.typographicFamily, f.family), f.style, r.id
                FROM faceKey k CROSS JOIN face f ON f.id = k.face JOIN content c ON c.id = f.content
                    JOIN registration r ON r.content = c.id JOIN provider v ON v.id = r.provider
                WHERE k.role = 2 AND k.key = ?1 AND k.instance = -1 AND (f.axisCount > 0) = ?2 AND r.isEnabled = 1
                ORDER BY r.id
                """)
        return try Row.fetchAll(statement, arguments: [style.family, style.isVariable]).compactMap { row in
            let (family, name): (String, String) = (try row.decode(atIndex: 2), try row.decode(atIndex: 3))
            guard family.fontNameKey == style.family, name.fontNameKey == style.style,
                let digest = FontDigest(bytes: try row.bytes(0, "content")),
                let provider = ProviderIdentifier(rawValue: try row.decode(String.self, atIndex: 1))
            else { return nil }
            return StyleHolder(digest: digest, provider: provider)
        }
    }
}
