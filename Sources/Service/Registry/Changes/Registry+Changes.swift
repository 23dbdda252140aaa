package import FontModel
internal import GRDB

extension Registry {
    /// The number of commits with changes, from a beginning that differs between registries.
    package func generation() async throws(RegistryError) -> UInt64 {
        try await connection.read { try RegistryState($0).generation }
    }

    /// Where the published fonts were last found to be; `nil` where nobody has looked yet.
    package func publishedRoot() async throws(RegistryError) -> PublishedRoot? {
        try await connection.read { try Self.publishedRoot($0) }
    }

    static func publishedRoot(_ db: Database) throws -> PublishedRoot? {
        let statement = try db.cachedStatement(
            sql: "SELECT fileSystem, inode, seenNanoseconds FROM publishedRoot WHERE id = 1")
        guard let row = try Row.fetchOne(statement) else { return nil }
        let (fileSystem, inode): (Int64, Int64) = (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
        return PublishedRoot(
            fileSystem: UInt64(bitPattern: fileSystem), inode: UInt64(bitPattern: inode),
            seenNanoseconds: try row.decode(atIndex: 2))
    }

    /// Whether the last ``RegistryMutation/setPublicationPending(_:)`` said so; it outlives the process.
    package func isPublicationPending() async throws(RegistryError) -> Bool {
        try await connection.read { try RegistryState($0).isPublicationPending }
    }

    /// What happened after a generation.
    ///
    /// - Parameters:
    ///   - generation: The generation that the asker knows; 0 for one that knows nothing.
    ///   - provider: The provider whose fonts matter; `nil` for all.
    /// - Returns: The changes, and whether these are all of them.
    /// - Throws: ``RegistryError`` where the registry cannot be read.
    package func changes(
        since generation: UInt64, of provider: ProviderIdentifier? = nil
    ) async throws(RegistryError) -> RegistryChanges {
        try await connection.read { db in
            let state = try RegistryState(db)
            // Zero is before this registry: all it ever logged is the whole story, as long as nothing is forgotten.
            let start = generation == 0 ? state.firstGeneration : generation
            let isComplete = start >= state.logStart && start <= state.generation
            var changes: [ChangeLogEntry] = []
            let cursor = try Row.fetchCursor(
                db.cachedStatement(
                    sql: """
                        SELECT generation, kind, font, provider, cause, reason FROM change
                        WHERE generation > ?1 AND (?2 IS NULL OR provider = ?2) ORDER BY id
                        """), arguments: [Int64(clamping: generation), provider?.rawValue])
            while let row = try cursor.next() { changes.append(try Self.change(row)) }
            return RegistryChanges(generation: state.generation, changes: changes, isComplete: isComplete)
        }
    }

    private static func change(_ row: Row) throws -> ChangeLogEntry {
        guard let provider = ProviderIdentifier(rawValue: try row.decode(atIndex: 3)) else {
            throw RegistryError.damagedRow("change")
        }
        return ChangeLogEntry(
            generation: try row.unsigned(0, "change"), kind: try row.enumeration(1, "change"),
            font: FontIdentifier(rawValue: try row.decode(atIndex: 2)), provider: provider,
            cause: try row.enumeration(4, "change"), reason: try row.decode(atIndex: 5))
    }
}
