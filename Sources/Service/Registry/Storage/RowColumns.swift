internal import FontModel
internal import GRDBSQLite

/// The values of a statement's current row, as SQLite stores them.
///
/// It must be used only while the statement is on this row.
struct RowColumns {
    /// SQLite's statement.
    let statement: OpaquePointer

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    func double(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

    /// Provides a text as UTF-8 without copying it; the UTF-8 is valid, because all stored texts were Swift strings.
    func withText<Result>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let start = sqlite3_column_text(statement, column)
        return body(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }

    func text(_ column: Int32) -> String { withText(column) { String(decoding: $0, as: UTF8.self) } }

    /// A text; `nil` for NULL.
    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    /// The words of a text that are separated by spaces.
    func words(_ column: Int32) -> [String] { text(column).split(separator: " ").map(String.init) }

    /// A value of an enumeration; `nil` for an unknown raw value.
    func enumeration<T: RawRepresentable<String>>(_ column: Int32) -> T? { T(rawValue: text(column)) }

    func bytes(_ column: Int32) -> [UInt8] {
        let start = sqlite3_column_blob(statement, column)
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }
}
