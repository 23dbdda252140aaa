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

    private struct Follower {
        /// Whose category it is told; no single one where it manages them.
        let application: ProviderIdentifier?
        let isManager: Bool
        /// What it knows.
        var category: ContentSizeCategory
    }

    private nonisolated let loop: EventLoop
    private let connection: BusConnection
    private let management: BusConnection
    private let service: TextSizeService
    private let monitor: TextScaleMonitor
    private let work: WorkInProgress
    private let log: Logger
    private var followers: [String: Follower] = [:]
    private var hasManagers: Bool { followers.values.contains(where: \.isManager) }

    /// Starts with nobody.
    ///
    /// - Parameters:
    ///   - connection: The one that programs call.
    ///   - management: The one that whoever manages them calls.
    ///   - service: Who knows what the user wants.
    ///   - monitor: Who knows what the desktop makes of text.
    ///   - work: Where it is noted that somebody is to be told.
    ///   - log: Where failures are reported.
    init(
        on connection: BusConnection, management: BusConnection, service: TextSizeService, monitor: TextScaleMonitor,
        work: WorkInProgress, log: Logger
    ) {
        loop = connection.loop
        self.connection = connection
        self.management = management
        self.service = service
        self.monitor = monitor
        self.work = work
        self.log = log
    }

    /// How large text is in a caller's program; the caller is told of changes from now on.
    ///
    /// - Parameters:
    ///   - sender: The unique name of the caller.
    ///   - callers: Who knows who that is, and when it leaves the bus.
    /// - Returns: The category and where it is from.
    /// - Throws: `AccessDenied` where it is not known who calls.
    func textSize(for sender: String, knownTo callers: CallerDirectory) async throws(BusError) -> TextSize {
        let application = try await callers.identity(of: sender).provider
        await follow(sender, application, isManager: false, callers)
        // In the same turn as what it is told is kept, so that no change falls between.
        let size = service.textSize(of: application)
        followers[sender]?.category = size.category
        return size
    }

    /// Tells a caller of the management interface of changes from now on, once it is known what there is to tell.
    ///
    /// - Parameters:
    ///   - sender: The unique name of the caller.
    ///   - callers: Who knows when it leaves the bus.
    func manage(_ sender: String, knownTo callers: CallerDirectory) async {
        await follow(sender, nil, isManager: true, callers)
    }

    private func follow(
        _ sender: String, _ application: ProviderIdentifier?, isManager: Bool, _ callers: CallerDirectory
    ) async {
        await monitor.begin()
        guard followers[sender] == nil else { return }
        followers[sender] = Follower(
            application: application, isManager: isManager, category: service.textSize(of: application).category)
        work.begin(.textSizes)
        if await !callers.whenGone(sender, { await self.remove(sender) }) { remove(sender) }
    }

    private func remove(_ sender: String) {
        if followers.removeValue(forKey: sender) != nil { work.end(.textSizes) }
    }

    /// Forgets everybody, as when the service ends.
    func removeAll() { for sender in Array(followers.keys) { remove(sender) } }

    /// Tells everybody whose category is another than they know.
    func announce() async {
        do throws(BusError) {
            for (sender, follower) in followers where !follower.isManager {
                let category = service.textSize(of: follower.application).category
                guard category != follower.category else { continue }
                followers[sender]?.category = category
                try await connection.emitCategoryChanged(to: sender, category: category.rawValue)
            }
            if hasManagers {
                try await management.emitTextSizesChanged()
            }
        } catch {
            log.warning("A change of the text size was not announced", metadata: ["error": "\(error)"])
        }
    }
}
