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
        let threads = threads ?? ownThreads()
        let file = RegistryFile(path: path)
        switch try file.examine(journalMode, trustsCleanClose: trustsCleanClose) {
        case .missing:
            return (try start(file, journalMode, maximumSize, threads), .created)
        case .sound:
            try file.restrict()
            do throws(RegistryError) {
                let registry = try connect(to: path, journalMode, maximumSize, threads)
                return (registry, try registry.writeBlocking { try isNew($0) } ? .created : .opened)
            } catch {
                // What the examination did not find comes up here, such as a table that lost its columns.
                guard error.code == .damaged else { throw error }
                return try replace(file, journalMode, maximumSize, threads)
            }
        case .damaged:
            return try replace(file, journalMode, maximumSize, threads)
        }
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

    private static func replace(
        _ file: RegistryFile, _ journalMode: RegistryJournalMode, _ maximumSize: Int,
        _ threads: BlockingThreads
    ) throws(RegistryError) -> (Registry, RegistryCondition) {
        let name = try file.setAside()
        return (try start(file, journalMode, maximumSize, threads), .damaged(setAsideAs: name))
    }

    /// Makes a new registry, or nothing at all.
    private static func start(
        _ file: RegistryFile, _ journalMode: RegistryJournalMode, _ maximumSize: Int,
        _ threads: BlockingThreads
    ) throws(RegistryError) -> Registry {
        try file.create()
        do throws(RegistryError) {
            return try connect(to: file.path, journalMode, maximumSize, threads)
        } catch {
            // Left behind, it would count as a damaged one next time.
            file.discard()
            throw error
        }
    }

    private static func connect(
        to path: String, _ journalMode: RegistryJournalMode, _ maximumSize: Int,
        _ threads: BlockingThreads
    ) throws(RegistryError) -> Registry {
        do {
            let database: any DatabaseWriter =
                switch journalMode {
                case .writeAheadLog:
                    try DatabasePool(path: path, configuration: configuration(usesSharedMemory: true))
                case .rollback:
                    try DatabaseQueue(path: path, configuration: configuration(usesSharedMemory: false))
                }
            do {
                let log = LogLength()
                try database.writeWithoutTransaction { db in
                    try configureWriter(db, maximumSize)
                    log.follow(db)
                }
                try RegistrySchema.migrator.migrate(database)
                let registry = Registry(
                    database: database, threads: threads, namedFaces: namedFaces(path, journalMode), log: log)
                try registry.forgetInterruptedDirectories()
                return registry
            } catch {
                try? database.close()
                throw error
            }
        } catch {
            throw RegistryError(mapping: error)
        }
    }

    /// Who answers single names, where a log lets it read beside everybody else.
    static func namedFaces(_ path: String, _ journalMode: RegistryJournalMode) -> NamedFaceReader? {
        switch journalMode {
        case .writeAheadLog: NamedFaceReader(path: path)
        case .rollback: nil
        }
    }

    /// What holds for every connection.
    ///
    /// - Parameter usesSharedMemory: Whether a log may be read with memory that is shared with other connections.
    /// - Returns: The configuration.
    static func configuration(usesSharedMemory: Bool) -> Configuration {
        var configuration = Configuration()
        configuration.label = "registry"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(RegistryLimits.busyTimeout)
        // One more for lists.
        configuration.maximumReaderCount = RegistryLimits.readers + 1
        // Memory is given back without closing them: letting go of their dispatch queues starts libdispatch's threads, one
        // of which wakes up each second from then on.
        configuration.persistentReadOnlyConnections = true
        configuration.prepareDatabase { db in
            // First, as the mode decides whether the very first access needs shared memory.
            if !usesSharedMemory { try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
            try db.execute(sql: "PRAGMA cache_size = -\(RegistryLimits.cacheSize)")
            // Sorting must not need a directory for temporary files: a confined daemon may have none.
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            // The file's own schema is not trusted to call anything that could do harm.
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            try db.execute(sql: "PRAGMA cell_size_check = ON")
            if !usesSharedMemory {
                try db.execute(sql: "PRAGMA journal_mode = TRUNCATE")
                // There is no log any more, so other machines may read between the commits. The next access lets go.
                try db.execute(sql: "PRAGMA locking_mode = NORMAL")
                try db.execute(sql: "SELECT count(*) FROM sqlite_master")
            }
        }
        return configuration
    }

    /// Sets what holds for the connection that writes, which stays open for life.
    private static func configureWriter(_ db: Database, _ maximumSize: Int) throws {
        // GRDB sets NORMAL when it turns the log on: then a power cut could take back what was acknowledged.
        try db.execute(sql: "PRAGMA synchronous = FULL")
        try db.execute(sql: "PRAGMA cache_size = -\(RegistryLimits.writerCacheSize)")
        try db.execute(sql: "PRAGMA journal_size_limit = \(RegistryLimits.logSize)")
        let pageSize = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4096
        try db.execute(sql: "PRAGMA max_page_count = \(max(1, maximumSize / pageSize))")
    }

    /// Whether no change of fonts was ever begun, so that the registry may stand for one that is lost.
    package func isNew() async throws(RegistryError) -> Bool { try await read { try Self.isNew($0) } }

    private static func isNew(_ db: Database) throws -> Bool {
        let state = try RegistryState(db)
        guard !state.hasBegun, state.generation == state.firstGeneration else { return false }
        let isUsed = "SELECT EXISTS (SELECT 1 FROM content) OR EXISTS (SELECT 1 FROM provider)"
        return try Bool.fetchOne(db, sql: isUsed) != true
    }
}
