internal import CLinux
internal import GRDB
internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// The open file of the registry, which runs queries and transactions.
///
/// Committed data is on the disk, because the writing connection has `synchronous=FULL`. Queries run concurrently with
/// the writer and see the last commit before they began. Cancelling a task does not undo any function.
final class RegistryConnection: Sendable {
    let database: any DatabaseWriter
    /// The threads for queries of callers that are not on a thread that may block.
    private let threads: BlockingThreads
    /// The single thread that reads lists, so that connections stay free for small queries regardless of the number of
    /// lists.
    private let listThread = BlockingThreads(name: "registry-list", maximumCount: 1)

    /// The reader for single names; `nil` if the registry has no log that allows concurrent reading.
    let namedFaces: NamedFaceReader?

    /// The data that queries for text coverage share.
    let coverage = CoverageCache()

    /// Prevents work while the database is being closed: GRDB's pool would provide connections that are already closed.
    private let use = ClosableUse()

    /// The length of the log that the commits are written to.
    private let log: LogLength

    /// The number of commits.
    private let commits = Atomic<UInt64>(0)
    /// Whether a query has encountered damage; then the file must not be trusted, regardless of how it is closed.
    private let hasMetDamage = Atomic(false)
    /// Waits for the time at which memory is returned to the system.
    private let rest = QuietAlarm(after: restTime)

    /// The time between the last large query or change and the return of memory.
    ///
    /// By then, idle threads have ended (after 10 seconds), and so have connections to workers (after 30 seconds).
    private static let restTime = Duration.seconds(35)

    /// Whether only this process changes the registry.
    private let isChangedHere: Bool

    init(
        database: any DatabaseWriter, threads: BlockingThreads, namedFaces: NamedFaceReader? = nil,
        isChangedHere: Bool = true, log: LogLength = LogLength()
    ) {
        self.log = log
        self.isChangedHere = isChangedHere
        self.database = database
        self.threads = threads
        self.namedFaces = namedFaces
    }

    /// Waits for running work, writes the log back and closes the registry; later calls fail.
    ///
    /// Blocks.
    func close() throws(RegistryError) {
        use.close()
        do {
            namedFaces?.close()
            // A reader may close its connection last, and readers do not write the log back.
            try? database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
            let path = database.path
            try database.close()
            if hasMetDamage.load(ordering: .relaxed), path.hasPrefix("/") { RegistryFile(path: path).distrust() }
        } catch {
            throw RegistryError(mapping: error)
        }
    }

    /// The value of SQLite's `synchronous` on the writing connection: 2 is FULL.
    ///
    /// Blocks.
    func synchronousLevel() throws(RegistryError) -> Int {
        do {
            return try database.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") ?? 0 }
        } catch {
            throw RegistryError(mapping: error)
        }
    }

    /// SQLite's name of the current journal mode: `wal` or `truncate`.
    ///
    /// Blocks.
    func journalModeInUse() throws(RegistryError) -> String {
        do {
            return try database.writeWithoutTransaction {
                try String.fetchOne($0, sql: "PRAGMA journal_mode") ?? ""
            }
        } catch {
            throw RegistryError(mapping: error)
        }
    }

    /// Runs a query on one state of the registry.
    func read<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws(RegistryError) -> T {
        try await onThread { [database] in try database.read(body) }
    }

