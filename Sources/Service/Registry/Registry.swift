/// The truth about fonts, providers and registrations, in one SQLite file.
///
/// What was committed is on the disk. Queries see the last commit before they began. No function is undone by the
/// cancellation of its task.
package final class Registry: Sendable {
    let connection: RegistryConnection

    init(_ connection: RegistryConnection) { self.connection = connection }

    /// The faces, as programs see them.
    package var faces: FaceTables { FaceTables(connection: connection) }

    /// The fonts by their contents.
    package var contents: ContentTables { ContentTables(connection: connection) }

    /// Which provider has registered which content, and how.
    package var registrations: RegistrationTables { RegistrationTables(connection: connection) }

    /// The providers.
    package var providers: ProviderTables { ProviderTables(connection: connection) }

    /// The directories of the system's fonts.
    package var systemDirectories: SystemDirectoryTables { SystemDirectoryTables(connection: connection) }

    /// The history of changes.
    package var history: HistoryTables { HistoryTables(connection: connection) }

    /// The groups of fonts.
    package var collections: CollectionTables { CollectionTables(connection: connection) }

    /// Waits for what is running, writes the log back and closes; anything asked later fails.
    ///
    /// Blocks.
    package func close() throws(RegistryError) { try connection.close() }

    /// Writes the log of commits back to the file where it has become long; best when nobody waits for the registry.
    package func writeLogBack() async { await connection.writeLogBack() }

    /// Tells two states of the registry apart: what is read after this was asked for is of this state or a later one, as
    /// long as it is not told to be another.
    ///
    /// - Returns: `nil` where another process changes the registry, whose commits are not counted here.
    package var state: UInt64? { connection.state }

    /// Gives memory back to the system once nothing big has been asked for a while; to be called after something that
    /// took much memory.
    package func restWhenQuiet() { connection.restWhenQuiet() }

    /// Opens the connections that queries will need, while little memory is in use.
    package func openConnections() async { await connection.openConnections() }
}
