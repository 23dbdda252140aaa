internal import Synchronization

extension Task where Failure == any Error {
    /// Waits for the value of a task for which other callers may wait too.
    ///
    /// - Parameters:
    ///   - executor: The executor of the helper task that waits; `nil` for the default one.
    ///   - isolation: The isolation of the caller, in which it continues.
    /// - Returns: The value of the task.
    /// - Throws: The error of the task; `CancellationError` immediately if the waiting task is cancelled. The other
    ///   task continues for the other callers.
    func sharedValue(
        of executor: (any TaskExecutor)? = nil, isolation: isolated (any Actor)? = #isolation
    ) async throws -> Success {
        let waiter = TaskWaiter<Success>()
        return try await withTaskCancellationHandler {
            // Without this capture, the closure would not be isolated, and a thread of the global executor would have
            // to be woken to run it.
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

/// A waiter for the end of a task or for cancellation, whichever is first.
private final class TaskWaiter<Success: Sendable>: Sendable {
    private enum State {
        case begun
        case waiting(CheckedContinuation<Success, any Error>)
        /// Cancelled before the wait began.
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
