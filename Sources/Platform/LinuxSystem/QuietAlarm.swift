internal import Synchronization

/// Has something done once something else has not happened for a while.
///
/// While that goes on it costs a look at the clock each time, and while nothing is awaited nothing at all.
package final class QuietAlarm: Sendable {
    private struct State {
        var lastNote = SuspendingClock.now
        var action: (@Sendable () -> Void)?
    }

    private let quietTime: Duration
    private let state = Mutex(State())

    /// Creates an alarm that awaits nothing yet.
    ///
    /// - Parameter quietTime: How long it must not have happened.
    package init(after quietTime: Duration) {
        self.quietTime = quietTime
    }

    /// Notes that it happened.
    ///
    /// - Parameter action: What to do when it has not happened again for the time: something short, as it is done on the
    ///   thread of all alarms. It takes the place of an earlier one.
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
