internal import FetchProtocol
internal import Synchronization

/// How far a job has come with what it fetches.
final class JobProgress: Sendable {
    private struct State {
        var done: UInt64 = 0
        var total: UInt64 = 0
        /// Whether it is about to be told already.
        var isPending = false
        var lastTelling: ContinuousClock.Instant?
    }

    private let state = Mutex(State())
    private let onChange: @Sendable () -> Void

    /// The shortest time between two tellings, however often the fetcher tells: as often as anybody sees.
    private static let interval = Duration.milliseconds(50)

    /// Starts with nothing fetched.
    ///
    /// - Parameter onChange: Called after changes that are to be told, and not again before ``bytesToTell(at:)`` was.
    init(onChange: @escaping @Sendable () -> Void = {}) { self.onChange = onChange }

    /// Takes note of what the fetcher tells.
    ///
    /// - Parameters:
    ///   - progress: How far it is.
    ///   - now: The time.
    func note(_ progress: FetchProgress, at now: ContinuousClock.Instant = .now) {
        let isDue = state.withLock { state in
            state.done = UInt64(clamping: progress.done)
            state.total = UInt64(clamping: progress.total ?? 0)
            // What is left out is told with the next one, or with the end of the job.
            if state.isPending { return false }
            if let last = state.lastTelling, last.duration(to: now) < Self.interval { return false }
            state.isPending = true
            return true
        }
        if isDue { onChange() }
    }

    /// What is told now; whatever comes after it is to be told anew.
    ///
    /// - Parameter now: The time.
    /// - Returns: As ``bytes``.
    func bytesToTell(at now: ContinuousClock.Instant = .now) -> (done: UInt64, total: UInt64) {
        state.withLock { state in
            state.isPending = false
            state.lastTelling = now
            return (state.done, state.total)
        }
    }

    /// How many bytes were fetched, and how many are to be; 0 where that is not known.
    var bytes: (done: UInt64, total: UInt64) { state.withLock { ($0.done, $0.total) } }

    /// The part that was fetched, from 0 to 1; -1 where that is not known.
    var part: Double {
        let (done, total) = bytes
        return total == 0 ? -1 : min(1, Double(done) / Double(total))
    }
}
