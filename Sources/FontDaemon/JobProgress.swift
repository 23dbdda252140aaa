internal import FetchProtocol
internal import Synchronization

/// How far a job has come with what it fetches.
final class JobProgress: Sendable {
    private struct State {
        var done: UInt64 = 0
        var total: UInt64 = 0
    }

    private let state = Mutex(State())
    private let onChange: @Sendable () -> Void

    /// Starts with nothing fetched.
    ///
    /// - Parameter onChange: Called after each change.
    init(onChange: @escaping @Sendable () -> Void = {}) { self.onChange = onChange }

    /// Takes note of what the fetcher tells.
    func note(_ progress: FetchProgress) {
        state.withLock { state in
            state.done = UInt64(clamping: progress.done)
            state.total = UInt64(clamping: progress.total ?? 0)
        }
        onChange()
    }

    /// How many bytes were fetched, and how many are to be; 0 where that is not known.
    var bytes: (done: UInt64, total: UInt64) { state.withLock { ($0.done, $0.total) } }

    /// The part that was fetched, from 0 to 1; -1 where that is not known.
    var part: Double {
        let (done, total) = bytes
        return total == 0 ? -1 : min(1, Double(done) / Double(total))
    }
}
