/// What became of the items of a command, and what the command ends with therefore.
package struct ItemReport: Sendable, Equatable {
    /// How many items were changed.
    package var changed = 0
    /// How many items were as asked for before.
    package var unchanged = 0
    /// The items that failed.
    package var failures: [CommandFailure] = []

    /// Creates an empty report.
    package init() {}

    /// What the command ends with.
    package var exit: CommandExit {
        if failures.contains(where: { $0.exit == .interrupted }) { return .interrupted }
        if failures.isEmpty { return changed > 0 ? .success : .nothingToDo }
        let nothingDone = changed == 0 && unchanged == 0
        if nothingDone, failures.allSatisfy({ $0.exit == .notFound }) { return .notFound }
        return .failure
    }
}
