internal import FontModel
internal import GRDB

/// The groups of fonts.
package struct CollectionTables: Sendable {
    let connection: RegistryConnection

    /// The collections with their fonts, in the order of their names.
    ///
    /// - Parameter name: Only this one; `nil` for all.
    /// - Returns: The collections.
    /// - Throws: ``RegistryError`` where the registry cannot be read.
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
                SELECT provider, postscriptName FROM collectionFont WHERE collection = ?
                ORDER BY postscriptName, provider
                """)
        return try Row.fetchAll(statement, arguments: [row]).map { row in
            guard let provider = ProviderIdentifier(rawValue: try row.decode(atIndex: 0)) else {
                throw RegistryError.damagedRow("collectionFont")
            }
            let font = CollectedFont(provider: provider, postscriptName: try row.decode(atIndex: 1))
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
                WHERE k.role = 1 AND k.key = ? AND f.postscriptName = ? AND p.identifier = ?
                    AND NOT EXISTS (SELECT 1 FROM departure d WHERE d.registration = r.id)
                    AND f.faceIndex = (SELECT min(faceIndex) FROM face WHERE content = c.id)
                ORDER BY r.id
                """)
        let arguments: StatementArguments = [
            font.postscriptName.fontNameKey, font.postscriptName, font.provider.rawValue,
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
