internal import InspectionProtocol
internal import Synchronization

/// Calls a function when the jobs of several workers are on their way, and not before.
final class DispatchLatch: Sendable {
    private let waiting: Mutex<Set<InspectionMode>>
    private let action: @Sendable () -> Void

    /// Begins to wait.
    ///
    /// - Parameters:
    ///   - modes: The workers that get jobs.
    ///   - action: Called once, by whoever notes the last one.
    init(of modes: Set<InspectionMode>, onceAllAreGone action: @escaping @Sendable () -> Void) {
        waiting = Mutex(modes)
        self.action = action
    }

    /// Takes note that a worker has its job, or will not get one; more than once is the same as once.
    func note(_ mode: InspectionMode) {
        let isLast = waiting.withLock { $0.remove(mode) != nil && $0.isEmpty }
        if isLast { action() }
    }
}
