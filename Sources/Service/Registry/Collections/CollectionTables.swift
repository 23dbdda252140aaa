internal import FontModel
internal import GRDB

/// The user's collections of fonts.
package struct CollectionTables: Sendable {
    let connection: RegistryConnection

    /// The collections with their fonts, sorted by name.
    ///
    /// - Parameter name: The only collection to return; `nil` for all.
    /// - Returns: The collections.
    /// - Throws: ``RegistryError`` if the registry cannot be read.
    package func list(named name: String? = nil) async throws(RegistryError) -> [CollectionRecord] {
        try await connection.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT id, name, time FROM collection WHERE ?1 IS NULL OR name = ?1 ORDER BY name")
            return try Row.fetchAll(statement, arguments: [name]).map { row in
                CollectionRecord(
                    name: try row.decode(atIndex: 1), time: try row.decode(atIndex: 2),
                    members: try Self.members(ofCollection: try row.decode(atIndex: 0), db))
            }
        }
    }

    private static func members(ofCollection row: Int64, _ db: Database) throws -> [CollectionRecord.Member] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT provider, postscriptName, family, style FROM collectionFont WHERE collection = ?
                ORDER BY postscriptName, provider, family, style
                """)
        return try Row.fetchAll(statement, arguments: [row]).map { row in
            guard let provider = ProviderIdentifier(rawValue: try row.decode(atIndex: 0)) else {
                throw RegistryError.damagedRow("collectionFont")
            }
            let font = CollectedFont(
                provider: provider, postscriptName: try row.decode(atIndex: 1), family: try row.decode(atIndex: 2),
                style: try row.decode(atIndex: 3))
            return CollectionRecord.Member(font: font, registrations: try registrations(of: font, db))
        }
    }

    private static func registrations(
        of font: CollectedFont, _ db: Database
    ) throws -> [CollectionRecord.Registered] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT DISTINCT r.identifier, c.digest, r.isEnabled, r.id
                FROM faceKey k JOIN face f ON f.id = k.face
                JOIN content c ON c.id = f.content
                JOIN registration r ON r.content = c.id
                JOIN provider p ON p.id = r.provider
                WHERE k.role = 1 AND k.key = ?1 AND f.postscriptName = ?2 AND p.identifier = ?3
                    AND (?4 = '' AND ?5 = '' OR coalesce(f.typographicFamily, f.family) = ?4 AND f.style = ?5)
                    AND NOT EXISTS (SELECT 1 FROM departure d WHERE d.registration = r.id)
                    AND f.faceIndex = (SELECT min(faceIndex) FROM face WHERE content = c.id)
                ORDER BY r.id
                """)
        let arguments: StatementArguments = [
            font.postscriptName.fontNameKey, font.postscriptName, font.provider.rawValue, font.family, font.style,
        ]
        return try Row.fetchAll(statement, arguments: arguments).map { row in
            guard let digest = FontDigest(bytes: try row.bytes(1, "content")) else {
                throw RegistryError.damagedRow("content")
            }
            return CollectionRecord.Registered(
                id: FontIdentifier(rawValue: try row.decode(atIndex: 0)), digest: digest,
                isEnabled: try row.decode(atIndex: 2))
        }
    }
}
