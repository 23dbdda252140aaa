internal import BusInterface
internal import DBus
internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import FontService
internal import Logging
internal import ProgramRefresh
internal import Registry
internal import Synchronization
internal import Systemd

extension TypecaseDaemon {
    /// Tells everybody of the latest change.
    ///
    /// Before the public name is there nothing is told, and after it is given up: the bus takes no notice of a signal
    /// whose sender does not own the name that a program waits for.
    func announceChanges() async {
        // The first font makes the directories.
        await serving?.watch?.watchNewTree()
        await serving?.statusLine?.noteChange()
        if connected?.ownsPublicName == true { await emitLatestChange() }
    }

    /// Has the service manager show how the fonts are doing, where there is one.
    func showStatus(of services: DaemonServices) {
        guard notifier.isSupervised else { return }
        serving?.statusLine = StatusLine(on: loop, notifier: notifier, work: work) { [queries = services.queries] in
            // The line is a courtesy: why the registry cannot be read is told to whoever asks for something.
            try? await queries.summary()
        }
    }

    /// Has programs asked to look at the fonts again from now on, unless that is switched off.
    ///
    /// - Parameters:
    ///   - connection: The connection that they are asked over.
    ///   - isUntold: Whether there has been a change that they were not told of.
    func refreshPrograms(over connection: BusConnection, isUntold: Bool) async {
        guard configuration.environment["TYPECASE_ADAPTERS"] != "off" else { return }
        serving?.refresher = ProgramRefresher(
            on: loop, over: connection, threads: threads,
            files: RefresherFiles(environment: configuration.environment), log: log)
        if isUntold { await serving?.refresher?.noteChange() }
    }

    /// Tells of what calls changed that were answered after the public name was given up, by taking it once more.
    ///
    /// Nobody else can have it: the next daemon waits for its turn. The calls that come meanwhile are answered.
    func announceLateChanges() async {
        guard let connection = connected?.connections.manager else { return }
        do throws(BusError) {
            // What is changed meanwhile is told of as well; a caller that never stops is left to the next daemon.
            for _ in 0..<3 where unannounced.withLock({ $0 != nil }) {
                try await connection.requestName(FontManager1Names.busName)
                await emitLatestChange()
                try await connection.releaseName(FontManager1Names.busName)
                await answerCalls(within: Self.failureTime)
            }
        } catch {
            log.debug("The last changes were not announced", metadata: ["error": "\(error)"])
        }
    }

    /// Tells how far judging registered fonts anew is.
    func announce(_ progress: RevalidationProgress) async {
        guard let connected, connected.ownsPublicName else { return }
        do {
            try await connected.connections.management.emitRevalidationProgress(
                done: UInt64(clamping: progress.done), total: UInt64(clamping: progress.total))
        } catch {
            log.debug("Progress was not announced", metadata: ["error": "\(error)"])
        }
    }

    /// Tells that collections are others by now.
    func announceCollections() async {
        guard let connected, connected.ownsPublicName else { return }
        do {
            try await connected.connections.management.emitCollectionsChanged()
        } catch {
            log.debug("A change of a collection was not announced", metadata: ["error": "\(error)"])
        }
    }

    private func emitLatestChange() async {
        guard let latest = unannounced.withLock({ $0.take() }), await !announce(latest) else { return }
        // Told with the next one, or before this daemon leaves.
        unannounced.withLock { $0 = max($0 ?? 0, latest) }
    }

    /// Tells of a generation by the names that have a signal for it.
    ///
    /// - Returns: Whether that could be done.
    @discardableResult
    func announce(_ generation: UInt64) async -> Bool {
        guard let connections = connected?.connections else { return false }
        do {
            // First, so that who keeps the property has its new value when the signal comes.
            try await connections.manager.emitPropertiesChanged(
                path: FontManager1Names.path, interface: FontManager1Names.interface,
                changed: ["Generation": BusVariant(generation)])
            try await connections.manager.emitFontsChanged(generation: generation)
            try await connections.portal.emitChanged(generation: generation)
            await serving?.refresher?.noteChange()
        } catch {
            log.warning("A change was not announced", metadata: ["error": "\(error)"])
            return false
        }
        return true
    }

    /// Tells that what `Status` says is another by now, unless it is the same as when that was told last.
    ///
    /// Only one at a time: what one has found could be older than what another told.
    func announceStatus() async {
        guard let connected, connected.ownsPublicName, let services else { return }
        let status = AnnouncedStatus(
            isReady: await services.keeper.isReady, failure: await services.keeper.lastFailure,
            obstacles: try? await threads.run { [tree = services.home.tree] in tree.locations.obstacles() },
            agents: await connected.agents.count, questions: await services.consent.questionCount,
            grants: (try? await services.rights.decisions.grants()) ?? [])
        // The first time as well: somebody may have asked before.
        guard status != self.connected?.announcedStatus else { return }
        do {
            try await connected.connections.management.emitStatusChanged()
            self.connected?.announcedStatus = status
        } catch {
            log.debug("A change of the state was not announced", metadata: ["error": "\(error)"])
        }
    }

    /// What is told of when it changes, and by no other signal.
    struct AnnouncedStatus: Equatable {
        var isReady: Bool
        var failure: FontError?
        var obstacles: FontLocations.Obstacles?
        var agents: Int
        var questions: Int
        var grants: [GrantRecord]
    }
}
