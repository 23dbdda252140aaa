/// Prevents a resource from being closed while it is in use, and from being used after it is closed.
package final class ClosableUse: Sendable {
    private struct State {
        var userCount = 0
        var isClosed = false
    }

    private let state = Monitor(State())

    /// Creates an open state without users.
    package init() {}

    /// Uses the resource, unless it is closed.
    ///
    /// - Parameter body: The closure that uses the resource.
    /// - Returns: The closure's result; `nil` if the resource is closed.
    package func using<Result>(_ body: () throws -> Result) rethrows -> Result? {
        let isOpen = state.withLock { state in
            if !state.isClosed { state.userCount += 1 }
            return !state.isClosed
        }
        guard isOpen else { return nil }
        defer {
            let isLast = state.withLock { state in
                state.userCount -= 1
                return state.isClosed && state.userCount == 0
            }
            if isLast { state.wakeAll() }
        }
        return try body()
    }

    /// Refuses new uses and waits for current ones to end; must not be called during a use.
    package func close() {
        state.waitForResult(limit: { _ in nil }) { state, _ in
            state.isClosed = true
            return state.userCount == 0 ? () : nil
        }
    }
}
