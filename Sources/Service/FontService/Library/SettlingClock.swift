internal import LinuxSystem

/// A clock that determines when notices are given to programs.
package protocol SettlingClock: Sendable {
    /// The current time of a clock that cannot be set.
    var now: ContinuousClock.Instant { get }

    /// The elapsed part of the current second of file times.
    var passedOfSecond: Duration { get }

    /// Waits for a given time.
    ///
    /// - Parameter delay: The time to wait.
    /// - Throws: `CancellationError` when the task is cancelled.
    func sleep(for delay: Duration) async throws(CancellationError)
}

/// The clock of this machine.
package struct SystemSettlingClock: SettlingClock {
    package init() {}

    package var now: ContinuousClock.Instant { .now }

    package var passedOfSecond: Duration { WallClock.passedOfSecond }

    package func sleep(for delay: Duration) async throws(CancellationError) {
        try await AlarmClock.shared.sleep(for: delay)
    }
}
