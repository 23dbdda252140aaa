internal import GRDB

/// The one row of what there is one of.
struct RegistryState {
    /// The generation now.
    var generation: UInt64
    /// The generation when the registry was made: the microseconds since 1970.
    ///
    /// No registry makes a commit a microsecond, so the generations of one that had to be made anew are above those
    /// that clients know from the one before, and these are told to list anew.
    var firstGeneration: UInt64
    /// The change log holds everything that happened after this generation.
    var logStart: UInt64
    /// See ``Registry/isPublicationPending()``.
    var isPublicationPending: Bool
    /// See ``RegistryMutation/setBegun``.
    var hasBegun: Bool

    /// Reads it.
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
