internal import Synchronization

/// Debounces: runs an action after a quiet period.
///
/// Each event only costs a reading of the clock. While no action is pending, there is no cost at all.
package final class QuietAlarm: Sendable {
    private struct State {
        var lastNote = SuspendingClock.now
        var action: (@Sendable () -> Void)?
    }

    private let quietTime: Duration
    private let state = Mutex(State())

    /// Creates an alarm without a pending action.
    ///
    /// - Parameter quietTime: The length of the quiet period.
    package init(after quietTime: Duration) {
        self.quietTime = quietTime
    }

    /// Reports an event, which restarts the quiet period.
    ///
    /// - Parameter action: The action to run after the quiet period. It must be short, because it runs on the thread of
    ///   all alarms. It replaces an earlier action.
    package func note(_ action: @escaping @Sendable () -> Void) {
        let isAwaited = state.withLock { state in
            defer { state.action = action }
            state.lastNote = .now
            return state.action != nil
        }
        if !isAwaited { wait(quietTime) }
    }

    private func wait(_ time: Duration) {
        _ = AlarmClock.shared.add(after: time) { [self] in look() }
    }

    private func look() {
        let (rest, action) = state.withLock { state -> (Duration, (@Sendable () -> Void)?) in
            let rest = quietTime - (.now - state.lastNote)
            if rest > .zero { return (rest, nil) }
            defer { state.action = nil }
            return (rest, state.action)
        }
        if let action { action() } else { wait(rest) }
    }
}
