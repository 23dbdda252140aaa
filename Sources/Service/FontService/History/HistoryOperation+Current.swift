package import FontModel
package import Registry

extension HistoryOperation {
    /// What the history says of the changes that the present task makes; `nil` where nobody has said.
    ///
    /// A call becomes several requests, some of them in tasks of its own: all of them are one change.
    @TaskLocal package static var current: HistoryOperation?

    /// What the history says of a change in the name of somebody.
    static func of(_ requester: Requester) -> HistoryOperation {
        switch requester {
        case .user: current ?? HistoryOperation(cause: .user)
        // What the user brings back of a program's is the user's change.
        case .provider(let provider):
            current
                ?? HistoryOperation(cause: .provider, caller: provider.id.rawValue, program: provider.displayName)
        // These work in the background, in tasks that a call of the user's may have begun.
        case .service, .tree, .check, .installation, .policy: HistoryOperation(cause: requester.cause)
        }
    }

    /// Runs work whose changes are those of an operation.
    ///
    /// - Throws: What the work throws.
    package static func acting<Success: Sendable>(
        as operation: HistoryOperation?, _ work: () async throws(FontError) -> Success
    ) async throws(FontError) -> Success {
        try await $current.withValue(operation) { await Result(work) }.get()
    }
}
