internal import BusInterface
internal import DBus
internal import DynamicType
internal import EventLoop
internal import FontModel
internal import FontService
internal import Logging

/// The programs that have asked how large text is, and are told when that changes for as long as they are on the bus.
///
/// The desktop changes the size of text without calling the service, which is why it stays for them. It lives on the
/// loop of the bus.
actor TextSizeFollowers {
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// By which of the daemon's names somebody has asked, where they are told as well.
    enum Way: Sendable, Hashable { case service, portal, management }

    /// A program may ask by more than one name, and listens to each by itself.
    private struct Key: Hashable {
        let sender: String
        let way: Way
    }

    private struct Follower {
        /// Whose category it is told; no single one where it manages them.
        let application: ProviderIdentifier?
        /// What it knows.
        var category: ContentSizeCategory
    }

    private nonisolated let loop: EventLoop
    private let connections: DaemonConnections
    private let service: TextSizeService
    private let monitor: TextScaleMonitor
    private let publication: TextSizePublication
    private let work: WorkInProgress
    private let log: Logger
    private var followers: [Key: Follower] = [:]
    private var hasManagers: Bool { followers.keys.contains { $0.way == .management } }

    /// Starts with nobody.
    ///
    /// - Parameters:
    ///   - connections: Those that programs call, sandboxed ones, and whoever manages them.
    ///   - service: Who knows what the user wants.
    ///   - monitor: Who knows what the desktop makes of text.
    ///   - publication: Where it is noted for programs that start.
    ///   - work: Where it is noted that somebody is to be told.
    ///   - log: Where failures are reported.
    init(
        on connections: DaemonConnections, service: TextSizeService, monitor: TextScaleMonitor,
        publication: TextSizePublication, work: WorkInProgress, log: Logger
    ) {
        loop = connections.manager.loop
        self.connections = connections
        self.service = service
        self.monitor = monitor
        self.publication = publication
        self.work = work
        self.log = log
    }

    /// How large text is in a caller's program; the caller is told of changes from now on.
    ///
    /// - Parameters:
    ///   - sender: The unique name of the caller.
    ///   - way: By which name it has asked.
    ///   - callers: Who knows who that is, and when it leaves the bus.
    /// - Returns: The category and where it is from.
    /// - Throws: `AccessDenied` where it is not known who calls.
    func textSize(
        for sender: String, by way: Way, knownTo callers: CallerDirectory
    ) async throws(BusError) -> TextSize {
        let application = try await callers.identity(of: sender).provider
        let key = Key(sender: sender, way: way)
        await follow(key, application, callers)
        // In the same turn as what it is told is kept, so that no change falls between.
        let size = service.textSize(of: application)
        followers[key]?.category = size.category
        return size
    }

    /// Tells a caller of the management interface of changes from now on, once it is known what there is to tell.
    ///
    /// - Parameters:
    ///   - sender: The unique name of the caller.
    ///   - callers: Who knows when it leaves the bus.
    func manage(_ sender: String, knownTo callers: CallerDirectory) async {
        await follow(Key(sender: sender, way: .management), nil, callers)
    }

    private func follow(_ key: Key, _ application: ProviderIdentifier?, _ callers: CallerDirectory) async {
        await monitor.begin()
        publication.begin(service)
        guard followers[key] == nil else { return }
        followers[key] = Follower(application: application, category: service.textSize(of: application).category)
        work.begin(.textSizes)
        if await !callers.whenGone(key.sender, { await self.remove(key) }) { remove(key) }
    }

    private func remove(_ key: Key) {
        if followers.removeValue(forKey: key) != nil { work.end(.textSizes) }
    }

    /// Forgets everybody, as when the service ends.
    func removeAll() { for key in Array(followers.keys) { remove(key) } }

    /// Tells everybody whose category is another than they know.
    func announce() async {
        for (key, follower) in followers where key.way != .management {
            let category = service.textSize(of: follower.application).category
            guard category != follower.category else { continue }
            followers[key]?.category = category
            await announcing { () throws(BusError) in
                // The property first, so that who keeps it has its new value when the signal comes.
                if key.way == .portal {
                    try await connections.portal.emitPropertiesChanged(
                        path: TypecasePortalNames.path, interface: DynamicType1Names.interface,
                        changed: ["Category": BusVariant(category.rawValue)], destination: key.sender)
                    try await connections.portal.emitCategoryChanged(
                        throughPortalTo: key.sender, category: category.rawValue)
                } else {
                    try await connections.manager.emitPropertiesChanged(
                        path: DynamicType1Names.path, interface: DynamicType1Names.interface,
                        changed: ["Category": BusVariant(category.rawValue)], destination: key.sender)
                    try await connections.manager.emitCategoryChanged(to: key.sender, category: category.rawValue)
                }
            }
        }
        guard hasManagers else { return }
        await announcing { () throws(BusError) in try await connections.management.emitTextSizesChanged() }
    }

    /// Tells somebody; who cannot be told keeps nobody else from it, as each name has a connection of its own.
    private func announcing(_ tell: () async throws(BusError) -> Void) async {
        do throws(BusError) {
            try await tell()
        } catch {
            log.warning("A change of the text size was not announced", metadata: ["error": "\(error)"])
        }
    }
}
