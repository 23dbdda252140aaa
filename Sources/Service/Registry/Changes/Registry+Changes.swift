package import FontModel
internal import GRDB

extension Registry {
    /// The number of commits with changes, counted from a start value that differs between registries.
    package func generation() async throws(RegistryError) -> UInt64 {
        try await connection.read { try RegistryState($0).generation }
    }

    /// The directory where the published fonts were last found; `nil` if nobody has checked yet.
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

    /// The value that the last ``RegistryMutation/setPublicationPending(_:)`` set; it persists after the process ends.
    package func isPublicationPending() async throws(RegistryError) -> Bool {
        try await connection.read { try RegistryState($0).isPublicationPending }
    }

    /// The changes after a generation.
    ///
    /// - Parameters:
    ///   - generation: The generation that the client knows; 0 if it does not know any.
    ///   - provider: The provider whose fonts are of interest; `nil` for all.
    /// - Returns: The changes, and whether they are complete.
    /// - Throws: ``RegistryError`` if the registry cannot be read.
    package func changes(
        since generation: UInt64, of provider: ProviderIdentifier? = nil
    ) async throws(RegistryError) -> RegistryChanges {
        try await connection.read { db in
            let state = try RegistryState(db)
            // Zero is before this registry: the whole log is complete as long as nothing has been deleted from it.
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
