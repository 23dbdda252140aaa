internal import Synchronization

/// How urgent the downloads of an access are, 0 to 1: all of them share it, and it can change while they wait.
package final class LoadingPriority: Sendable {
    private let current: Mutex<Double>

    /// Starts with a priority.
    package init(_ value: Double) { current = Mutex(value) }

    /// What it is now.
    package var value: Double {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}
