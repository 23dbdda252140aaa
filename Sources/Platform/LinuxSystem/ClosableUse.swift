/// Keeps something from being closed while it is in use, and from being used once it is closed.
package final class ClosableUse: Sendable {
    private struct State {
        var userCount = 0
        var isClosed = false
    }

    private let state = Monitor(State())

    /// Starts open.
    package init() {}

    /// Uses it, unless it is closed.
    ///
    /// - Parameter body: What is done with it.
    /// - Returns: What came of it; `nil` where it is closed.
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

    /// Lets nobody use it any more, and waits for those who do; not to be called by one of them.
    package func close() {
        state.waitForResult(limit: { _ in nil }) { state, _ in
            state.isClosed = true
            return state.userCount == 0 ? () : nil
        }
    }
}
