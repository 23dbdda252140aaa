internal import Synchronization

extension Task where Failure == any Error {
    /// Waits for what comes of a task that others may wait for as well.
    ///
    /// - Parameters:
    ///   - executor: Where the task runs; `nil` for wherever others do.
    ///   - isolation: Where the caller is, which it goes on from.
    /// - Returns: What came of it.
    /// - Throws: What it failed with; `CancellationError` where the task that waits is cancelled, at once: the one that
    ///   is waited for goes on for the others.
    func sharedValue(
        of executor: (any TaskExecutor)? = nil, isolation: isolated (any Actor)? = #isolation
    ) async throws -> Success {
        let waiter = TaskWaiter<Success>()
        return try await withTaskCancellationHandler {
            // Without it the closure would be nobody's, and a thread of nobody's be woken to begin with it.
            _ = isolation
            return try await withCheckedThrowingContinuation { continuation in
                waiter.wait(continuation)
                Task<Void, Never>.detached(executorPreference: executor) { waiter.end(with: await result) }
            }
        } onCancel: {
            waiter.end(with: .failure(Swift.CancellationError()))
        }
    }
}

/// Somebody who waits for a task or for being cancelled, whichever is first.
private final class TaskWaiter<Success: Sendable>: Sendable {
    private enum State {
        case begun
        case waiting(CheckedContinuation<Success, any Error>)
        /// Cancelled before anybody waited.
        case early(Result<Success, any Error>)
        case ended
    }

    private let state = Mutex(State.begun)

    func wait(_ continuation: CheckedContinuation<Success, any Error>) {
        let early = state.withLock { state -> Result<Success, any Error>? in
            if case .early(let result) = state {
                state = .ended
                return result
            }
            state = .waiting(continuation)
            return nil
        }
        if let early { continuation.resume(with: early) }
    }

    func end(with result: Result<Success, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<Success, any Error>? in
            switch state {
            case .begun: state = .early(result)
            case .waiting(let continuation):
                state = .ended
                return continuation
            case .early, .ended: break
            }
            return nil
        }
        continuation?.resume(with: result)
    }
}
