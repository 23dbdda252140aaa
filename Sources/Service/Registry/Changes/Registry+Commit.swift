internal import FontModel
internal import GRDB

extension Registry {
    /// Executes all steps in one transaction, and returns when they are on the disk.
    ///
    /// - Parameter mutations: The steps, in order.
    /// - Returns: The generation. It is one more than before if the steps include a
    ///   ``RegistryMutation/change(_:_:_:_:)`` or ``RegistryMutation/hiddenFamilies(_:)``. Otherwise, it is unchanged.
    /// - Throws: ``RegistryError/Code/failed`` if a step contradicts the stored data,
    ///   ``RegistryError/Code/storageFull``, ``RegistryError/Code/readOnly``, ``RegistryError/Code/busy`` or
    ///   ``RegistryError/Code/damaged``. In these cases, nothing was done.
    package func commit(_ mutations: [RegistryMutation]) async throws(RegistryError) -> UInt64 {
        try await connection.write { try Self.apply(mutations, $0) }
    }

    /// Does the same as ``commit(_:)``, but blocks the calling thread.
    package func commitBlocking(_ mutations: [RegistryMutation]) throws(RegistryError) -> UInt64 {
        try connection.writeBlocking { try Self.apply(mutations, $0) }
    }

    private static func apply(_ mutations: [RegistryMutation], _ db: Database) throws -> UInt64 {
        let state = try RegistryState(db)
        let hasChanges = mutations.contains {
            switch $0 {
            case .change, .hiddenFamilies: true
            default: false
            }
        }
        let generation = hasChanges ? state.generation + 1 : state.generation
        let writer = MutationWriter(db: db, generation: generation)
        for mutation in mutations { try writer.apply(mutation) }
        if hasChanges {
            try db.cachedStatement(sql: "UPDATE state SET generation = ? WHERE id = 1")
                .execute(arguments: [Int64(bitPattern: generation)])
            try pruneChanges(db)
        }
        if mutations.contains(where: { if case .recordRequest = $0 { true } else { false } }) {
            try db.cachedStatement(
                sql: """
                    DELETE FROM requestedFont
                    WHERE id <= (SELECT max(id) FROM requestedFont) - \(RegistryLimits.requestedFonts)
                    """
            ).execute()
        }
        return generation
    }

    /// Deletes the oldest changes, and records the generation from which the log is complete.
    private static func pruneChanges(_ db: Database) throws {
        let last = "(SELECT max(id) FROM change) - \(RegistryLimits.changes)"
        let pruned = try db.cachedStatement(sql: "SELECT max(generation) FROM change WHERE id <= \(last)")
        guard let generation = try Int64.fetchOne(pruned) else { return }
        try db.cachedStatement(sql: "DELETE FROM change WHERE id <= \(last)").execute()
        try db.cachedStatement(sql: "UPDATE state SET logStart = ? WHERE id = 1").execute(arguments: [generation])
    }
}
