internal import GRDB

/// SQL made of constants only, with the values for its question marks.
struct SQLFragment {
    /// The text.
    private(set) var sql: String
    /// The values of the question marks, in their order.
    private(set) var arguments: StatementArguments

    /// Starts with a piece of text.
    init(_ sql: String, _ arguments: StatementArguments = []) {
        self.sql = sql
        self.arguments = arguments
    }

    /// Adds a condition that must hold as well.
    mutating func and(_ sql: String, _ arguments: StatementArguments = []) {
        append("\nAND \(sql)", arguments)
    }

    /// Adds a piece of text as it is.
    mutating func append(_ sql: String, _ arguments: StatementArguments = []) {
        self.sql += sql
        self.arguments += arguments
    }
}
