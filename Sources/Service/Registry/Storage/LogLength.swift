internal import GRDB
internal import GRDBSQLite
internal import Synchronization

/// How long SQLite's log is, so that it is written back when nobody waits for that.
///
/// SQLite would do it within a commit every thousand pages, which is some thirty registrations, and that commit then
/// takes several times as long as others.
final class LogLength: Sendable {
    /// The pages from which on the log is to be written back: as many as SQLite's own limit.
    ///
    /// Source: SQLite's documentation of `PRAGMA wal_autocheckpoint`.
    private static let due: Int32 = 1_000
    /// The pages from which on it is written back within a commit after all.
    private static let overdue: Int32 = 4_000

    private let pages = Atomic<Int32>(0)

    /// Whether the log is to be written back soon.
    var isDue: Bool { pages.load(ordering: .relaxed) >= Self.due }

    /// Follows the commits of the connection that writes, for which this has to be there as long as it is open.
    func follow(_ connection: Database) {
        sqlite3_wal_hook(
            connection.sqliteConnection,
            { context, connection, name, pages in
                guard let context else { return SQLITE_OK }
                let length = Unmanaged<LogLength>.fromOpaque(context).takeUnretainedValue()
                length.pages.store(pages, ordering: .relaxed)
                // What keeps it from being written back now does not undo the commit.
                if pages >= LogLength.overdue {
                    sqlite3_wal_checkpoint_v2(connection, name, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
                }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Takes note that the log was written back, or that this was tried: the next commit tells how long it is.
    func reset() { pages.store(0, ordering: .relaxed) }
}
