internal import Synchronization

/// The priority of an access's downloads, from 0 to 1.
///
/// All downloads of the access share it, and it can change while they wait.
package final class LoadingPriority: Sendable {
    private let current: Mutex<Double>

    /// Creates a priority.
    package init(_ value: Double) { current = Mutex(value) }

    /// The current value.
    package var value: Double {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}
