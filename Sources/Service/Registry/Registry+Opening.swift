package import FontModel
internal import GRDB
package import LinuxSystem

extension Registry {
    /// Opens the registry, or makes one.
    ///
    /// Only one process may have it open; the caller sees to that. A file that is damaged is renamed to
    /// `NAME.damaged-N` with the files beside it and replaced by an empty registry. Where the registry was
    /// ``RegistryCondition/created`` or ``RegistryCondition/damaged(setAsideAs:)``, fonts may lie in the library that
    /// it does not know; until the first change is begun it says ``RegistryCondition/created`` at every opening.
    /// Blocks.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the file, in a directory that exists.
    ///   - journalMode: ``RegistryJournalMode/rollback`` on a network file system.
    ///   - maximumSize: The most bytes that the file may grow to.
    ///   - trustsCleanClose: Whether to spare the check of every page, about 5 ms per thousand faces, where the last
    ///     run closed the registry since the machine started. Damage that came since is then told by the first query
    ///     that meets it, and found by the opening after that.
    ///   - threads: Where callers' queries run unless they are on one of these threads already; `nil` for threads of
    ///     its own.
    /// - Returns: The registry, and in what condition it was found.
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

    /// Whether the last process that had a registry open did not close it: what it was doing may be half done.
    ///
    /// To be asked before the registry is opened. Blocks.
    ///
    /// - Parameter path: The absolute path of the registry's file.
    /// - Returns: Whether there is something that was not written back.
    package static func wasInterrupted(at path: String) -> Bool { RegistryFile(path: path).hasUnfinishedWork() }

    /// The damaged file that was set aside last beside a registry.
    ///
    /// It stays until somebody removes it: what the registry alone had, such as what the user said of rights, is lost
    /// until then. Blocks.
    ///
    /// - Parameter path: The absolute path of the registry's file.
    /// - Returns: An absolute path; `nil` where there is none.
    package static func damagedFile(besides path: String) -> String? { RegistryFile(path: path).lastSetAside() }

    /// Opens a registry that another process changes, for reading alone; each query sees its last commit.
    ///
    /// Nothing is examined, repaired or migrated: that is for whoever changes it. Blocks.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the file.
    ///   - journalMode: How the other process has opened it.
    ///   - threads: Where callers that are not on a thread that may block have their queries run; `nil` for
    ///     threads of its own.
    /// - Returns: The registry. Changing it fails with ``RegistryError/Code/readOnly``.
    /// - Throws: ``RegistryError/Code/readOnly`` where there is none, ``RegistryError/Code/newerSchema`` for one that has
    ///   not exactly the schema of this version, ``RegistryError/Code/busy`` and ``RegistryError/Code/damaged``.
    package static func openForReading(
        at path: String, journalMode: RegistryJournalMode = .writeAheadLog,
        threads: BlockingThreads? = nil
    ) throws(RegistryError) -> Registry {
        Registry(try RegistryConnection.openForReading(at: path, journalMode, threads: threads))
    }

    /// Reads a registry whose file cannot be locked, as it is now, from a copy in memory.
    ///
    /// Blocks while the file is read.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the file.
    ///   - threads: Where callers that are not on a thread that may block have their queries run; `nil` for threads of
    ///     its own.
    /// - Returns: The registry, of which changing anything fails with ``RegistryError/Code/readOnly``, and the stamp of
    ///   the file that was copied.
    /// - Throws: ``RegistryError/Code/busy`` where a part of it is in a log that cannot be read so, or it is being
    ///   changed; ``RegistryError/Code/failed`` where it is too large to be held in memory; otherwise as
    ///   ``openForReading(at:journalMode:threads:)``.
    package static func copyForReading(
        at path: String, threads: BlockingThreads? = nil
    ) throws(RegistryError) -> (registry: Registry, stamp: FileStamp) {
        let (connection, stamp) = try RegistryConnection.copyForReading(at: path, threads: threads)
        return (Registry(connection), stamp)
    }

    /// Makes an empty registry in memory, for the faces of the system where the home has no place for one.
    ///
    /// - Parameter threads: Where callers that are not on a thread that may block have their queries run; `nil` for
    ///   threads of its own.
    /// - Returns: The registry.
    /// - Throws: ``RegistryError/Code/failed`` where there is no memory for it.
    package static func temporary(
        threads: BlockingThreads? = nil
    ) throws(RegistryError) -> Registry {
        Registry(try RegistryConnection.temporary(threads: threads))
    }

    /// Whether no change of fonts was ever begun, so that the registry may stand for one that is lost.
    package func isNew() async throws(RegistryError) -> Bool { try await connection.read { try Self.isNew($0) } }

    /// Whether no change of fonts was ever begun, as one state of the registry has it.
    static func isNew(_ db: Database) throws -> Bool {
        let state = try RegistryState(db)
        guard !state.hasBegun, state.generation == state.firstGeneration else { return false }
        let isUsed = "SELECT EXISTS (SELECT 1 FROM content) OR EXISTS (SELECT 1 FROM provider)"
        return try Bool.fetchOne(db, sql: isUsed) != true
    }
}
