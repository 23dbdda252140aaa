internal import Synchronization
internal import WorkerClient

/// A process that fetches, and what it has done.
struct FetchProcess: Sendable {
    /// The connection with it.
    let connection: WorkerConnection
    /// The bytes that it has fetched.
    var size = 0
    private let start = SuspendingClock.now

    /// How old it may be for another file: its unit ends it after 15 minutes, of which a file may take 10.
    private static let reuseTime = Duration.seconds(4 * 60)
    /// How much it may have fetched for another file: the memory of its files, up to 384 MiB, is counted as its own.
    private static let reuseSize = 64 << 20

    /// Takes over a process that was just started.
    init(_ connection: WorkerConnection) { self.connection = connection }

    /// Whether it may fetch another file.
    var canFetchAnother: Bool {
        size < Self.reuseSize && start.duration(to: .now) < Self.reuseTime && connection.isQuiet()
    }
}

/// The processes that fetch, and those that wait for the next file of their series: together no more than may fetch at a
/// time.
final class FetchProcesses: Sendable {
    private struct State {
        var isShutDown = false
        var active: [ObjectIdentifier: WorkerConnection] = [:]
        /// How many files of a series are wanted: those that are being fetched among them.
        var wanted: [FetchSeries: Int] = [:]
        var waiting: [FetchSeries: [FetchProcess]] = [:]

        var count: Int { waiting.values.reduce(active.count) { $0 + $1.count } }
    }

    private let limit: Int
    private let state = Mutex(State())

    /// Creates a record of no processes.
    ///
    /// - Parameter limit: How many there may be.
    init(limit: Int) { self.limit = limit }

    /// Whether nothing is fetched any more.
    var isShutDown: Bool { state.withLock { $0.isShutDown } }

    /// Notes that a file of a series is wanted, so that a process waits for it.
    func want(_ series: FetchSeries) { state.withLock { $0.wanted[series, default: 0] += 1 } }

    /// Notes that a file is not wanted any more, and ends the processes that waited for it.
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

    /// Ends a process that waits for a file of any series, where another that is to be started would be one too many.
    func makeRoom() {
        let process = state.withLock { state -> FetchProcess? in
            guard state.count >= limit, let series = state.waiting.first(where: { !$0.value.isEmpty })?.key else {
                return nil
            }
            return state.waiting[series]?.popLast()
        }
        process?.connection.end(immediately: true)
    }

    /// A process that has fetched a file of the series and can fetch another.
    func take(for series: FetchSeries) -> FetchProcess? {
        while let process = state.withLock({ $0.waiting[series]?.popLast() }) {
            if process.canFetchAnother { return process }
            process.connection.end(immediately: true)
        }
        return nil
    }

    /// Notes that a process fetches, lest a shutdown misses it.
    func begin(_ process: FetchProcess) {
        let isShutDown = state.withLock { state in
            state.active[ObjectIdentifier(process.connection)] = process.connection
            return state.isShutDown
        }
        if isShutDown { process.connection.interrupt() }
    }

    /// Has a process wait where another file of its series is wanted, and ends it otherwise.
    ///
    /// - Parameters:
    ///   - process: A process; blocks where it is ended.
    ///   - series: The series of the file that it has fetched; `nil` where it is to fetch nothing else.
    func end(_ process: FetchProcess, of series: FetchSeries? = nil) {
        let mayWait = process.canFetchAnother
        let waits = state.withLock { state in
            state.active[ObjectIdentifier(process.connection)] = nil
            // The file that was fetched is still among those that are wanted.
            guard mayWait, !state.isShutDown, let series, state.count < limit,
                state.waiting[series, default: []].count < state.wanted[series, default: 1] - 1
            else { return false }
            state.waiting[series, default: []].append(process)
            return true
        }
        if !waits { process.connection.end(immediately: true) }
    }

    /// Breaks off what is being fetched, and has nothing fetched any more.
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
