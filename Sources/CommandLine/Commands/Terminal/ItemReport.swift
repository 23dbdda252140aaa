/// The results for the items of a command, and the exit status that follows from them.
package struct ItemReport: Sendable, Equatable {
    /// The number of items that were changed.
    package var changed = 0
    /// The number of items that already were as requested.
    package var unchanged = 0
    /// The failures of single items.
    package var failures: [CommandFailure] = []

    /// Creates an empty report.
    package init() {}

    /// The exit status of the command.
    package var exit: CommandExit {
        if failures.contains(where: { $0.exit == .interrupted }) { return .interrupted }
        if failures.isEmpty { return changed > 0 ? .success : .nothingToDo }
        let nothingDone = changed == 0 && unchanged == 0
        if nothingDone, failures.allSatisfy({ $0.exit == .notFound }) { return .notFound }
        return .failure
    }
}