    /// Runs a query that may take long on one state of the registry, without delaying ``read(_:)``.
    func readAtLength<T: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> T
    ) async throws(RegistryError) -> T {
        defer { restWhenQuiet() }
        return try await run(on: listThread) { [database] in try database.read(body) }
    }

    /// Runs the query of a list, or of one entry without waiting for other lists.
    func readList<T: Sendable>(
        isAboutOne: Bool, _ body: @escaping @Sendable (Database) throws -> T
    ) async throws(RegistryError) -> T {
        if isAboutOne { try await read(body) } else { try await readAtLength(body) }
    }

    /// Runs one transaction on the writing connection.
    func write<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws(RegistryError) -> T {
        defer { restWhenQuiet() }
        return try await onThread { [self] in
            // The commit is counted after it is done: data that was read before it must not count as read after it.
            defer { commits.add(1, ordering: .releasing) }
            return try database.writeWithoutTransaction { try Self.transaction($0, body) }
        }
    }

    /// Writes the log back to the file if it has become long; best called while nobody waits for the registry.
    func writeLogBack() async {
        guard log.isDue else { return }
        log.reset()
        // If this fails now, for example on a full disk, the log is due again with the next commit.
        try? await onThread { [database] in _ = try database.writeWithoutTransaction { try $0.checkpoint(.passive) } }
    }

    /// A number that distinguishes states of the registry.
    ///
    /// Data that is read after this number was obtained belongs to this state or a later one. The data stays valid as
    /// long as the number stays the same.
    ///
    /// - Returns: `nil` if another process changes the registry, because its commits are not counted here.
    var state: UInt64? { isChangedHere ? commits.load(ordering: .acquiring) : nil }

    /// Returns memory to the system after a period without large queries.
    ///
    /// Call this after work that used much memory.
    func restWhenQuiet() {
        rest.note { [weak self] in
            guard let self else { return }
            Task { try? await self.onThread { self.returnMemory() } }
        }
    }

    /// Empties the caches, which the next queries fill again, and returns the process's free memory to the system.
    ///
    /// By itself, the C library keeps free memory that lies between used memory. Blocks.
    func returnMemory() {
        switch database {
        case let pool as DatabasePool: pool.releaseMemory()
        case let queue as DatabaseQueue: queue.releaseMemory()
        default: break
        }
        namedFaces?.releaseMemory()
        coverage.clear()
        typecase_return_free_memory()
    }

    /// The number of tasks that currently have a connection.
    private final class Holders: Sendable {
        let count = Atomic(0)
    }

    /// Opens the connections that queries will need, while memory use is still low.
    ///
    /// For each open connection, SQLite keeps its knowledge of the tables in hundreds of small blocks of memory. If a
    /// connection is opened during a large batch, these blocks lie between the memory of the batch, and each of them
    /// keeps a whole page from being returned to the system: 1.3 MB after 5,000 fonts.
    func openConnections() async {
        guard let pool = database as? DatabasePool else { return }
        let count = RegistryLimits.readers + 1
        let threads = BlockingThreads(name: "registry-open", maximumCount: count)
        let holders = Holders()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask { [self] in
                    // An error is ignored here, because later queries report it.
                    _ = try? await run(on: threads) {
                        try pool.read { db in
                            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
                            // The connection is kept until each of the other tasks has its own, but not longer than
                            // queries may take that currently use a connection.
                            holders.count.add(1, ordering: .relaxed)
                            for _ in 0..<100 where holders.count.load(ordering: .relaxed) < count { usleep(100) }
                        }
                    }
                }
            }
        }
        _ = try? await onThread { [namedFaces] in namedFaces?.open() }
    }

    /// Runs blocking work; without changing threads if the caller is already on one of them.
    ///
    /// GRDB's own asynchronous functions stop when their task is cancelled, and change threads twice, which takes
    /// longer than a small query.
    func onThread<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws(RegistryError) -> T {
        try await run(on: threads, work)
    }

    private func run<T: Sendable>(
        on threads: BlockingThreads, _ work: @escaping @Sendable () throws -> T
    ) async throws(RegistryError) -> T {
        do {
            return try await threads.run { [use] in
                guard let result = try use.using(work) else { throw Self.closedError }
                return result
            }
        } catch is BlockingThreads.Overloaded {
            throw RegistryError(.busy, "the system has no thread left")
        } catch {
            let error = RegistryError(mapping: error)
            if error.code == .damaged { hasMetDamage.store(true, ordering: .relaxed) }
            throw error
        }
    }

    /// Does the same as ``read(_:)``, but blocks the calling thread.
    func readBlocking<T>(_ body: (Database) throws -> T) throws(RegistryError) -> T {
        do {
            guard let result = try use.using({ try database.read(body) }) else { throw Self.closedError }
            return result
        } catch {
            throw RegistryError(mapping: error)
        }
    }

    /// Does the same as ``write(_:)``, but blocks the calling thread.
    func writeBlocking<T>(_ body: (Database) throws -> T) throws(RegistryError) -> T {
        defer { commits.add(1, ordering: .releasing) }
        do {
            let result = try use.using { try database.writeWithoutTransaction { try Self.transaction($0, body) } }
            guard let result else { throw Self.closedError }
            return result
        } catch {
            throw RegistryError(mapping: error)
        }
    }

    private static let closedError = RegistryError(.failed, "the registry is closed")

    private static func transaction<T>(_ db: Database, _ body: (Database) throws -> T) throws -> T {
        var result: T?
        try db.inTransaction(.immediate) {
            result = try body(db)
            return .commit
        }
        guard let result else { throw RegistryError(.failed, "the transaction did not run") }
        return result
    }
}
