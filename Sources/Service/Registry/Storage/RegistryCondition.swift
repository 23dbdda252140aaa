/// In what condition the registry was found when it was opened.
package enum RegistryCondition: Sendable, Hashable {
    /// It was there and sound.
    case opened
    /// There was none; it is new and empty.
    case created
    /// It was damaged: it is kept under the given name beside the new, empty one.
    case damaged(setAsideAs: String)
}

/// How the registry's file is kept consistent; the caller chooses by the file system it lies on.
package enum RegistryJournalMode: Sendable, Hashable {
    /// A write-ahead log, with readers beside the writer. It needs shared memory between the registry's connections.
    case writeAheadLog
    /// A rollback journal and one connection: for network file systems, where shared memory between machines does not
    /// exist. Others may read between the commits.
    case rollback
}
