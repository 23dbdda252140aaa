internal import FontModel
internal import InspectionProtocol
internal import LinuxSystem
internal import Scheduling
internal import WorkerClient

/// The workers of all modes: who may use which connection next, and what becomes of a job that one of them is given.
///
/// Connections are kept while there is work, so that a batch pays for one, and closed after some idle time, so that an
/// idle worker can go.
actor WorkerPool {
    /// A caller that waits for a place.
    struct Waiter {
        let number: UInt64
        let continuation: CheckedContinuation<FontError?, Never>
    }

    /// A connection that nobody uses at the moment.
    struct IdleConnection {
        let connection: WorkerConnection
        let expiry: AlarmClock.Alarm
    }

    /// The state of one mode.
    struct Lane {
        var queue = FairQueue<String, Waiter>()
        var idle: [IdleConnection] = []
        var active: [ObjectIdentifier: WorkerConnection] = [:]
        /// How many places each key has taken, with or without a connection as yet.
        private var taken: [String: Int] = [:]
        /// How many places are taken.
        private(set) var takenCount = 0

        /// Whether a key may take a place: one of those that all may take, or the one that is kept for a key that has none.
        ///
        /// Without the latter whoever has fonts that take as long as a font may would have all others wait for them.
        /// Several who do so could take that one too, so they share a single place once they are known.
        func hasPlace(
            for key: String, _ configuration: WorkerConfiguration.Lane, among laggards: Set<String>
        ) -> Bool {
            let count = configuration.connectionCount
            guard configuration.hasSparePlace else { return takenCount < count }
            if laggards.contains(key), !laggards.isDisjoint(with: taken.keys) { return false }
            return takenCount < count || takenCount == count && taken[key] == nil
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
    /// The keys whose fonts came to no end lately, and when that is forgotten.
    private var laggards: [String: SuspendingClock.Instant] = [:]
    var lastNumber: UInt64 = 0
    var isShutDown = false
    var drained: [CheckedContinuation<Void, Never>] = []

    /// Makes a pool; the parameters are those of ``FontInspector``.
    init(
        configuration: WorkerConfiguration, threads: BlockingThreads,
        onFailure: @escaping @Sendable (InspectionMode, _ message: String) -> Void
    ) {
        self.configuration = configuration
        self.threads = threads
        self.onFailure = onFailure
    }

    /// How long it is remembered that somebody's font came to no end: sixty times what such a font may take.
    private static let laggardTime = Duration.seconds(600)

    /// Those whose fonts came to no end lately.
    var currentLaggards: Set<String> {
        guard !laggards.isEmpty else { return [] }
        let now = SuspendingClock.now
        laggards = laggards.filter { $0.value > now }
        return Set(laggards.keys)
    }

    /// Those who are not at fault for a font: the user's folders have fonts of all kinds, and the service looks at all.
    private static let blameless: Set<String> = [
        ProviderIdentifier.user.rawValue, FontInspector.revalidation.rawValue, "",
    ]

    /// Remembers whose font came to no end.
    func noteLaggard(_ key: String) {
        guard !Self.blameless.contains(key) else { return }
        laggards[key] = .now.advanced(by: Self.laggardTime)
    }

    /// Tells of a failure that costs no caller anything.
    func tell(_ message: String, in mode: InspectionMode) { onFailure(mode, message) }

    /// Tells of a failure that is not the caller's alone, and makes the error for the caller.
    func workerFailure(in mode: InspectionMode, _ message: String) -> FontError {
        onFailure(mode, message)
        return Self.error(in: mode, message)
    }

    /// What the pool has done so far.
    var statistics: WorkerStatistics {
        var statistics = counts
        for mode in InspectionMode.allCases {
            statistics[mode].active = lanes[mode]?.takenCount ?? 0
            statistics[mode].waiting = lanes[mode]?.queue.count ?? 0
        }
        return statistics
    }

    /// Ends all work: callers that wait get ``FontModel/FontError/Code/busy``, jobs are broken off, workers reaped.
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

    static let goneError = FontError(.busy, "The font service is going down. Try again.")
}
