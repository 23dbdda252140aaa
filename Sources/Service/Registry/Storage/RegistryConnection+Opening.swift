internal import GRDB
internal import LinuxSystem

extension RegistryConnection {
    /// Opens or creates the file, as described at
    /// ``Registry/open(at:journalMode:maximumSize:trustsCleanClose:threads:)``.
    static func open(
        at path: String, _ journalMode: RegistryJournalMode, maximumSize: Int, trustsCleanClose: Bool,
        threads: BlockingThreads?
    ) throws(RegistryError) -> (RegistryConnection, RegistryCondition) {
        let threads = threads ?? ownThreads()
        let file = RegistryFile(path: path)
        switch try file.examine(journalMode, trustsCleanClose: trustsCleanClose) {
        case .missing:
            return (try start(file, journalMode, maximumSize, threads), .created)
        case .sound:
            try file.restrict()
            do throws(RegistryError) {
                let connection = try connect(to: path, journalMode, maximumSize, threads)
                return (connection, try connection.writeBlocking { try Registry.isNew($0) } ? .created : .opened)
            } catch {
                // Damage that the examination missed is found here, such as a table without its columns.
                guard error.code == .damaged else { throw error }
                return try replace(file, journalMode, maximumSize, threads)
            }
        case .damaged:
            return try replace(file, journalMode, maximumSize, threads)
        }
    }

    private static func replace(
        _ file: RegistryFile, _ journalMode: RegistryJournalMode, _ maximumSize: Int,
        _ threads: BlockingThreads
    ) throws(RegistryError) -> (RegistryConnection, RegistryCondition) {
        let name = try file.setAside()
        return (try start(file, journalMode, maximumSize, threads), .damaged(setAsideAs: name))
    }

    /// Creates a new registry; if this fails, nothing is left behind.
    private static func start(
        _ file: RegistryFile, _ journalMode: RegistryJournalMode, _ maximumSize: Int,
        _ threads: BlockingThreads
    ) throws(RegistryError) -> RegistryConnection {
        try file.create()
        do throws(RegistryError) {
            return try connect(to: file.path, journalMode, maximumSize, threads)
        } catch {
            // If the file were left behind, it would count as damaged next time.
            file.discard()
            throw error
        }
    }

    private static func connect(
        to path: String, _ journalMode: RegistryJournalMode, _ maximumSize: Int,
        _ threads: BlockingThreads
    ) throws(RegistryError) -> RegistryConnection {
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
                let connection = RegistryConnection(
                    database: database, threads: threads, namedFaces: namedFaces(path, journalMode), log: log)
                try SystemDirectoryTables(connection: connection).forgetInterrupted()
                return connection
            } catch {
                try? database.close()
                throw error
            }
        } catch {
            throw RegistryError(mapping: error)
        }
    }

    /// The reader for single names; `nil` without a write-ahead log, which is needed to read concurrently.
    static func namedFaces(_ path: String, _ journalMode: RegistryJournalMode) -> NamedFaceReader? {
        switch journalMode {
        case .writeAheadLog: NamedFaceReader(path: path)
        case .rollback: nil
        }
    }

    /// The configuration of every connection.
    ///
    /// - Parameter usesSharedMemory: Whether a log may be read with memory that is shared with other connections.
    /// - Returns: The configuration.
    static func configuration(usesSharedMemory: Bool) -> Configuration {
        var configuration = Configuration()
        configuration.label = "registry"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(RegistryLimits.busyTimeout)
        // One more connection for lists.
        configuration.maximumReaderCount = RegistryLimits.readers + 1
        // Connections stay open when memory is released: releasing their dispatch queues would start libdispatch's
        // threads, one of which would then wake up every second.
        configuration.persistentReadOnlyConnections = true
        configuration.prepareDatabase { db in
            // The mode must be set first, because it decides whether the very first access needs shared memory.
            if !usesSharedMemory { try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
            try db.execute(sql: "PRAGMA cache_size = -\(RegistryLimits.cacheSize)")
            // Sorting must not need a directory for temporary files, because a confined daemon may not have one.
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            // The schema in the file is not trusted to call functions that could do harm.
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            try db.execute(sql: "PRAGMA cell_size_check = ON")
            if !usesSharedMemory {
                try db.execute(sql: "PRAGMA journal_mode = TRUNCATE")
                // There is no log any more, so other machines may read between the commits. The next access releases
                // the lock.
                try db.execute(sql: "PRAGMA locking_mode = NORMAL")
                try db.execute(sql: "SELECT count(*) FROM sqlite_master")
            }
        }
        return configuration
    }

    /// Configures the writing connection, which stays open until the registry is closed.
    private static func configureWriter(_ db: Database, _ maximumSize: Int) throws {
        // GRDB sets NORMAL when it enables the log. A power failure could then undo commits that were already
        // acknowledged.
        try db.execute(sql: "PRAGMA synchronous = FULL")
        try db.execute(sql: "PRAGMA cache_size = -\(RegistryLimits.writerCacheSize)")
        try db.execute(sql: "PRAGMA journal_size_limit = \(RegistryLimits.logSize)")
        let pageSize = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4096
        try db.execute(sql: "PRAGMA max_page_count = \(max(1, maximumSize / pageSize))")
    }
}
