internal import FontModel
internal import InspectionProtocol
internal import LinuxSystem
internal import Scheduling
internal import WorkerClient

/// The workers of all modes: assigns connections to jobs and handles the outcome of each job.
///
/// Connections are kept while there is work, so that a batch pays for only one. They are closed after an idle time, so
/// that an idle worker can exit.
actor WorkerPool {
    /// A caller that waits for a place.
    struct Waiter {
        let number: UInt64
        let continuation: CheckedContinuation<FontError?, Never>
    }

    /// A connection that is not in use.
    struct IdleConnection {
        let connection: WorkerConnection
        /// The key of its last job.
        let key: String
        let expiry: AlarmClock.Alarm
    }

    /// The state of one mode.
    struct Lane {
        var queue = FairQueue<String, Waiter>()
        var idle: [IdleConnection] = []
        var active: [ObjectIdentifier: WorkerConnection] = [:]
        /// The number of places that each key occupies, with or without a connection.
        private var taken: [String: Int] = [:]
        /// The number of occupied places.
        private(set) var takenCount = 0

        /// Whether a key may take a place: a shared one, or the spare place, which is reserved for a key that has none.
        ///
        /// Without the spare place, a caller whose fonts take the maximum time would block all others. Several such
        /// callers could occupy the spare place too, so once they are known as laggards, they share a single place.
        func hasPlace(
            for key: String, _ configuration: WorkerConfiguration.Lane, among laggards: Set<String>
        ) -> Bool {
            let count = configuration.connectionCount
            guard configuration.hasSparePlace else { return takenCount < count }
            if laggards.contains(key), !laggards.isDisjoint(with: taken.keys) { return false }
            return takenCount < count || takenCount == count && taken[key] == nil
        }

        /// Removes and returns a connection that is not in use, preferably the one of the last job of the same key.
        mutating func takeIdle(for key: String) -> IdleConnection? {
            guard let index = idle.lastIndex(where: { $0.key == key }) else { return idle.popLast() }
            return idle.remove(at: index)
        }

        mutating func take(for key: String) {
            takenCount += 1
            taken[key, default: 0] += 1
        }

        mutating func giveBack(of key: String) {
            takenCount -= 1
            taken[key] = taken[key].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
    }

    nonisolated let configuration: WorkerConfiguration
    nonisolated let threads: BlockingThreads
    private nonisolated let onFailure: @Sendable (InspectionMode, String) -> Void
    var lanes: [InspectionMode: Lane] = [:]
    var counts = WorkerStatistics()
    /// The keys whose fonts recently timed out, and when each entry expires.
    private var laggards: [String: SuspendingClock.Instant] = [:]
    var lastNumber: UInt64 = 0
    var isShutDown = false
    var drained: [CheckedContinuation<Void, Never>] = []

    /// Creates a pool; the parameters are those of ``FontInspector``.
    init(
        configuration: WorkerConfiguration, threads: BlockingThreads,
        onFailure: @escaping @Sendable (InspectionMode, _ message: String) -> Void
    ) {
        self.configuration = configuration
        self.threads = threads
        self.onFailure = onFailure
    }

    /// The time for which a timed-out font is remembered: sixty times the time that such a font may take.
    private static let laggardTime = Duration.seconds(600)

    /// The keys whose fonts recently timed out.
    var currentLaggards: Set<String> {
        guard !laggards.isEmpty else { return [] }
        let now = SuspendingClock.now
        laggards = laggards.filter { $0.value > now }
        return Set(laggards.keys)
    }

    /// The keys that are not to blame for a font.
    ///
    /// The user's folders contain any kind of font, and the service checks all fonts.
    private static let blameless: Set<String> = [
        ProviderIdentifier.user.rawValue, FontInspector.revalidation.rawValue, "",
    ]

    /// Records the key of a font that timed out.
    func noteLaggard(_ key: String) {
        guard !Self.blameless.contains(key) else { return }
        laggards[key] = .now.advanced(by: Self.laggardTime)
    }

    /// Reports a failure that has no cost for any caller.
    func tell(_ message: String, in mode: InspectionMode) { onFailure(mode, message) }

    /// Reports a failure that does not affect only the caller, and creates the error for the caller.
    func workerFailure(in mode: InspectionMode, _ message: String) -> FontError {
        onFailure(mode, message)
        return Self.error(in: mode, message)
    }

    /// The activity of the pool so far.
    var statistics: WorkerStatistics {
        var statistics = counts
        for mode in InspectionMode.allCases {
            statistics[mode].active = lanes[mode]?.takenCount ?? 0
            statistics[mode].waiting = lanes[mode]?.queue.count ?? 0
        }
        return statistics
    }

    /// Ends all work.
    ///
    /// Waiting callers get ``FontModel/FontError/Code/busy``, jobs are aborted, and workers are reaped.
    func shutdown() async {
        isShutDown = true
        for mode in InspectionMode.allCases {
            while let waiter = lanes[mode]?.queue.popFirst() { waiter.continuation.resume(returning: Self.goneError) }
            for connection in lanes[mode, default: Lane()].active.values { connection.interrupt() }
            for idle in lanes[mode, default: Lane()].idle {
                AlarmClock.shared.cancel(idle.expiry)
                await end(idle.connection, immediately: false)
            }
            lanes[mode]?.idle = []
        }
        if lanes.values.contains(where: { $0.takenCount > 0 }) {
            await withCheckedContinuation { drained.append($0) }
        }
    }

    static let goneError = FontError(.busy, "The font service is shutting down. Try again.")
}
