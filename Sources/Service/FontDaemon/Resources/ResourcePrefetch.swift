internal import FontService
internal import LinuxSystem

/// Downloads in advance, without being asked by a program, the resources that manifests want on the machine, and
/// retries failed downloads later.
actor ResourcePrefetch {
    /// The kinds of work during which resources are not downloaded unless a program asks for them.
    private static let busyKinds: Set<WorkInProgress.Kind> = [
        .recovery, .publication, .systemFonts, .batches, .revalidation, .downloads,
    ]
    /// How long to wait after other work before checking again whether the service is idle.
    private static let idlePause = Duration.seconds(5)
    /// The first delay before a retry after a failure, and the longest one after several failures.
    private static let firstPause = Duration.seconds(600)
    private static let longestPause = Duration.seconds(4 * 60 * 60)

    private let resources: ResourceManagement
    private let work: WorkInProgress
    private let network: NetworkCosts
    private let load: MachineLoad
    /// Registers downloaded fonts.
    private let onFonts: @Sendable () async -> Void
    private var isRunning = false
    /// Whether there is a reason to stop waiting.
    private var isAsked = false
    private var sleeper: CheckedContinuation<Void, Never>?

    /// Creates the object; the work begins with ``run()``.
    ///
    /// - Parameters:
    ///   - resources: Downloads files.
    ///   - work: The record of activity, which shows whether other work is running.
    ///   - network: Determines whether the network is metered.
    ///   - load: Determines whether the machine is busy.
    ///   - onFonts: Registers downloaded fonts.
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

    /// Downloads until everything is present or the task is cancelled.
    ///
    /// If another call already does so, that call starts over.
    func run() async {
        guard !isRunning else { return lookAgain() }
        isRunning = true
        repeat {
            await fetch()
            // A request during this call starts the loop again, because network changes are no longer reported.
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
            // Work that begins later shares the network with this download, which has the lowest priority.
            let result = await resources.fetchUnasked { [network, work, load] in
                guard work.kinds.isDisjoint(with: Self.busyKinds) else { return false }
                // No event reports the end of the load, so it is checked again after the usual pause.
                return await !network.isMetered { await self.lookAgain() } && !load.isHigh
            }
            if result.hasFonts { await onFonts() }
            if result.isComplete, !isAsked { break }
            guard !isAsked, !isBusy else { continue }
            // A server that failed is tried less and less often. Waiting for the network or the machine needs no such
            // backoff.
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

    /// Requests a check of the missing resources now.
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
