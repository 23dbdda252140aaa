internal import GRDB
internal import GRDBSQLite
internal import Synchronization

/// The length of SQLite's write-ahead log, used to write the log back while nobody waits for it.
///
/// By itself, SQLite would write the log back within a commit after every thousand pages, which is about thirty
/// registrations. This commit would take several times as long as others.
final class LogLength: Sendable {
    /// The number of pages from which the log should be written back: SQLite's own limit.
    ///
    /// Source: SQLite's documentation of `PRAGMA wal_autocheckpoint`.
    private static let due: Int32 = 1_000
    /// The number of pages from which the log is written back within a commit.
    private static let overdue: Int32 = 4_000

    private let pages = Atomic<Int32>(0)

    /// Whether the log should be written back soon.
    var isDue: Bool { pages.load(ordering: .relaxed) >= Self.due }

    /// Observes the commits of the writing connection; this object must exist as long as the connection is open.
    func follow(_ connection: Database) {
        sqlite3_wal_hook(
            connection.sqliteConnection,
            { context, connection, name, pages in
                guard let context else { return SQLITE_OK }
                let length = Unmanaged<LogLength>.fromOpaque(context).takeUnretainedValue()
                length.pages.store(pages, ordering: .relaxed)
                // A failure to write the log back now does not undo the commit.
                if pages >= LogLength.overdue {
                    sqlite3_wal_checkpoint_v2(connection, name, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
                }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Records that writing the log back was done or attempted; the next commit reports the new length.
    func reset() { pages.store(0, ordering: .relaxed) }
}
