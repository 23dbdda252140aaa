internal import FontService
internal import LinuxSystem

/// Fetches what manifests want on the machine without anybody's asking, and tries again later what could not be fetched.
actor ResourcePrefetch {
    /// Work that resources are not fetched beside unless somebody asks for them.
    private static let busyKinds: Set<WorkInProgress.Kind> = [
        .recovery, .publication, .systemFonts, .batches, .revalidation, .downloads,
    ]
    /// How long after other work it is looked again whether nothing is to be done.
    private static let idlePause = Duration.seconds(5)
    /// How long after a failure it is tried again, and at most after several.
    private static let firstPause = Duration.seconds(600)
    private static let longestPause = Duration.seconds(4 * 60 * 60)

    private let resources: ResourceManagement
    private let work: WorkInProgress
    private let network: NetworkCosts
    private let load: MachineLoad
    /// Registers fonts that have come.
    private let onFonts: @Sendable () async -> Void
    private var isRunning = false
    /// Whether there is a reason not to wait any longer.
    private var isAsked = false
    private var sleeper: CheckedContinuation<Void, Never>?

    /// Creates the work, which begins with ``run()``.
    ///
    /// - Parameters:
    ///   - resources: Fetches files.
    ///   - work: Tells whether anything else is to be done.
    ///   - network: Tells whether the network costs by the byte.
    ///   - load: Tells whether the machine is busy.
    ///   - onFonts: Registers fonts that have come.
    init(
        resources: ResourceManagement, work: WorkInProgress, network: NetworkCosts, load: MachineLoad,
        onFonts: @escaping @Sendable () async -> Void
    ) {
        self.resources = resources
        self.work = work
        self.network = network
        self.load = load
        self.onFonts = onFonts
    }

    /// Fetches until everything is here or the task is cancelled; where another call does so already, that one begins anew.
    func run() async {
        guard !isRunning else { return lookAgain() }
        isRunning = true
        repeat {
            await fetch()
            // A question of that time begins it anew, as changes of the network are not heard any more.
            await network.close()
        } while isAsked && !Task.isCancelled
        isRunning = false
    }

    private func fetch() async {
        var pause = Self.firstPause
        while !Task.isCancelled {
            if isAsked { pause = Self.firstPause }
            isAsked = false
            while isBusy {
                guard (try? await AlarmClock.shared.sleep(for: Self.idlePause)) != nil else { break }
            }
            guard !Task.isCancelled else { break }
            // What begins later has the network for itself only as far as the priorities go, which are lowest here.
            let result = await resources.fetchUnasked { [network, work, load] in
                guard work.kinds.isDisjoint(with: Self.busyKinds) else { return false }
                // Of the load nothing tells when it ends, so that it is looked at again after the usual pause.
                return await !network.isMetered { await self.lookAgain() } && !load.isHigh
            }
            if result.hasFonts { await onFonts() }
            if result.isComplete, !isAsked { break }
            guard !isAsked, !isBusy else { continue }
            // A server that failed is asked ever more seldom; of a network and a machine that are needed there is no such
            // reason to keep away.
            guard result.hasFailures else {
                pause = Self.firstPause
                await wait(pause)
                continue
            }
            await wait(pause)
            pause = min(pause * 2, Self.longestPause)
        }
    }

    private var isBusy: Bool { !work.kinds.isDisjoint(with: Self.busyKinds) }

    /// Has what is absent looked at now.
    private func lookAgain() {
        isAsked = true
        wake()
    }

    private func wake() {
        sleeper?.resume()
        sleeper = nil
    }

    /// Waits for a time, or until something has changed.
    private func wait(_ pause: Duration) async {
        let alarm = AlarmClock.shared.add(after: pause) { Task { await self.wake() } }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled || isAsked { return continuation.resume() }
                sleeper = continuation
            }
        } onCancel: {
            Task { await self.wake() }
        }
        AlarmClock.shared.cancel(alarm)
    }
}
