internal import EventLoop
internal import FontLibrary
internal import FontService
internal import LinuxSystem
internal import Logging
internal import SystemPackage

/// Watches changes that people and other programs make to published fonts and to the system's font directories.
///
/// Reports are debounced, see ``PendingChanges``.
actor LibraryWatch {
    /// The most entries that are checked one by one; if there are more, everything is checked.
    static let maximumEntries = 4096

    /// A change in the published tree.
    enum TreeChange: Sendable, Equatable {
        /// These entries, by shard.
        case entries([Shard: Set<String>])
        /// Any change.
        case anything
    }

    /// The inotify watcher; `nil` if the user has no inotify instance left.
    let watcher: DirectoryWatcher?
    let tree: FontTree
    let threads: BlockingThreads
    private let work: WorkInProgress
    let log: Logger
    private let onTreeChanged: @Sendable (TreeChange) async -> Void
    private let onSystemChanged: @Sendable () async -> Void
    private let onPolicyChanged: @Sendable () async -> Void
    private let onProvidersChanged: @Sendable () async -> Void
    let policyDirectories: Set<String>
    var published = WatchedTree()
    var providers: WatchedProviders
    /// The lookouts for the lists of denied fonts.
    var policyLookouts: Set<Lookout> = []
    var systemDirectories: Set<String> = []
    /// The changes that have not been handled yet.
    var pending = PendingChanges()
    private var quietTask: Task<Void, Never>?
    private var reader: Task<Void, Never>?

    /// Creates a watch that watches nothing yet.
    ///
    /// - Parameters:
    ///   - loop: The event loop that polls inotify.
    ///   - tree: The published tree.
    ///   - policyDirectories: The directories of the lists of denied fonts and the files on rights; they need not
    ///     exist.
    ///   - providerPlaces: The places in which unknown providers may appear; they need not exist.
    ///   - threads: The threads that read directories.
    ///   - work: The record of activity, which includes pending changes.
    ///   - log: The log of failures.
    ///   - onTreeChanged: Receives the changes in the tree, including our own.
    ///   - onSystemChanged: Called when a directory of the system's fonts has changed.
    ///   - onPolicyChanged: Called when the policy may have changed.
    ///   - onProvidersChanged: Called when a provider may have been installed, changed or removed.
    init(
        loop: EventLoop, tree: FontTree, policyDirectories: [String], providerPlaces: ProviderPlaces,
        threads: BlockingThreads, work: WorkInProgress, log: Logger,
        onTreeChanged: @escaping @Sendable (TreeChange) async -> Void,
        onSystemChanged: @escaping @Sendable () async -> Void,
        onPolicyChanged: @escaping @Sendable () async -> Void,
        onProvidersChanged: @escaping @Sendable () async -> Void
    ) async {
        self.policyDirectories = Set(policyDirectories)
        self.onPolicyChanged = onPolicyChanged
        providers = WatchedProviders(usual: providerPlaces)
        self.onProvidersChanged = onProvidersChanged
        do throws(Errno) {
            watcher = try await DirectoryWatcher(on: loop)
        } catch {
            // Fonts are still served.
            log.warning(
                """
                Changes of fonts by hand are noticed at the next start only: the user's programs watch too many \
                directories. The limit is /proc/sys/fs/inotify/max_user_instances.
                """, metadata: ["error": "\(error)"])
            watcher = nil
        }
        self.tree = tree
        self.threads = threads
        self.work = work
        self.log = log
        self.onTreeChanged = onTreeChanged
        self.onSystemChanged = onSystemChanged
    }

    /// Starts reporting changes.
    func start() {
        guard let reports = watcher?.reports else { return }
        reader = Task { for await report in reports { self.note(report) } }
        // Changes from before the watch are read later, by the owner of this watch.
        Task {
            await watchPolicy()
            await watchProviders()
        }
    }

    /// Stops reporting changes.
    func stop() {
        reader?.cancel()
        quietTask?.cancel()
    }

    /// Watches the published directories if none existed before; changes of the first one show later ones.
    func watchNewTree() async {
        if published.root == nil { await watchTree() }
    }

    /// Watches the published directories that exist, and the directories above all of them.
    ///
    /// Changes of the latter show when a published directory appears or disappears.
    func watchTree() async {
        await watchAboveTree()
        let found = try? await threads.run { [tree] in (root: tree.root, shards: try tree.shards()) }
        guard let found, let shards = found.shards else { return }
        let change = published.note(root: found.root, shards: shards)
        for path in change.removed { watcher?.remove(path) }
        await add(change.added)
    }

    /// Records that the root has moved, so that its watches are no longer useful.
    private func forgetTree() {
        for path in published.forget() { watcher?.remove(path) }
    }

    /// Replaces the watched directories of the system's fonts.
    func setSystemDirectories(_ paths: [String]) async {
        let wanted = Set(paths)
        for path in systemDirectories.subtracting(wanted)
        where published.shard(at: path) == nil && !isLookedOutFrom(path) {
            watcher?.remove(path)
        }
        let added = wanted.subtracting(systemDirectories)
        systemDirectories = wanted
        await add(Array(added))
    }

    /// Adds directories on a thread that may wait for their file system.
    func add(_ paths: [String]) async {
        guard let watcher, !paths.isEmpty else { return }
        let failed = try? await threads.run { [log] in
            paths.filter { path in
                do throws(Errno) {
                    try watcher.add(path)
                    return false
                } catch {
                    // A directory that has disappeared is not reported here: the watch of its parent reports it.
                    if error != .noSuchFileOrDirectory {
                        log.warning(
                            "A font directory cannot be watched", metadata: ["path": "\(path)", "error": "\(error)"])
                    }
                    return true
                }
            }
        }
        for path in failed ?? [] { published.remove(path) }
    }

    private func note(_ report: DirectoryReport) {
        switch report {
        case .overflow:
            let now = ContinuousClock.now
            pending.noteTree(at: now)
            pending.noteSystem(at: now)
            pending.notePolicy(at: now)
            pending.noteProviders(at: now)
        case .changes(let changes):
            for change in changes {
                // Some provider watches are triggered only by a change of a file's times.
                noteProviders(change)
                if change.kinds != .attributes { note(change) }
            }
        }
        guard pending.due != nil, quietTask == nil else { return }
        work.begin(.changesByHand)
        quietTask = Task {
            await self.reportWhenDue()
            work.end(.changesByHand)
        }
    }

    private func note(_ change: DirectoryChange) {
        if let shard = published.shard(at: change.directory) {
            noteChange(of: shard, change)
        } else if change.directory == published.root {
            if change.isOfDirectoryItself {
                if change.endsWatch { forgetTree() }
                pending.noteTree(at: .now)
            } else if change.kinds.contains(.isDirectory) {
                Task { await watchTree() }
            } else {
                pending.noteTree(at: .now)
            }
        }
        if let lookout = published.lookout, lookout.concerns(change) {
            if lookout.isTreeGone(with: change) { forgetTree() }
            if change.endsWatch { published.lookout = nil }
            pending.noteTree(at: .now)
            // Watch at once: while the tree is being restored, each new file in it must extend the wait.
            Task { await watchTree() }
        }
        if systemDirectories.contains(change.directory) { pending.noteSystem(at: .now) }
        if policyLookouts.contains(where: { $0.concerns(change) }) {
            pending.notePolicy(at: .now)
            if change.endsWatch { policyLookouts = policyLookouts.filter { $0.directory != change.directory } }
            Task { await watchPolicy() }
        }
    }

    private func noteChange(of shard: Shard, _ change: DirectoryChange) {
        guard let entry = change.entry else {
            // If the shard itself was removed, the same path may be created again.
            if change.endsWatch { published.remove(shard) }
            pending.noteTree(at: .now)
            return
        }
        pending.note(entry, in: shard, at: .now)
    }

    private func reportWhenDue() async {
        while let due = pending.due {
            let wait = due - .now
            if wait > .zero {
                guard (try? await AlarmClock.shared.sleep(for: wait)) != nil else { return }
                continue
            }
            let changes = pending.take(at: .now)
            // Neither report delays the other one, or the next changes.
            if changes.isOfFonts { begin { await self.reportFonts(changes) } }
            if changes.isOfRules { begin { await self.reportRules(changes) } }
        }
        quietTask = nil
    }

    private func begin(_ report: @escaping @Sendable () async -> Void) {
        work.begin(.changesByHand)
        Task {
            await report()
            work.end(.changesByHand)
        }
    }

    private func reportFonts(_ changes: PendingChanges.Due) async {
        if let tree = changes.tree {
            // Watch before the report: a directory that was created again under the same name is not watched yet.
            if tree == .anything { await watchTree() }
            await onTreeChanged(tree)
        }
        if changes.isSystemChanged { await onSystemChanged() }
    }

    private func reportRules(_ changes: PendingChanges.Due) async {
        if changes.isPolicyChanged {
            // The list may have appeared together with its directory.
            await watchPolicy()
            await onPolicyChanged()
        }
        if changes.areProvidersChanged {
            await watchProviders()
            await onProvidersChanged()
        }
    }
}
