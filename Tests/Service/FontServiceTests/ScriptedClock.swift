import Synchronization

@testable import FontService

/// A clock on which no time passes but while somebody sleeps, and on which things happen at times that a test says.
final class ScriptedClock: SettlingClock {
    private struct State {
        /// How long it goes, from the beginning of a second on.
        var elapsed: Duration
        var events: [(time: Duration, action: @Sendable () -> Void)] = []
        var lateness: [Duration] = []
    }

    private let start = ContinuousClock.now
    private let state: Mutex<State>

    /// Starts a clock.
    ///
    /// - Parameter passedOfSecond: How much of a second has passed then.
    init(passedOfSecond: Duration = .zero) {
        state = Mutex(State(elapsed: passedOfSecond))
    }

    /// How long it goes, from the beginning of a second on.
    var elapsed: Duration { state.withLock { $0.elapsed } }

    var now: ContinuousClock.Instant { start.advanced(by: elapsed) }

    var passedOfSecond: Duration {
        let elapsed = elapsed
        return elapsed - .seconds(elapsed.components.seconds)
    }

    /// Has something happen in the midst of somebody's sleep.
    func at(_ time: Duration, _ action: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.events.append((time, action))
            state.events.sort { $0.time < $1.time }
        }
    }

    /// Has the next sleeps end so much too late, one after the other.
    func oversleep(by lateness: [Duration]) { state.withLock { $0.lateness = lateness } }

    func sleep(for delay: Duration) async throws(CancellationError) {
        let end = state.withLock { state in
            state.elapsed + max(delay, .zero) + (state.lateness.isEmpty ? .zero : state.lateness.removeFirst())
        }
        while let action = nextAction(until: end), !Task.isCancelled { action() }
        if Task.isCancelled { throw CancellationError() }
        state.withLock { $0.elapsed = end }
    }

    private func nextAction(until end: Duration) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard let event = state.events.first, event.time <= end else { return nil }
            state.events.removeFirst()
            state.elapsed = max(state.elapsed, event.time)
            return event.action
        }
    }
}
