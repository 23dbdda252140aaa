internal import BusInterface
internal import DBus
internal import DynamicType
internal import EventLoop
internal import FontModel
internal import FontService
internal import Logging

/// The programs that have asked for the text size.
///
/// They are notified when it changes, for as long as they are on the bus. The desktop changes the text size without
/// calling the service, so the service keeps running for them. The actor runs on the event loop of the bus.
actor TextSizeFollowers {
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// The name of the daemon through which a program has asked, and through which it is notified.
    enum Way: Sendable, Hashable { case service, portal, management }

    /// A program may ask through more than one name, and listens to each separately.
    private struct Key: Hashable {
        let sender: String
        let way: Way
    }

    private struct Follower {
        /// The application whose category it follows; `nil` for a program that manages all of them.
        let application: ProviderIdentifier?
        /// The last category that it received.
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

    /// Creates an empty list of programs.
    ///
    /// - Parameters:
    ///   - connections: The connections for programs, for sandboxed programs, and for management.
    ///   - service: Determines the user's text size.
    ///   - monitor: Determines the desktop's text scale.
    ///   - publication: The published note for programs that start.
    ///   - work: The record of activity, which includes programs to notify.
    ///   - log: The log of failures.
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

    /// Returns the text size for a caller, and notifies it of changes from now on.
    ///
    /// - Parameters:
    ///   - sender: The unique name of the caller.
    ///   - way: The name through which it has asked.
    ///   - callers: The directory that identifies the caller and reports when it leaves the bus.
    /// - Returns: The category and its source.
    /// - Throws: `AccessDenied` if the caller cannot be identified.
    func textSize(
        for sender: String, by way: Way, knownTo callers: CallerDirectory
    ) async throws(BusError) -> TextSize {
        let application = try await callers.identity(of: sender).provider
        let key = Key(sender: sender, way: way)
        await follow(key, application, callers)
        // Recorded in the same turn as it is returned, so that no change is missed.
        let size = service.textSize(of: application)
        followers[key]?.category = size.category
        return size
    }

    /// Notifies a caller of the management interface of changes, once the desktop's text scale is known.
    ///
    /// - Parameters:
    ///   - sender: The unique name of the caller.
    ///   - callers: The directory that reports when it leaves the bus.
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

    /// Removes all programs, for example when the service ends.
    func removeAll() { for key in Array(followers.keys) { remove(key) } }

    /// Notifies all programs whose category has changed.
    func announce() async {
        for (key, follower) in followers where key.way != .management {
            let category = service.textSize(of: follower.application).category
            guard category != follower.category else { continue }
            followers[key]?.category = category
            await announcing { () throws(BusError) in
                // The property comes first, so that programs that cache it have the new value when the signal arrives.
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

    /// Sends an announcement, and logs an error.
    ///
    /// An error does not affect other programs, because each name has its own connection.
    private func announcing(_ tell: () async throws(BusError) -> Void) async {
        do throws(BusError) {
            try await tell()
        } catch {
            log.warning("A change of the text size was not announced", metadata: ["error": "\(error)"])
        }
    }
}
