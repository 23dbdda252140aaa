internal import FontModel
internal import GRDB

extension NameHolder {
    /// Who has a name.
    ///
    /// - Parameters:
    ///   - key: The name as `fontNameKey`.
    ///   - role: What kind of name it is.
    ///   - db: The state of the registry to look at.
    /// - Returns: Ours in the order of registration, then the system's; who has it for a face and for an instance is told
    ///   twice.
    /// - Throws: What kept it from being read.
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
