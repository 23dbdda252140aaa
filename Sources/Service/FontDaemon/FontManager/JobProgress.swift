internal import FetchProtocol
internal import Synchronization

/// The download progress of a job.
final class JobProgress: Sendable {
    private struct State {
        var done: UInt64 = 0
        var total: UInt64 = 0
        /// Whether an announcement is already pending.
        var isPending = false
        var lastTelling: ContinuousClock.Instant?
    }

    private let state = Mutex(State())
    private let onChange: @Sendable () -> Void

    /// The shortest time between two announcements, which is as often as a person can see.
    private static let interval = Duration.milliseconds(50)

    /// Creates the progress with nothing downloaded.
    ///
    /// - Parameter onChange: Called after a change that should be announced, and not again until ``bytesToTell(at:)``
    ///   was called.
    init(onChange: @escaping @Sendable () -> Void = {}) { self.onChange = onChange }

    /// Records progress from the fetcher.
    ///
    /// - Parameters:
    ///   - progress: The progress.
    ///   - now: The time.
    func note(_ progress: FetchProgress, at now: ContinuousClock.Instant = .now) {
        let isDue = state.withLock { state in
            state.done = UInt64(clamping: progress.done)
            state.total = UInt64(clamping: progress.total ?? 0)
            // A skipped change is announced with the next one, or with the end of the job.
            if state.isPending { return false }
            if let last = state.lastTelling, last.duration(to: now) < Self.interval { return false }
            state.isPending = true
            return true
        }
        if isDue { onChange() }
    }

    /// Returns the bytes to announce now; later changes are announced again.
    ///
    /// - Parameter now: The time.
    /// - Returns: The same as ``bytes``.
    func bytesToTell(at now: ContinuousClock.Instant = .now) -> (done: UInt64, total: UInt64) {
        state.withLock { state in
            state.isPending = false
            state.lastTelling = now
            return (state.done, state.total)
        }
    }

    /// The number of downloaded bytes, and the total number; 0 if it is not known.
    var bytes: (done: UInt64, total: UInt64) { state.withLock { ($0.done, $0.total) } }

    /// The downloaded part, from 0 to 1; -1 if it is not known.
    var part: Double {
        let (done, total) = bytes
        return total == 0 ? -1 : min(1, Double(done) / Double(total))
    }
}
