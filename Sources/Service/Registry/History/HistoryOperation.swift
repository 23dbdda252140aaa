package import FontModel

/// Who changed something and how: what one entry of the history is about.
package struct HistoryOperation: Sendable, Equatable {
    /// What joins several commits in one entry; `nil` for a change that is an entry of its own.
    package var key: String?
    /// What made it happen.
    package var cause: ChangeLogEntry.Cause
    /// What was done, as a verb: `install`, `uninstall`, `undo`; `nil` where the kind of its items tells.
    package var action: String?
    /// The provider that the caller is; empty where nobody called.
    package var caller: String
    /// What the caller is called.
    package var program: String
    /// The command that the caller was started with; empty where that is not known.
    package var command: String
    /// The entry that it takes back; `nil` for a change that takes back none.
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
