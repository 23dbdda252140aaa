internal import GRDB

/// The global state of the registry, which is a single row.
struct RegistryState {
    /// The current generation.
    var generation: UInt64
    /// The generation when the registry was created: the microseconds since 1970.
    ///
    /// No registry makes one commit per microsecond. Therefore, the generations of a registry that was created again
    /// are higher than those that clients know from the previous one, and these clients are told to list again.
    var firstGeneration: UInt64
    /// The generation after which the change log contains every change.
    var logStart: UInt64
    /// See ``Registry/isPublicationPending()``.
    var isPublicationPending: Bool
    /// See ``RegistryMutation/setBegun``.
    var hasBegun: Bool

    /// Reads the state.
    init(_ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT generation, firstGeneration, logStart, isPublicationPending, hasBegun FROM state
                WHERE id = 1
                """)
        guard let row = try Row.fetchOne(statement) else { throw RegistryError.damagedRow("state") }
        generation = try row.unsigned(0, "state")
        firstGeneration = try row.unsigned(1, "state")
        logStart = try row.unsigned(2, "state")
        isPublicationPending = try row.decode(Bool.self, atIndex: 3)
        hasBegun = try row.decode(Bool.self, atIndex: 4)
    }
}
