internal import CLinux
internal import GRDB
internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// The file of the registry: runs queries and transactions on it.
///
/// What was committed is on the disk: the writer's connection has `synchronous=FULL`. Queries run beside the writer and
/// see the last commit before they began. No function is undone by the cancellation of its task.
final class RegistryConnection: Sendable {
    let database: any DatabaseWriter
    /// Where callers that are not on a thread that may block have their queries run.
    private let threads: BlockingThreads
    /// Where lists are read, one after the other: however many are asked for, small queries have connections left.
    private let listThread = BlockingThreads(name: "registry-list", maximumCount: 1)

    /// Who answers single names; `nil` where the registry has no log that others may read beside.
    let namedFaces: NamedFaceReader?

    /// What questions for text coverage need, between them.
    let coverage = CoverageCache()

    /// GRDB's pool hands out connections that are closed already to whoever asks while it is being closed.
    private let use = ClosableUse()

    /// How long the log is that the commits go to.
    private let log: LogLength

    /// How many commits there were.
    private let commits = Atomic<UInt64>(0)
    /// Whether a query has met damage, so that the file is not to be trusted however it is closed.
    private let hasMetDamage = Atomic(false)
    /// Awaits the time at which memory is given back.
    private let rest = QuietAlarm(after: restTime)

    /// How long after the last big query or change memory is given back: threads without work have ended by then, and
    /// connections to workers, after 10 and 30 seconds.
    private static let restTime = Duration.seconds(35)

    /// Whether nobody else changes the registry.
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

    /// Waits for what is running, writes the log back and closes; anything asked later fails.
    ///
    /// Blocks.
    func close() throws(RegistryError) {
        use.close()
        do {
            namedFaces?.close()
            // A reader may be the last to close, and readers leave the log as it is.
            try? database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
            let path = database.path
            try database.close()
            if hasMetDamage.load(ordering: .relaxed), path.hasPrefix("/") { RegistryFile(path: path).distrust() }
        } catch {
            throw RegistryError(mapping: error)
        }
    }

    /// SQLite's `synchronous` on the connection that writes: 2 is FULL.
    ///
    /// Blocks.
    func synchronousLevel() throws(RegistryError) -> Int {
        do {
            return try database.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") ?? 0 }
        } catch {
            throw RegistryError(mapping: error)
        }
    }

    /// SQLite's name of the journal mode in use: `wal` or `truncate`.
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

    /// Runs a query that may take long on one state of the registry, without keeping ``read(_:)`` waiting.
    func readAtLength<T: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> T
    ) async throws(RegistryError) -> T {
        defer { restWhenQuiet() }
        return try await run(on: listThread) { [database] in try database.read(body) }
    }

    /// Runs the query of a list; at once where it is about one entry.
    func readList<T: Sendable>(
        isAboutOne: Bool, _ body: @escaping @Sendable (Database) throws -> T
    ) async throws(RegistryError) -> T {
        if isAboutOne { try await read(body) } else { try await readAtLength(body) }
    }

    /// Runs one transaction on the connection that writes.
    func write<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws(RegistryError) -> T {
        defer { restWhenQuiet() }
        return try await onThread { [self] in
            // After the commit: what is read before it must not count as read after it.
            defer { commits.add(1, ordering: .releasing) }
            return try database.writeWithoutTransaction { try Self.transaction($0, body) }
        }
    }

    /// Writes the log of commits back to the file where it has become long; best when nobody waits for the registry.
    func writeLogBack() async {
        guard log.isDue else { return }
        log.reset()
        // Where it cannot be done now, such as on a full disk, it is due again with the next commit.
        try? await onThread { [database] in _ = try database.writeWithoutTransaction { try $0.checkpoint(.passive) } }
    }

    /// Tells two states of the registry apart: what is read after this was asked for is of this state or a later one, as
    /// long as it is not told to be another.
    ///
    /// - Returns: `nil` where another process changes the registry, whose commits are not counted here.
    var state: UInt64? { isChangedHere ? commits.load(ordering: .acquiring) : nil }

    /// Gives memory back to the system once nothing big has been asked for a while; to be called after something that
    /// took much memory.
    func restWhenQuiet() {
        rest.note { [weak self] in
            guard let self else { return }
            Task { try? await self.onThread { self.returnMemory() } }
        }
    }

    /// Empties the caches, which the next queries fill again, and gives the process's free memory back: the C library
    /// keeps what is free between what is in use.
    ///
    /// Blocks.
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

    /// Who has a connection at the moment.
    private final class Holders: Sendable {
        let count = Atomic(0)
    }

    /// Opens the connections that queries will need, while little memory is in use.
    ///
    /// What SQLite knows of the tables is hundreds of small pieces for each connection, for as long as that is open. Those
    /// of one that is opened during a large batch lie between what the batch needs, and each keeps a whole page from being
    /// given back: 1.3 MB after 5,000 fonts.
    func openConnections() async {
        guard let pool = database as? DatabasePool else { return }
        let count = RegistryLimits.readers + 1
        let threads = BlockingThreads(name: "registry-open", maximumCount: count)
        let holders = Holders()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask { [self] in
                    // What comes of it is found out by whoever asks for something.
                    _ = try? await run(on: threads) {
                        try pool.read { db in
                            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
                            // Kept until each of the others has one of its own, and no longer than queries may take that
                            // have them at the moment.
                            holders.count.add(1, ordering: .relaxed)
                            for _ in 0..<100 where holders.count.load(ordering: .relaxed) < count { usleep(100) }
                        }
                    }
                }
            }
        }
        _ = try? await onThread { [namedFaces] in namedFaces?.open() }
    }

    /// Runs blocking work; at once where the caller is on one of the threads already.
    ///
    /// GRDB's own asynchronous functions give up when their task is cancelled, and take two changes of threads, which
    /// is more than a small query takes.
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

    /// As ``read(_:)``, blocking the calling thread.
    func readBlocking<T>(_ body: (Database) throws -> T) throws(RegistryError) -> T {
        do {
            guard let result = try use.using({ try database.read(body) }) else { throw Self.closedError }
            return result
        } catch {
            throw RegistryError(mapping: error)
        }
    }

    /// As ``write(_:)``, blocking the calling thread.
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
