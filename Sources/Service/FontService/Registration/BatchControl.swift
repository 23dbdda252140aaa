internal import FontModel
internal import Synchronization

/// What connects a batch with the request that carries it out: whether it may still be cancelled, and how far it is.
package final class BatchControl: Sendable {
    private enum Stage {
        case pending, publishing, cancelled
    }

    private struct State {
        var stage = Stage.pending
        var onCancel: (@Sendable () -> Void)?
    }

    /// Whether all fonts are registered or none.
    package let isAtomic: Bool
    private let state = Mutex(State())
    private let onProgress: @Sendable (Double) -> Void

    /// Creates a control.
    ///
    /// - Parameters:
    ///   - isAtomic: Whether all fonts are registered or none.
    ///   - onProgress: Takes how far the request has come, from 0 to 1.
    package init(isAtomic: Bool, onProgress: @escaping @Sendable (Double) -> Void = { _ in }) {
        self.isAtomic = isAtomic
        self.onProgress = onProgress
    }

    /// Passes the point from which on the batch cannot be cancelled.
    ///
    /// - Returns: Whether it may be passed; `false` where the batch was cancelled before.
    func beginPublishing() -> Bool {
        state.withLock { state in
            if state.stage == .pending { state.stage = .publishing }
            return state.stage == .publishing
        }
    }

    /// Cancels the batch.
    ///
    /// - Returns: Whether that was still possible.
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

    /// Goes on unless the batch was cancelled.
    ///
    /// - Throws: ``cancelledError``.
    func checkNotCancelled() throws(FontError) { if isCancelled { throw Self.cancelledError } }

    /// Has a function called when the batch is cancelled, or at once where it was before.
    ///
    /// - Parameter action: Takes the place of the one before; may be called more than once.
    func whenCancelled(_ action: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            state.onCancel = action
            return state.stage == .cancelled
        }
        if isCancelled { action() }
    }

    /// Tells how far the request has come.
    func note(progress: Double) { onProgress(progress) }

    /// What the fonts of a cancelled batch get.
    static let cancelledError = FontError(.batchClosed, "The batch was cancelled.")
}
