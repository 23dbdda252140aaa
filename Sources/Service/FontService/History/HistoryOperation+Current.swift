package import FontModel
package import Registry

extension HistoryOperation {
    /// The operation to which the history attributes the changes of the current task; `nil` if none was set.
    ///
    /// A call becomes several requests, some of them in tasks of their own. All of them are one change.
    @TaskLocal package static var current: HistoryOperation?

    /// The operation to which the history attributes changes of a requester.
    static func of(_ requester: Requester) -> HistoryOperation {
        switch requester {
        case .user: current ?? HistoryOperation(cause: .user)
        // If the user restores fonts of a program, that is a change of the user.
        case .provider(let provider):
            current
                ?? HistoryOperation(cause: .provider, caller: provider.id.rawValue, program: provider.displayName)
        // These run in the background, in tasks that a call of the user may have started.
        case .service, .tree, .check, .installation, .policy: HistoryOperation(cause: requester.cause)
        }
    }

    /// Runs work and attributes its changes to an operation.
    ///
    /// - Throws: The error that the work throws.
    package static func acting<Success: Sendable>(
        as operation: HistoryOperation?, _ work: () async throws(FontError) -> Success
    ) async throws(FontError) -> Success {
        try await $current.withValue(operation) { await Result(work) }.get()
    }
}
