internal import InspectionProtocol
internal import Synchronization

/// Calls a function as soon as the jobs of several workers have been sent.
final class DispatchLatch: Sendable {
    private let waiting: Mutex<Set<InspectionMode>>
    private let action: @Sendable () -> Void

    /// Creates a latch that waits for the workers.
    ///
    /// - Parameters:
    ///   - modes: The workers that get jobs.
    ///   - action: Called once, by the caller that notes the last worker.
    init(of modes: Set<InspectionMode>, onceAllAreGone action: @escaping @Sendable () -> Void) {
        waiting = Mutex(modes)
        self.action = action
    }

    /// Notes that a worker has its job, or will not get one; repeated calls have no effect.
    func note(_ mode: InspectionMode) {
        let isLast = waiting.withLock { $0.remove(mode) != nil && $0.isEmpty }
        if isLast { action() }
    }
}
