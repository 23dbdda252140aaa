internal import EventLoop
internal import FontLibrary
internal import LinuxSystem
internal import Logging

/// Detects what another daemon does to the registry that this one only reads, and when that daemon has ended.
///
/// On one machine, the kernel reports both at once. Nothing reports what another machine does, so the home is polled.
actor HomeFollower {
    /// The polling interval for a home that another machine may change.
    static let pollingInterval = Duration.seconds(60)
    /// The debounce time for changes that follow each other.
    private static let gatheringTime = Duration.milliseconds(50)
    /// The times of further checks after the last change that the kernel reported.
    ///
    /// The kernel reports that a commit is being written, but it is visible only once it is on the disk. On a busy
    /// disk, this can take any time.
    private static let secondLooks: [Duration] = [.seconds(1), .seconds(4), .seconds(25)]

    private let home: OpenHome
    private let log: Logger
    private let onChange: @Sendable () async -> Void
    private let onOpportunity: @Sendable () async -> Void
    private var watcher: DirectoryWatcher?
    private var tasks: [Task<Void, Never>] = []
    private var gathering: Task<Void, Never>?
    private var settling: Task<Void, Never>?

    /// Creates a follower that watches nothing yet.
    ///
    /// - Parameters:
    ///   - home: A home that this daemon cannot change.
    ///   - log: The log of failures.
    ///   - onChange: Called when the registry may have changed.
    ///   - onOpportunity: Called when the obstacle to changing the home may be gone.
    init(
        home: OpenHome, log: Logger, onChange: @escaping @Sendable () async -> Void,
        onOpportunity: @escaping @Sendable () async -> Void
    ) {
        self.home = home
        self.log = log
        self.onChange = onChange
        self.onOpportunity = onOpportunity
    }

    /// Starts watching.
    func start(on loop: EventLoop, threads: BlockingThreads) async {
        var isWatching = false
        do {
            let watcher = try await DirectoryWatcher(on: loop)
            self.watcher = watcher
            let reports = watcher.reports
            tasks.append(Task { for await report in reports { await self.note(report) } })
            let directories = home.locations.claimedDirectories
            try await threads.run {
                var known: Set<String> = []
                // If one directory were watched under two names, only the second would be reported.
                for directory in directories where known.insert(try FileSystem.resolved(directory)).inserted {
                    try watcher.add(directory, includingModifications: true)
                }
            }
            isWatching = true
        } catch {
            log.notice("Changes of the fonts by others will be noticed late", metadata: ["error": "\(error)"])
        }
        if home.isShared || !isWatching {
            tasks.append(
                Task {
                    while (try? await AlarmClock.shared.sleep(for: Self.pollingInterval)) != nil {
                        await self.onChange()
                        await self.onOpportunity()
                    }
                })
        }
        // This covers what happened after the home was opened.
        await onChange()
        guard home.refusal?.heldLock != nil else { return }
        let isLocked = await isLocked(threads)
        if !isLocked || !home.hasRegistry { await onOpportunity() }
    }

    /// Stops watching.
    func stop() {
        for task in tasks { task.cancel() }
        gathering?.cancel()
        settling?.cancel()
        watcher = nil
    }

    private func isLocked(_ threads: BlockingThreads) async -> Bool {
        (try? await threads.run { [locks = home.locations.locks] in locks.contains(where: InstanceLock.isHeld) })
            ?? true
    }

    private func note(_ report: DirectoryReport) async {
        var isOpportunity = true
        if case .changes(let changes) = report { isOpportunity = changes.contains(where: isOpportune) }
        if gathering == nil {
            gathering = Task {
                try? await AlarmClock.shared.sleep(for: Self.gatheringTime)
                await self.tellOfChange()
            }
        }
        if isOpportunity { await onOpportunity() }
    }

    private func tellOfChange() async {
        gathering = nil
        await onChange()
        settling?.cancel()
        settling = Task {
            for delay in Self.secondLooks {
                guard (try? await AlarmClock.shared.sleep(for: delay)) != nil else { return }
                await self.onChange()
            }
        }
    }

    /// Whether a change may mean that the other daemon has ended, or that a registry now exists.
    private func isOpportune(_ change: DirectoryChange) -> Bool {
        guard let path = change.entry.map({ "\(change.directory)/\($0)" }) else { return false }
        // When a process ends, its files are closed.
        if path == home.refusal?.heldLock { return change.kinds.contains(.written) }
        if home.locations.leases.contains(path) { return change.kinds.contains(.deleted) }
        return path == home.locations.registry && !home.hasRegistry
    }
}
