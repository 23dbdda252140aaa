/// The authoritative record of fonts, providers and registrations, in one SQLite file.
///
/// Committed data is on the disk. A query sees the last commit before it began. Cancelling a task does not undo any
/// function.
package final class Registry: Sendable {
    let connection: RegistryConnection

    init(_ connection: RegistryConnection) { self.connection = connection }

    /// The faces, as programs see them.
    package var faces: FaceTables { FaceTables(connection: connection) }

    /// The fonts by their contents.
    package var contents: ContentTables { ContentTables(connection: connection) }

    /// The registrations: which provider has registered which content, and how.
    package var registrations: RegistrationTables { RegistrationTables(connection: connection) }

    /// The providers.
    package var providers: ProviderTables { ProviderTables(connection: connection) }

    /// The directories of the system's fonts.
    package var systemDirectories: SystemDirectoryTables { SystemDirectoryTables(connection: connection) }

    /// The history of changes.
    package var history: HistoryTables { HistoryTables(connection: connection) }

    /// The groups of fonts.
    package var collections: CollectionTables { CollectionTables(connection: connection) }

    /// Waits for running work, writes the log back and closes the registry; later calls fail.
    ///
    /// Blocks.
    package func close() throws(RegistryError) { try connection.close() }

    /// Writes the log back to the file if it has become long; best called while nobody waits for the registry.
    package func writeLogBack() async { await connection.writeLogBack() }

    /// A number that distinguishes states of the registry.
    ///
    /// Data that is read after this number was obtained belongs to this state or a later one. The data stays valid as
    /// long as the number stays the same.
    ///
    /// - Returns: `nil` if another process changes the registry, because its commits are not counted here.
    package var state: UInt64? { connection.state }

    /// Returns memory to the system after a period without large queries.
    ///
    /// Call this after work that used much memory.
    package func restWhenQuiet() { connection.restWhenQuiet() }

    /// Opens the connections that queries will need, while memory use is still low.
    package func openConnections() async { await connection.openConnections() }
}
