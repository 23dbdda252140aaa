internal import FontModel
internal import Synchronization

/// What connects a batch with the request that carries it out: whether it may still be cancelled, and how far it is.
package final class BatchControl: Sendable {
    private enum Stage {
        case pending, publishing, cancelled
    }

    /// Whether all fonts are registered or none.
    package let isAtomic: Bool
    private let stage = Mutex(Stage.pending)
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
        stage.withLock { stage in
            if stage == .pending { stage = .publishing }
            return stage == .publishing
        }
    }

    /// Cancels the batch.
    ///
    /// - Returns: Whether that was still possible.
    func cancel() -> Bool {
        stage.withLock { stage in
            if stage == .pending { stage = .cancelled }
            return stage == .cancelled
        }
    }

    /// Whether the batch was cancelled.
    var isCancelled: Bool { stage.withLock { $0 == .cancelled } }

    /// Tells how far the request has come.
    func note(progress: Double) { onProgress(progress) }

    /// What the fonts of a cancelled batch get.
    static let cancelledError = FontError(.batchClosed, "The batch was cancelled.")
}
