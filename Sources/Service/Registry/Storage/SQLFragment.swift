internal import GRDB

/// SQL text that consists only of constants, with the values of its parameters.
struct SQLFragment {
    /// The text.
    private(set) var sql: String
    /// The values of the parameters, in their order.
    private(set) var arguments: StatementArguments

    /// Creates a fragment from a piece of text.
    init(_ sql: String, _ arguments: StatementArguments = []) {
        self.sql = sql
        self.arguments = arguments
    }

    /// Appends an additional condition that must be met.
    mutating func and(_ sql: String, _ arguments: StatementArguments = []) {
        append("\nAND \(sql)", arguments)
    }

    /// Appends a piece of text unchanged.
    mutating func append(_ sql: String, _ arguments: StatementArguments = []) {
        self.sql += sql
        self.arguments += arguments
    }
}
