internal import AlternateIcons
internal import BusInterface
internal import DBus
internal import EventLoop
internal import FontModel
internal import FontService
internal import Logging

/// The programs that have asked for the name of their icon, and are told when it changes for as long as they are on the
/// bus.
///
/// It lives on the loop of the bus.
actor IconFollowers {
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// By which of the daemon's names somebody has asked, where they are told as well.
    enum Way: Sendable, Hashable { case service, portal }

    private struct Key: Hashable {
        let sender: String
        let way: Way
    }

    private nonisolated let loop: EventLoop
    private let connections: DaemonConnections
    private let work: WorkInProgress
    private let log: Logger
    private var followers: [Key: ProviderIdentifier] = [:]

    /// Starts with nobody.
    init(on connections: DaemonConnections, work: WorkInProgress, log: Logger) {
        loop = connections.manager.loop
        self.connections = connections
        self.work = work
        self.log = log
    }

    /// Tells a caller of changes from now on.
    ///
    /// - Parameters:
    ///   - sender: The unique name of the caller.
    ///   - way: By which name it has asked.
    ///   - application: Who it is.
    ///   - callers: Who knows when it leaves the bus.
    func follow(
        _ sender: String, by way: Way, _ application: ProviderIdentifier, _ callers: CallerDirectory
    ) async {
        let key = Key(sender: sender, way: way)
        guard followers.updateValue(application, forKey: key) == nil else { return }
        // The user can change an icon without the program.
        work.begin(.icons)
        if await !callers.whenGone(sender, { await self.remove(key) }) { remove(key) }
    }

    private func remove(_ key: Key) {
        if followers.removeValue(forKey: key) != nil { work.end(.icons) }
    }

    /// Forgets everybody, as when the service ends.
    func removeAll() { for key in Array(followers.keys) { remove(key) } }

    /// Tells whom it concerns, and the desktop.
    func announce(_ change: AlternateIconService.Change) async {
        for (key, application) in followers where application == change.application {
            await announcing { () throws(BusError) in
                if key.way == .portal {
                    try await connections.portal.emitAlternateIconNameChanged(
                        throughPortalTo: key.sender, name: change.name)
                } else {
                    try await connections.manager.emitAlternateIconNameChanged(to: key.sender, name: change.name)
                }
            }
        }
        // Programs of KDE keep what they know of icons until somebody says that they have changed. Source: KIconThemes,
        // KIconLoader::emitChange, with the group KIconLoader::Desktop.
        await announcing { () throws(BusError) in
            try await connections.manager.emit(
                signal: "iconChanged", interface: "org.kde.KIconLoader", path: "/KIconLoader",
                arguments: [Int32(0).busValue])
        }
    }

    private func announcing(_ tell: () async throws(BusError) -> Void) async {
        do throws(BusError) {
            try await tell()
        } catch {
            log.warning("A change of an icon was not announced", metadata: ["error": "\(error)"])
        }
    }
}
