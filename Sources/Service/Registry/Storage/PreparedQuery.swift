internal import GRDBSQLite

/// A single SELECT statement with its own SQLite connection, both closed when the value is destroyed.
///
/// Only one thread at a time may use it.
struct PreparedQuery: ~Copyable {
    private let connection: OpaquePointer
    private let statement: OpaquePointer

    /// Opens a database for reading and prepares the statement.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the database.
    ///   - settings: Statements for the connection, such as PRAGMAs.
    ///   - sql: The statement.
    init?(path: String, settings: String, sql: String) {
        var connection: OpaquePointer?
        var statement: OpaquePointer?
        // SQLite's own lock is not needed if only one thread at a time uses the connection.
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(path, &connection, flags, nil) == SQLITE_OK, let connection,
            sqlite3_exec(connection, settings, nil, nil, nil) == SQLITE_OK,
            sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil) == SQLITE_OK,
            let statement
        else {
            // The connection exists even if opening it failed, and is `nil` only if there was no memory for it.
            sqlite3_close_v2(connection)
            return nil
        }
        // Many invisible rows may come before the wanted row. The limit keeps the caller from waiting for all of them.
        sqlite3_progress_handler(connection, Self.maximumSteps, { _ in 1 }, nil)
        self.connection = connection
        self.statement = statement
    }

    deinit {
        sqlite3_finalize(statement)
        sqlite3_close_v2(connection)
    }

    /// The number of SQLite's steps after which a query is abandoned: a typical one takes about two hundred.
    private static let maximumSteps: Int32 = 10_000

    /// Empties the connection's cache.
    mutating func releaseMemory() { sqlite3_db_release_memory(connection) }

    /// Runs the statement and reads its only row.
    ///
    /// - Parameters:
    ///   - number: The value of the first parameter.
    ///   - text: The value of the second parameter, not empty.
    ///   - flag: The value of the third parameter.
    ///   - read: Reads the row.
    /// - Returns: The result of `read`; `nil` if there is not exactly one row, or if SQLite fails.
    mutating func onlyRow<Result>(
        _ number: Int, _ text: String, _ flag: Bool, _ read: (RowColumns) -> Result?
    ) -> Result? {
        let statement = statement
        // The steps are counted from here.
        _ = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1)
        var text = text
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text -> Result? in
                // SQLite does not copy the text, because the statement no longer uses it when this function returns.
                guard sqlite3_bind_int64(statement, 1, Int64(number)) == SQLITE_OK,
                    sqlite3_bind_text(statement, 2, text.baseAddress, Int32(text.count), nil) == SQLITE_OK,
                    sqlite3_bind_int64(statement, 3, flag ? 1 : 0) == SQLITE_OK
                else { return nil }
                defer {
                    sqlite3_reset(statement)
                    sqlite3_clear_bindings(statement)
                }
                guard sqlite3_step(statement) == SQLITE_ROW, let result = read(RowColumns(statement: statement)),
                    sqlite3_step(statement) == SQLITE_DONE
                else { return nil }
                return result
            }
        }
    }
}
