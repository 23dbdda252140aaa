/// The condition in which the registry was found when it was opened.
package enum RegistryCondition: Sendable, Hashable {
    /// The registry existed and was intact.
    case opened
    /// The registry did not exist; it is new and empty.
    case created
    /// The registry was damaged; the old file is kept under the given name beside the new, empty one.
    case damaged(setAsideAs: String)
}

/// How the registry's file is kept consistent; the caller chooses the mode according to the file system.
package enum RegistryJournalMode: Sendable, Hashable {
    /// A write-ahead log, with readers that run concurrently with the writer.
    ///
    /// It needs shared memory between the registry's connections.
    case writeAheadLog
    /// A rollback journal and a single connection, for network file systems.
    ///
    /// On these, machines do not have shared memory. Other processes can read between the commits.
    case rollback
}
