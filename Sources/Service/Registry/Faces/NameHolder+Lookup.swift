internal import FontModel
internal import GRDB

extension NameHolder {
    /// Finds the holders of a name.
    ///
    /// - Parameters:
    ///   - key: The name as `fontNameKey`.
    ///   - role: The kind of name.
    ///   - db: The state of the registry to read.
    /// - Returns: The registrations in the order of registration, then the system's faces. A holder that has the name
    ///   for both a face and an instance is listed twice.
    /// - Throws: The error that occurred while reading.
    static func holders(
        of key: String, as role: FaceKeyRole = .postscriptName, _ db: Database
    ) throws -> [NameHolder] {
        let ours = try db.cachedStatement(
            sql: """
                SELECT DISTINCT r.id, v.identifier, r.identifier, c.digest, k.instance >= 0 AS isInstance
                FROM faceKey k JOIN face f ON f.id = k.face JOIN content c ON c.id = f.content
                JOIN registration r ON r.content = c.id AND r.isEnabled JOIN provider v ON v.id = r.provider
                WHERE k.role = ?2 AND k.key = ?1 ORDER BY r.id, isInstance
                """)
        let system = try db.cachedStatement(
            sql: """
                SELECT DISTINCT f.path, k.instance >= 0 AS isInstance
                FROM faceKey k JOIN face f ON f.id = k.face JOIN systemDirectory d ON d.id = f.directory
                WHERE k.role = ?2 AND k.key = ?1 AND d.state = 'current' ORDER BY f.path, isInstance
                """)
        var holders = try Row.fetchAll(ours, arguments: [key, role.rawValue]).map { row in
            guard let provider = ProviderIdentifier(rawValue: try row.decode(atIndex: 1)),
                let digest = FontDigest(bytes: try row.bytes(3, "content"))
            else { throw RegistryError.damagedRow("registration") }
            return NameHolder(
                key: key, isInstance: try row.decode(atIndex: 4), source: .typecase, provider: provider,
                font: FontIdentifier(rawValue: try row.decode(atIndex: 2)), digest: digest)
        }
        holders += try Row.fetchAll(system, arguments: [key, role.rawValue]).map { row in
            NameHolder(
                key: key, isInstance: try row.decode(atIndex: 1), source: .system, path: try row.decode(atIndex: 0))
        }
        return holders
    }
}
