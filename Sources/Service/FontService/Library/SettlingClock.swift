internal import LinuxSystem

/// The times that notices to programs depend on.
package protocol SettlingClock: Sendable {
    /// A time that nobody sets.
    var now: ContinuousClock.Instant { get }

    /// How much has passed of the second that files get as their time.
    var passedOfSecond: Duration { get }

    /// Waits until a time has passed.
    ///
    /// - Parameter delay: How long to wait.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func sleep(for delay: Duration) async throws(CancellationError)
}

/// The times of this machine.
package struct SystemSettlingClock: SettlingClock {
    package init() {}

    package var now: ContinuousClock.Instant { .now }

    package var passedOfSecond: Duration { WallClock.passedOfSecond }

    package func sleep(for delay: Duration) async throws(CancellationError) {
        try await AlarmClock.shared.sleep(for: delay)
    }
}
