internal import AlternateIcons
internal import BusInterface
internal import DBus
internal import EventLoop
internal import FontModel
internal import FontService
internal import Logging

/// The programs that have asked for the name of their icon.
///
/// They are notified when it changes, for as long as they are on the bus. The actor runs on the event loop of the bus.
actor IconFollowers {
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// The name of the daemon through which a program has asked, and through which it is notified.
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

    /// Creates an empty list of programs.
    init(on connections: DaemonConnections, work: WorkInProgress, log: Logger) {
        loop = connections.manager.loop
        self.connections = connections
        self.work = work
        self.log = log
    }

    /// Notifies a caller of changes from now on.
    ///
    /// - Parameters:
    ///   - sender: The unique name of the caller.
    ///   - way: The name through which it has asked.
    ///   - application: The application of the caller.
    ///   - callers: The directory that reports when the caller leaves the bus.
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

    /// Removes all programs, for example when the service ends.
    func removeAll() { for key in Array(followers.keys) { remove(key) } }

    /// Notifies the affected programs and the desktop of a change.
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
        // KDE programs cache icons until a signal reports that they have changed. Source: KIconThemes,
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
