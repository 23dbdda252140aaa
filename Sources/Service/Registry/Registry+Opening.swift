package import FontModel
internal import GRDB
package import LinuxSystem

extension Registry {
    /// Opens the registry, or creates one.
    ///
    /// Only one process may open the registry at a time; the caller ensures this. A damaged file is renamed to
    /// `NAME.damaged-N`, together with the files beside it, and replaced by an empty registry. If the registry was
    /// ``RegistryCondition/created`` or ``RegistryCondition/damaged(setAsideAs:)``, the library may contain fonts that
    /// the registry does not know. Until the first change begins, every opening reports ``RegistryCondition/created``.
    /// Blocks.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the file, in a directory that exists.
    ///   - journalMode: ``RegistryJournalMode/rollback`` on a network file system.
    ///   - maximumSize: The maximum number of bytes that the file may grow to.
    ///   - trustsCleanClose: Whether to skip the check of every page, which takes about 5 ms per thousand faces, if the
    ///     last run closed the registry after the machine started. Damage that occurred later is then reported by the
    ///     first query that encounters it, and found by the next opening.
    ///   - threads: The threads for queries of callers that are not on one of these threads already; `nil` for the
    ///     registry's own threads.
    /// - Returns: The registry, and the condition in which it was found.
    /// - Throws: ``RegistryError/Code/newerSchema``, with the file untouched, ``RegistryError/Code/readOnly``,
    ///   ``RegistryError/Code/storageFull``, ``RegistryError/Code/busy`` or ``RegistryError/Code/failed``.
    package static func open(
        at path: String, journalMode: RegistryJournalMode = .writeAheadLog,
        maximumSize: Int = RegistryLimits.fileSize, trustsCleanClose: Bool = false, threads: BlockingThreads? = nil
    ) throws(RegistryError) -> (Registry, RegistryCondition) {
        let (connection, condition) = try RegistryConnection.open(
            at: path, journalMode, maximumSize: maximumSize, trustsCleanClose: trustsCleanClose, threads: threads)
        return (Registry(connection), condition)
    }

    /// Whether the last process that opened a registry did not close it, so that its work may be incomplete.
    ///
    /// Must be called before the registry is opened. Blocks.
    ///
    /// - Parameter path: The absolute path of the registry's file.
    /// - Returns: Whether a log or journal has not been written back.
    package static func wasInterrupted(at path: String) -> Bool { RegistryFile(path: path).hasUnfinishedWork() }

    /// The damaged file that was set aside last beside a registry.
    ///
    /// The file stays until somebody removes it. Until then, data that only the registry contained, such as the user's
    /// decisions on rights, is lost. Blocks.
    ///
    /// - Parameter path: The absolute path of the registry's file.
    /// - Returns: An absolute path; `nil` if there is none.
    package static func damagedFile(besides path: String) -> String? { RegistryFile(path: path).lastSetAside() }

    /// Opens a registry that another process changes, for reading only; each query sees the last commit.
    ///
    /// Nothing is examined, repaired or migrated, because that is the task of the other process. Blocks.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the file.
    ///   - journalMode: The mode in which the other process has opened the file.
    ///   - threads: The threads for queries of callers that are not on a thread that may block; `nil` for the
    ///     registry's own threads.
    /// - Returns: The registry. Changing it fails with ``RegistryError/Code/readOnly``.
    /// - Throws: ``RegistryError/Code/readOnly`` if there is no registry, ``RegistryError/Code/newerSchema`` if its
    ///   schema is not exactly that of this version, ``RegistryError/Code/busy`` and ``RegistryError/Code/damaged``.
    package static func openForReading(
        at path: String, journalMode: RegistryJournalMode = .writeAheadLog,
        threads: BlockingThreads? = nil
    ) throws(RegistryError) -> Registry {
        Registry(try RegistryConnection.openForReading(at: path, journalMode, threads: threads))
    }

    /// Opens a copy in memory of a registry whose file cannot be locked, in its current state.
    ///
    /// Blocks while the file is read.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the file.
    ///   - threads: The threads for queries of callers that are not on a thread that may block; `nil` for the
    ///     registry's own threads.
    /// - Returns: The registry, and the stamp of the file that was copied. Changing the registry fails with
    ///   ``RegistryError/Code/readOnly``.
    /// - Throws: ``RegistryError/Code/busy`` if the file is being changed, or if a part of it is in a log that cannot
    ///   be read without locks; ``RegistryError/Code/failed`` if it is too large for memory; otherwise the errors of
    ///   ``openForReading(at:journalMode:threads:)``.
    package static func copyForReading(
        at path: String, threads: BlockingThreads? = nil
    ) throws(RegistryError) -> (registry: Registry, stamp: FileStamp) {
        let (connection, stamp) = try RegistryConnection.copyForReading(at: path, threads: threads)
        return (Registry(connection), stamp)
    }

    /// Creates an empty registry in memory, for the faces of the system if the home directory cannot contain a
    /// registry.
    ///
    /// - Parameter threads: The threads for queries of callers that are not on a thread that may block; `nil` for the
    ///   registry's own threads.
    /// - Returns: The registry.
    /// - Throws: ``RegistryError/Code/failed`` if there is not enough memory.
    package static func temporary(
        threads: BlockingThreads? = nil
    ) throws(RegistryError) -> Registry {
        Registry(try RegistryConnection.temporary(threads: threads))
    }

    /// Whether no change of fonts has ever begun, so that the registry may be a replacement for a lost one.
    package func isNew() async throws(RegistryError) -> Bool { try await connection.read { try Self.isNew($0) } }

    /// Whether no change of fonts has ever begun, in one state of the registry.
    static func isNew(_ db: Database) throws -> Bool {
        let state = try RegistryState(db)
        guard !state.hasBegun, state.generation == state.firstGeneration else { return false }
        let isUsed = "SELECT EXISTS (SELECT 1 FROM content) OR EXISTS (SELECT 1 FROM provider)"
        return try Bool.fetchOne(db, sql: isUsed) != true
    }
}
