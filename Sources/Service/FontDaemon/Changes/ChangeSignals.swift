internal import BusInterface
internal import DBus
internal import FontLibrary
internal import FontModel
internal import FontService
internal import Logging
internal import ProgramRefresh
internal import Synchronization

/// Emits the signals of the daemon's names, and has programs asked that know no signal.
///
/// Changes are announced only while the daemon has its public name: the bus drops a signal whose sender does not own the name
/// that a program waits for.
actor ChangeSignals {
    /// What is told of when it changes, and by no other signal.
    struct Status: Equatable {
        var isReady: Bool
        /// Why the fonts cannot be changed from here; `nil` where they can.
        var refusal: FontError?
        var failure: FontError?
        var obstacles: FontLocations.Obstacles?
        var agents: Int
        var questions: Int
    }

    private let connections: DaemonConnections
    /// Tells programs that know no signal; `nil` where that is switched off.
    private let refresher: ProgramRefresher?
    private let log: Logger
    /// The generation that everybody has to be told of.
    private nonisolated let unannounced = Mutex<UInt64?>(nil)
    /// How often permissions have changed.
    private nonisolated let permissionChanges = Mutex(0)
    /// Whether signals are of the public name, by which everybody knows them.
    private(set) var ownsPublicName = false
    /// The state that was announced last, and how often permissions had changed by then.
    private var announcedState: (status: Status, permissionChanges: Int)?

    /// Tells nothing yet.
    init(on connections: DaemonConnections, refresher: ProgramRefresher?, log: Logger) {
        self.connections = connections
        self.refresher = refresher
        self.log = log
    }

    /// Takes note of a change, which ``announceLatest()`` tells of.
    nonisolated func note(_ generation: UInt64) { unannounced.withLock { $0 = max($0 ?? 0, generation) } }

    /// Takes note that permissions are others by now, which is a change of the state.
    nonisolated func notePermissions() { permissionChanges.withLock { $0 += 1 } }

    /// Takes note of whether the public name is there.
    func setOwnsPublicName(_ owns: Bool) { ownsPublicName = owns }

    /// Tells of the latest change that was noted.
    func announceLatest() async {
        if ownsPublicName { await emitLatest() }
    }

    /// Tells of what calls changed that were answered after the public name was given up, by taking it once more.
    ///
    /// Nobody else can have it: the next daemon waits for its turn. The calls that come meanwhile are answered.
    ///
    /// - Parameter limit: How long to wait for those calls.
    func announceLate(answeringWithin limit: Duration) async {
        let connection = connections.manager
        do throws(BusError) {
            // What is changed meanwhile is told of as well; a caller that never stops is left to the next daemon.
            for _ in 0..<3 where unannounced.withLock({ $0 != nil }) {
                try await connection.requestName(FontManager1Names.busName)
                await emitLatest()
                try await connection.releaseName(FontManager1Names.busName)
                await connections.answerCalls(within: limit)
            }
        } catch {
            log.debug("The last changes were not announced", metadata: ["error": "\(error)"])
        }
    }

    /// Ends telling programs.
    func stop() async { await refresher?.stop() }

    private func emitLatest() async {
        guard let latest = unannounced.withLock({ $0.take() }), await !announce(latest) else { return }
        // Told with the next one, or before this daemon leaves.
        note(latest)
    }

    /// Tells of a generation by the names that have a signal for it.
    ///
    /// - Returns: Whether that could be done.
    @discardableResult
    func announce(_ generation: UInt64) async -> Bool {
        do {
            // First, so that who keeps the property has its new value when the signal comes.
            try await connections.manager.emitPropertiesChanged(
                path: FontManager1Names.path, interface: FontManager1Names.interface,
                changed: ["Generation": BusVariant(generation)])
            try await connections.manager.emitFontsChanged(generation: generation)
            try await connections.portal.emitChanged(generation: generation)
            await refresher?.noteChange()
        } catch {
            log.warning("A change was not announced", metadata: ["error": "\(error)"])
            return false
        }
        return true
    }

    /// Tells how far judging registered fonts anew is.
    func announce(_ progress: RevalidationProgress) async {
        guard ownsPublicName else { return }
        do {
            try await connections.management.emitRevalidationProgress(
                done: UInt64(clamping: progress.done), total: UInt64(clamping: progress.total))
        } catch {
            log.debug("Progress was not announced", metadata: ["error": "\(error)"])
        }
    }

    /// Tells that collections are others by now.
    func announceCollections() async {
        guard ownsPublicName else { return }
        do {
            try await connections.management.emitCollectionsChanged()
        } catch {
            log.debug("A change of a collection was not announced", metadata: ["error": "\(error)"])
        }
    }

    /// Has the state announced once more: from now on other objects answer for it than those that were asked when it was
    /// announced last.
    func forgetState() { announcedState = nil }

    /// Tells that what `Status` says is another by now, unless it is the same as when that was told last.
    func announce(_ status: Status) async {
        let changes = permissionChanges.withLock { $0 }
        // The first time as well: a program may have asked before.
        if let announcedState, announcedState == (status, changes) { return }
        do {
            try await connections.management.emitStatusChanged()
            announcedState = (status, changes)
        } catch {
            log.debug("A change of the state was not announced", metadata: ["error": "\(error)"])
        }
    }
}
