internal import FontModel
internal import Synchronization

/// The connection between a batch and the request that carries it out: whether it can still be cancelled, and its
/// progress.
package final class BatchControl: Sendable {
    private enum Stage {
        case pending, publishing, cancelled
    }

    private struct State {
        var stage = Stage.pending
        var onCancel: (@Sendable () -> Void)?
    }

    /// Whether either all fonts are registered or none.
    package let isAtomic: Bool
    private let state = Mutex(State())
    private let onProgress: @Sendable (Double) -> Void

    /// Creates a control.
    ///
    /// - Parameters:
    ///   - isAtomic: Whether either all fonts are registered or none.
    ///   - onProgress: Receives the progress of the request, from 0 to 1.
    package init(isAtomic: Bool, onProgress: @escaping @Sendable (Double) -> Void = { _ in }) {
        self.isAtomic = isAtomic
        self.onProgress = onProgress
    }

    /// Marks the batch as no longer cancellable.
    ///
    /// - Returns: Whether publishing may begin; `false` if the batch was cancelled before.
    func beginPublishing() -> Bool {
        state.withLock { state in
            if state.stage == .pending { state.stage = .publishing }
            return state.stage == .publishing
        }
    }

    /// Cancels the batch.
    ///
    /// - Returns: Whether cancelling was still possible.
    func cancel() -> Bool {
        let (isCancelled, onCancel) = state.withLock { state in
            if state.stage == .pending { state.stage = .cancelled }
            return (state.stage == .cancelled, state.onCancel)
        }
        if isCancelled { onCancel?() }
        return isCancelled
    }

    /// Whether the batch was cancelled.
    var isCancelled: Bool { state.withLock { $0.stage == .cancelled } }

    /// Throws if the batch was cancelled.
    ///
    /// - Throws: ``cancelledError``.
    func checkNotCancelled() throws(FontError) { if isCancelled { throw Self.cancelledError } }

    /// Sets a function that is called when the batch is cancelled, or immediately if it was cancelled before.
    ///
    /// - Parameter action: The function; it replaces the previous one and may be called more than once.
    func whenCancelled(_ action: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            state.onCancel = action
            return state.stage == .cancelled
        }
        if isCancelled { action() }
    }

    /// Reports the progress of the request.
    func note(progress: Double) { onProgress(progress) }

    /// The error for the fonts of a cancelled batch.
    static let cancelledError = FontError(.batchClosed, "The batch was cancelled.")
}
