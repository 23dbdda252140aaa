internal import DBus
internal import EventLoop
internal import FontModel
internal import Logging
internal import Registry

/// Shows what the user said of rights in the desktop's permission store, where one runs, so that the desktop's settings
/// list it with all else that an application may do.
///
/// It is a mirror: what decides is the registry. Whenever a store comes, also long after this service, it is read and what
/// others have changed there, or this service has left there before, is put right; what others change later stays until
/// the next time. The table is `typecase`, with the name of a right as id, and `yes` or `no` for each application.
/// Source: xdg-desktop-portal 1.16, data/org.freedesktop.impl.portal.PermissionStore.xml.
actor PermissionMirror {
    /// The bus name of the store, and its interface.
    static let storeName = "org.freedesktop.impl.portal.PermissionStore"
    /// The store's object.
    static let path: ObjectPath = "/org/freedesktop/impl/portal/PermissionStore"
    /// The table of the store.
    static let table = "typecase"
    /// What the store answers where it has nothing of what it is asked for.
    private static let absenceName = "org.freedesktop.portal.Error.NotFound"

    private static let callTime = Duration.seconds(10)

    /// Of what the store says something.
    private struct Place: Hashable {
        let right: String
        /// In the store it may be the id of anything.
        let application: String
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private nonisolated let loop: EventLoop
    private let connection: BusConnection
    private let log: Logger
    /// What is in the table; `nil` where it has not been read since the store came.
    private var shown: [Place: [String]]?
    /// What is to be there; `nil` before that is known.
    private var wanted: [Place: [String]]?
    /// How many stores have come and gone.
    private var storeNumber = 0
    private var isShowing = false
    /// Whether there is something to do that those who are at it may have missed.
    private var isDue = false

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
            grants.filter { $0.font == nil }.map { grant in
                let place = Place(right: grant.right.rawValue, application: grant.provider.rawValue)
                return (place, [grant.isAllowed ? "yes" : "no"])
            }
        ) { $1 }
        await synchronize()
    }

    /// Shows it to each store that comes, until the connection ends or the task is cancelled.
    func follow() async {
        let changes: AsyncStream<NameOwnerChange>
        do throws(BusError) {
            changes = try await connection.ownerChanges(of: Self.storeName)
        } catch {
            log.notice(
                "A permission store that comes later will not be told of rights", metadata: ["error": "\(error)"])
            return
        }
        // One may have come since somebody looked, and before this listened.
        await synchronize()
        for await _ in changes {
            storeNumber += 1
            shown = nil
            await synchronize()
        }
    }

    /// Brings the store to what is wanted, where there is one.
    private func synchronize() async {
        isDue = true
        guard !isShowing else { return }
        isShowing = true
        defer { isShowing = false }
        while isDue {
            isDue = false
            // Nobody starts the store for this.
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

    /// What is in the table.
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

    /// Calls the store; nothing comes back where it has nothing of what it is asked for.
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
