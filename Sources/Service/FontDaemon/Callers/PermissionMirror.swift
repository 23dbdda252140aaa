internal import DBus
internal import EventLoop
internal import FontModel
internal import Logging
internal import Registry

/// Shows the user's decisions about rights in the desktop's permission store, if one runs.
///
/// Thus the desktop's settings list them together with the application's other permissions. The store is a mirror: the
/// registry decides. Whenever a store appears, even long after this service started, it is read, and any differences
/// that other programs or an earlier run of this service left there are corrected. Later changes by others stay until
/// the next time. The table is `typecase`, with the name of a right as id, and `yes` or `no` for each application.
/// Source: xdg-desktop-portal 1.16, data/org.freedesktop.impl.portal.PermissionStore.xml.
actor PermissionMirror {
    /// The bus name of the store, which is also its interface.
    static let storeName = "org.freedesktop.impl.portal.PermissionStore"
    /// The store's object.
    static let path: ObjectPath = "/org/freedesktop/impl/portal/PermissionStore"
    /// The table of the store.
    static let table = "typecase"
    /// The error of the store if it has no entry.
    private static let absenceName = "org.freedesktop.portal.Error.NotFound"

    private static let callTime = Duration.seconds(10)

    /// The position of an entry in the store.
    private struct Place: Hashable {
        let right: String
        /// In the store, this may be any id.
        let application: String
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private nonisolated let loop: EventLoop
    private let connection: BusConnection
    private let log: Logger
    /// The contents of the table; `nil` if it has not been read since the store appeared.
    private var shown: [Place: [String]]?
    /// The wanted contents of the table; `nil` until they are known.
    private var wanted: [Place: [String]]?
    /// The number of times that the store has appeared or disappeared.
    private var storeNumber = 0
    private var isShowing = false
    /// Whether there is work that a running update may have missed.
    private var isDue = false

    /// Creates a mirror that shows nothing yet.
    ///
    /// - Parameters:
    ///   - connection: The connection that calls the store.
    ///   - log: The log of failures.
    init(on connection: BusConnection, log: Logger) {
        loop = connection.loop
        self.connection = connection
        self.log = log
    }

    /// Shows the user's decisions about whole rights; the store has no place for decisions about single fonts.
    func show(_ grants: [GrantRecord]) async {
        wanted = Dictionary(
            grants.filter { $0.font == nil }.map { grant in
                let place = Place(right: grant.right.rawValue, application: grant.provider.rawValue)
                return (place, [grant.isAllowed ? "yes" : "no"])
            }
        ) { $1 }
        await synchronize()
    }

    /// Shows the permissions to each store that appears, until the connection ends or the task is cancelled.
    func follow() async {
        let changes: AsyncStream<NameOwnerChange>
        do throws(BusError) {
            changes = try await connection.ownerChanges(of: Self.storeName)
        } catch {
            log.notice(
                "A permission store that comes later will not be told of rights", metadata: ["error": "\(error)"])
            return
        }
        // A store may have appeared after the last check and before this began to listen.
        await synchronize()
        for await _ in changes {
            storeNumber += 1
            shown = nil
            await synchronize()
        }
    }

    /// Updates the store to the wanted contents, if there is a store.
    private func synchronize() async {
        isDue = true
        guard !isShowing else { return }
        isShowing = true
        defer { isShowing = false }
        while isDue {
            isDue = false
            // The store is not started for this.
            guard wanted != nil, (try? await connection.hasOwner(Self.storeName)) == true else { continue }
            do throws(BusError) {
                try await write()
            } catch {
                log.notice("The desktop's permission store was not told", metadata: ["error": "\(error.message)"])
            }
        }
    }

    private func write() async throws(BusError) {
        while let wanted {
            let number = storeNumber
            guard let shown else {
                let found = try await read()
                if number == storeNumber { self.shown = found }
                continue
            }
            let differing = Set(wanted.keys).union(shown.keys).first { wanted[$0] != shown[$0] }
            guard let place = differing else { return }
            try await write(wanted[place], at: place)
            if number == storeNumber { self.shown?[place] = wanted[place] }
        }
    }

    // MARK: The store

    /// Reads the contents of the table.
    private func read() async throws(BusError) -> [Place: [String]] {
        var found: [Place: [String]] = [:]
        for right in Right.allCases {
            let results = try await call("Lookup", [Self.table.busValue, right.rawValue.busValue])
            guard let permissions = results.first else { continue }
            for (application, values) in try [String: [String]](busValue: permissions) {
                found[Place(right: right.rawValue, application: application)] = values
            }
        }
        return found
    }

    private func write(_ values: [String]?, at place: Place) async throws(BusError) {
        let (right, application) = (place.right.busValue, place.application.busValue)
        if let values {
            _ = try await call(
                "SetPermission", [Self.table.busValue, true.busValue, right, application, values.busValue])
        } else {
            _ = try await call("DeletePermission", [Self.table.busValue, right, application])
        }
    }

    /// Calls the store; the result is empty if the store has no entry.
    private func call(_ member: String, _ arguments: [BusValue]) async throws(BusError) -> [BusValue] {
        do throws(BusError) {
            return try await connection.call(
                destination: Self.storeName, path: Self.path, interface: Self.storeName, member: member,
                arguments: arguments, timeout: Self.callTime)
        } catch  where error.name == Self.absenceName {
            return []
        }
    }
}
