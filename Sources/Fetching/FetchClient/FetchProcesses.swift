internal import Synchronization
internal import WorkerClient

/// A fetching process and its work so far.
struct FetchProcess: Sendable {
    /// The connection to the process.
    let connection: WorkerConnection
    /// The number of bytes that it has fetched.
    var size = 0
    private let start = SuspendingClock.now

    /// The maximum age at which it gets another file: its unit ends it after 15 minutes, and a file may take 10.
    private static let reuseTime = Duration.seconds(4 * 60)
    /// The maximum number of fetched bytes at which it gets another file.
    ///
    /// The memory of its files counts as its own, and is limited to 384 MiB.
    private static let reuseSize = 64 << 20

    /// Creates a record of a process that was just started.
    init(_ connection: WorkerConnection) { self.connection = connection }

    /// Whether it may fetch another file.
    var canFetchAnother: Bool {
        size < Self.reuseSize && start.duration(to: .now) < Self.reuseTime && connection.isQuiet()
    }
}

/// The processes that fetch, and those that wait for the next file of their series.
///
/// Together they are at most as many as may fetch at the same time.
final class FetchProcesses: Sendable {
    private struct State {
        var isShutDown = false
        var active: [ObjectIdentifier: WorkerConnection] = [:]
        /// The number of wanted files in each series, including those that are being fetched.
        var wanted: [FetchSeries: Int] = [:]
        var waiting: [FetchSeries: [FetchProcess]] = [:]

        var count: Int { waiting.values.reduce(active.count) { $0 + $1.count } }
    }

    private let limit: Int
    private let state = Mutex(State())

    /// Creates a record of no processes.
    ///
    /// - Parameter limit: The maximum number of processes.
    init(limit: Int) { self.limit = limit }

    /// Whether fetching has ended.
    var isShutDown: Bool { state.withLock { $0.isShutDown } }

    /// Records that a file of a series is wanted, so that a process waits for it.
    func want(_ series: FetchSeries) { state.withLock { $0.wanted[series, default: 0] += 1 } }

    /// Records that a file is no longer wanted, and ends the processes that waited for it.
    func forget(_ series: FetchSeries) {
        let surplus = state.withLock { state in
            let rest = state.wanted[series, default: 1] - 1
            state.wanted[series] = rest == 0 ? nil : rest
            var waiting = state.waiting.removeValue(forKey: series) ?? []
            let surplus = waiting.dropFirst(rest)
            waiting.removeLast(surplus.count)
            if !waiting.isEmpty { state.waiting[series] = waiting }
            return surplus
        }
        for process in surplus { process.connection.end(immediately: true) }
    }

    /// Ends a waiting process if the process to be started would exceed the limit.
    func makeRoom() {
        let process = state.withLock { state -> FetchProcess? in
            guard state.count >= limit, let series = state.waiting.first(where: { !$0.value.isEmpty })?.key else {
                return nil
            }
            return state.waiting[series]?.popLast()
        }
        process?.connection.end(immediately: true)
    }

    /// Returns a process that has fetched a file of the series and can fetch another.
    func take(for series: FetchSeries) -> FetchProcess? {
        while let process = state.withLock({ $0.waiting[series]?.popLast() }) {
            if process.canFetchAnother { return process }
            process.connection.end(immediately: true)
        }
        return nil
    }

    /// Records that a process fetches, so that a shutdown includes it.
    func begin(_ process: FetchProcess) {
        let isShutDown = state.withLock { state in
            state.active[ObjectIdentifier(process.connection)] = process.connection
            return state.isShutDown
        }
        if isShutDown { process.connection.interrupt() }
    }

    /// Keeps a process waiting if another file of its series is wanted, and ends it otherwise.
    ///
    /// - Parameters:
    ///   - process: The process; ending it blocks.
    ///   - series: The series of the file that it has fetched; `nil` if it must not fetch another file.
    func end(_ process: FetchProcess, of series: FetchSeries? = nil) {
        let mayWait = process.canFetchAnother
        let waits = state.withLock { state in
            state.active[ObjectIdentifier(process.connection)] = nil
            // The fetched file is still counted as wanted.
            guard mayWait, !state.isShutDown, let series, state.count < limit,
                state.waiting[series, default: []].count < state.wanted[series, default: 1] - 1
            else { return false }
            state.waiting[series, default: []].append(process)
            return true
        }
        if !waits { process.connection.end(immediately: true) }
    }

    /// Aborts all downloads, and starts no more.
    func shutdown() {
        let (active, waiting) = state.withLock { state in
            state.isShutDown = true
            defer { state.waiting = [:] }
            return (state.active.values, state.waiting.values)
        }
        for connection in active { connection.interrupt() }
        for process in waiting.joined() { process.connection.end(immediately: true) }
    }
}
