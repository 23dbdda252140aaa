package import FontModel

/// The origin of a change: who made it, and how; one entry of the history is about one operation.
package struct HistoryOperation: Sendable, Equatable {
    /// The key that joins several commits in one entry; `nil` for a change with an entry of its own.
    package var key: String?
    /// The cause of the change.
    package var cause: ChangeLogEntry.Cause
    /// The action as a verb: `install`, `uninstall`, `undo`; `nil` if the kind of its items determines it.
    package var action: String?
    /// The provider that the caller is; empty if there was no call.
    package var caller: String
    /// The name of the caller.
    package var program: String
    /// The command that the caller was started with; empty if unknown.
    package var command: String
    /// The entry that this change undoes; `nil` if it does not undo any.
    package var undoes: Int64?

    /// Creates an operation.
    package init(
        key: String? = nil, cause: ChangeLogEntry.Cause, action: String? = nil, caller: String = "",
        program: String = "",
        command: String = "", undoes: Int64? = nil
    ) {
        self.key = key
        self.cause = cause
        self.action = action
        self.caller = caller
        self.program = program
        self.command = command
        self.undoes = undoes
    }
}
