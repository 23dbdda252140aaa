internal import FontModel
internal import GRDB

/// Reads the stored evidence that providers are installed.
enum InstallationRows {
    /// The row of a provider; `nil` if the provider is unknown.
    static func provider(_ id: ProviderIdentifier, _ db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM provider WHERE identifier = ?"), arguments: [id.rawValue])
    }

    /// The evidence that one provider is installed.
    ///
    /// - Parameters:
    ///   - provider: The provider's row.
    ///   - db: The state of the registry to read.
    /// - Returns: The evidence; kinds that only a later version knows are omitted.
    /// - Throws: The error that occurred while reading.
    static func read(_ provider: Int64, _ db: Database) throws -> [InstallationEvidence] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT number, kind, path, mountPoint, fileSystem FROM installation
                WHERE provider = ? ORDER BY number, path
                """)
        var found: [(number: Int, kind: InstallationEvidence.Kind, files: [InstallationEvidence.File])] = []
        for row in try Row.fetchAll(statement, arguments: [provider]) {
            guard let kind = InstallationEvidence.Kind(rawValue: try row.decode(atIndex: 1)) else { continue }
            let number: Int = try row.decode(atIndex: 0)
            let file = InstallationEvidence.File(
                path: try row.decode(atIndex: 2), mountPoint: try row.decode(atIndex: 3),
                fileSystem: UInt64(bitPattern: try row.decode(atIndex: 4)))
            if found.last?.number == number {
                found[found.count - 1].files.append(file)
            } else {
                found.append((number, kind, [file]))
            }
        }
        return found.map { InstallationEvidence($0.kind, files: $0.files) }
    }
}
