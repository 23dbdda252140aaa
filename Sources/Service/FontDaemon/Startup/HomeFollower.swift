internal import EventLoop
internal import FontLibrary
internal import LinuxSystem
internal import Logging

/// Notices what another daemon does to the registry that this one only reads, and when it has ended.
///
/// On one machine the kernel tells of both at once. Of what another machine does nothing tells, so that is looked for.
actor HomeFollower {
    /// How often a home that another machine may change is looked at.
    static let pollingInterval = Duration.seconds(60)
    /// How long changes that come one after the other are gathered.
    private static let gatheringTime = Duration.milliseconds(50)
    /// When it is looked again after the last change that the kernel told of.
    ///
    /// It tells that a commit is being written, and not that it is on the disk, before which nobody sees it: that takes a
    /// busy disk as long as it likes.
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
    ///   - home: A home that cannot be changed from here.
    ///   - log: Where failures are reported.
    ///   - onChange: Called when the registry may have changed.
    ///   - onOpportunity: Called when what kept the home from being changed may be gone.
    init(
        home: OpenHome, log: Logger, onChange: @escaping @Sendable () async -> Void,
        onOpportunity: @escaping @Sendable () async -> Void
    ) {
        self.home = home
        self.log = log
        self.onChange = onChange
        self.onOpportunity = onOpportunity
    }

    /// Starts to watch.
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
                // One under two names would be watched under the second alone.
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
        // What happened since the home was opened.
        await onChange()
        guard home.refusal?.heldLock != nil else { return }
        let isLocked = await isLocked(threads)
        if !isLocked || !home.hasRegistry { await onOpportunity() }
    }

    /// Ends watching.
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

    /// Whether a change may mean that the other daemon has ended, or that there is a registry at last.
    private func isOpportune(_ change: DirectoryChange) -> Bool {
        guard let path = change.entry.map({ "\(change.directory)/\($0)" }) else { return false }
        // The end of a process closes its files.
        if path == home.refusal?.heldLock { return change.kinds.contains(.written) }
        if home.locations.leases.contains(path) { return change.kinds.contains(.deleted) }
        return path == home.locations.registry && !home.hasRegistry
    }
}
