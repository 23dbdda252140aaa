internal import Dispatch
internal import GRDB
internal import Synchronization

/// The truth about fonts, providers and registrations, in one SQLite file.
///
/// What was committed is on the disk: the writer's connection has `synchronous=FULL`. Queries run beside the writer and
/// see the last commit before they began. No function is undone by the cancellation of its task.
package final class Registry: Sendable {
    let database: any DatabaseWriter
    /// Where queries run: as many queues as connections, so that no thread waits for one.
    ///
    /// GRDB's own way to read without blocking takes two changes of threads, which is more than a small query takes.
    private let readQueues = (0..<RegistryLimits.readers).map { DispatchQueue(label: "registry.read.\($0)") }
    /// How many queries run or wait in each of them.
    private let readLoads = Mutex([Int](repeating: 0, count: RegistryLimits.readers))

    init(database: any DatabaseWriter) { self.database = database }

    /// Waits for what is running, writes the log back and closes; anything asked later fails.
    ///
    /// Blocks.
    package func close() throws(RegistryError) {
        do {
            // A reader may be the last to close, and readers leave the log as it is.
            try? database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
            try database.close()
        } catch {
            throw RegistryError(mapping: error)
        }
    }

    /// SQLite's `synchronous` on the connection that writes: 2 is FULL.
    ///
    /// Blocks.
    package func synchronousLevel() throws(RegistryError) -> Int {
        do {
            return try database.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") ?? 0 }
        } catch {
            throw RegistryError(mapping: error)
        }
    }

    /// SQLite's name of the journal mode in use: `wal` or `truncate`.
    ///
    /// Blocks.
    package func journalModeInUse() throws(RegistryError) -> String {
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
        // GRDB's own async functions give up when their task is cancelled, and then the error is about the task.
        let result: Result<T, RegistryError> = await withCheckedContinuation { continuation in
            let number = takeReadQueue()
            readQueues[number].async { [database] in
                let result = Result { try database.read(body) }
                self.readLoads.withLock { $0[number] -= 1 }
                continuation.resume(returning: result.mapError { RegistryError(mapping: $0) })
            }
        }
        return try result.get()
    }

    /// Counts a query in where the fewest are.
    private func takeReadQueue() -> Int {
        readLoads.withLock { loads in
            let number = loads.indices.min { loads[$0] < loads[$1] } ?? 0
            loads[number] += 1
            return number
        }
    }

    /// Runs one transaction on the connection that writes.
    func write<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws(RegistryError) -> T {
        let result: Result<T, RegistryError> = await withCheckedContinuation { continuation in
            database.asyncWriteWithoutTransaction { db in
                let result = Result { try Self.transaction(db, body) }
                continuation.resume(returning: result.mapError { RegistryError(mapping: $0) })
            }
        }
        return try result.get()
    }

    /// As ``write(_:)``, blocking the calling thread.
    func writeBlocking<T>(_ body: (Database) throws -> T) throws(RegistryError) -> T {
        do {
            return try database.writeWithoutTransaction { try Self.transaction($0, body) }
        } catch {
            throw RegistryError(mapping: error)
        }
    }

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
