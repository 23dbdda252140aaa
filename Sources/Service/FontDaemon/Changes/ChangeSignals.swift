internal import BusInterface
internal import DBus
internal import FontLibrary
internal import FontModel
internal import FontService
internal import Logging
internal import ProgramRefresh
internal import Synchronization

/// Emits the signals of the daemon's names, and notifies programs that do not use signals.
///
/// Changes are announced only while the daemon owns its public name: the bus drops a signal if its sender does not own
/// the name for which a program waits.
actor ChangeSignals {
    /// The state whose changes are announced by the status signal alone.
    struct Status: Equatable {
        var isReady: Bool
        /// Why the fonts cannot be changed by this service; `nil` if they can.
        var refusal: FontError?
        var failure: FontError?
        var obstacles: FontLocations.Obstacles?
        var agents: Int
        var questions: Int
    }

    private let connections: DaemonConnections
    /// Notifies programs that do not use signals; `nil` if this is disabled.
    private let refresher: ProgramRefresher?
    private let log: Logger
    /// The generation that must still be announced; `nil` if there is none.
    private nonisolated let unannounced = Mutex<UInt64?>(nil)
    /// The number of changes of permissions.
    private nonisolated let permissionChanges = Mutex(0)
    /// Whether the daemon owns the public name, by which programs identify its signals.
    private(set) var ownsPublicName = false
    /// The state that was announced last, and the number of permission changes at that time.
    private var announcedState: (status: Status, permissionChanges: Int)?

    /// Creates the object without announcing anything.
    init(on connections: DaemonConnections, refresher: ProgramRefresher?, log: Logger) {
        self.connections = connections
        self.refresher = refresher
        self.log = log
    }

    /// Records a change, which ``announceLatest()`` announces.
    nonisolated func note(_ generation: UInt64) { unannounced.withLock { $0 = max($0 ?? 0, generation) } }

    /// Records a change of permissions, which is a change of the status.
    nonisolated func notePermissions() { permissionChanges.withLock { $0 += 1 } }

    /// Records whether the daemon owns the public name.
    func setOwnsPublicName(_ owns: Bool) { ownsPublicName = owns }

    /// Announces the latest recorded change.
    func announceLatest() async {
        if ownsPublicName { await emitLatest() }
    }

    /// Announces the changes of calls that were answered after the public name was released, by taking the name again.
    ///
    /// No other process can have the name, because the next daemon waits for its turn. Calls that arrive in the
    /// meantime are answered.
    ///
    /// - Parameter limit: How long to wait for those calls.
    func announceLate(answeringWithin limit: Duration) async {
        let connection = connections.manager
        do throws(BusError) {
            // Changes made in the meantime are announced as well; a caller that never stops is left to the next daemon.
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

    /// Stops notifying programs.
    func stop() async { await refresher?.stop() }

    private func emitLatest() async {
        guard let latest = unannounced.withLock({ $0.take() }), await !announce(latest) else { return }
        // The change is announced with the next one, or before this daemon exits.
        note(latest)
    }

    /// Announces a generation through each name that has a signal for it.
    ///
    /// - Returns: Whether it was announced.
    @discardableResult
    func announce(_ generation: UInt64) async -> Bool {
        do {
            // The property comes first, so that programs that cache it have the new value when the signal arrives.
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

    /// Announces the progress of validating registered fonts again.
    func announce(_ progress: RevalidationProgress) async {
        guard ownsPublicName else { return }
        do {
            try await connections.management.emitRevalidationProgress(
                done: UInt64(clamping: progress.done), total: UInt64(clamping: progress.total))
        } catch {
            log.debug("Progress was not announced", metadata: ["error": "\(error)"])
        }
    }

    /// Announces that collections have changed.
    func announceCollections() async {
        guard ownsPublicName else { return }
        do {
            try await connections.management.emitCollectionsChanged()
        } catch {
            log.debug("A change of a collection was not announced", metadata: ["error": "\(error)"])
        }
    }

    /// Makes the next call announce the status again, because other objects provide it from now on.
    func forgetState() { announcedState = nil }

    /// Announces that the result of `Status` has changed, unless it equals the last announced one.
    func announce(_ status: Status) async {
        let changes = permissionChanges.withLock { $0 }
        // The first status is announced too, because a program may have asked before.
        if let announcedState, announcedState == (status, changes) { return }
        do {
            try await connections.management.emitStatusChanged()
            announcedState = (status, changes)
        } catch {
            log.debug("A change of the state was not announced", metadata: ["error": "\(error)"])
        }
    }
}
