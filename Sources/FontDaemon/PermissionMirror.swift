internal import DBus
internal import EventLoop
internal import FontModel
internal import Logging
internal import Registry

/// Shows what the user said of rights in the desktop's permission store, where one runs, so that the desktop's settings
/// list it with all else that an application may do.
///
/// It is a mirror: what decides is the registry. The table is `typecase`, with the name of a right as id, and `yes` or
/// `no` for each application. Source: xdg-desktop-portal 1.16,
/// data/org.freedesktop.impl.portal.PermissionStore.xml.
actor PermissionMirror {
    /// The bus name of the store, and its interface.
    static let storeName = "org.freedesktop.impl.portal.PermissionStore"
    /// The store's object.
    static let path: ObjectPath = "/org/freedesktop/impl/portal/PermissionStore"
    /// The table of the store.
    static let table = "typecase"

    private static let callTime = Duration.seconds(10)

    private struct Place: Hashable {
        let right: Right
        let provider: ProviderIdentifier
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private nonisolated let loop: EventLoop
    private let connection: BusConnection
    private let log: Logger
    /// What is in the store as far as this daemon has put it there.
    private var shown: [Place: Bool] = [:]
    /// What is to be there.
    private var wanted: [Place: Bool] = [:]
    private var isShowing = false

    /// Creates a mirror that shows nothing yet.
    ///
    /// - Parameters:
    ///   - connection: Where the store is called from.
    ///   - log: Where failures are reported.
    init(on connection: BusConnection, log: Logger) {
        loop = connection.loop
        self.connection = connection
        self.log = log
    }

    /// Shows what the user said; what was said of single fonts has no place in the store.
    func show(_ grants: [GrantRecord]) async {
        wanted = Dictionary(
            grants.filter { $0.font == nil }.map { (Place(right: $0.right, provider: $0.provider), $0.isAllowed) }
        ) { $1 }
        guard !isShowing else { return }
        isShowing = true
        defer { isShowing = false }
        // Nobody starts the store for this.
        guard (try? await connection.hasOwner(Self.storeName)) == true else { return }
        while let place = Set(wanted.keys).union(shown.keys).first(where: { wanted[$0] != shown[$0] }) {
            let isAllowed = wanted[place]
            do throws(BusError) {
                try await write(isAllowed, at: place)
            } catch {
                log.notice("The desktop's permission store was not told", metadata: ["error": "\(error.message)"])
                return
            }
            shown[place] = isAllowed
        }
    }

    private func write(_ isAllowed: Bool?, at place: Place) async throws(BusError) {
        let (right, provider) = (place.right.rawValue.busValue, place.provider.rawValue.busValue)
        let arguments: [BusValue] =
            if let isAllowed {
                [Self.table.busValue, true.busValue, right, provider, [isAllowed ? "yes" : "no"].busValue]
            } else {
                [Self.table.busValue, right, provider]
            }
        _ = try await connection.call(
            destination: Self.storeName, path: Self.path, interface: Self.storeName,
            member: isAllowed == nil ? "DeletePermission" : "SetPermission", arguments: arguments,
            timeout: Self.callTime)
    }
}
