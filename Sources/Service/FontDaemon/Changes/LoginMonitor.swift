internal import DBus
internal import EventLoop
internal import FontService
internal import Glibc
internal import LinuxSystem
internal import Logging

/// Reads the user's login sessions from logind, and reports when one begins or ends.
///
/// It uses only the documented interfaces: `org.freedesktop.login1(5)` and `org.freedesktop.systemd1(5)`. If logind
/// does not run, only the session bus distinguishes one session from another.
actor LoginMonitor {
    /// The timeout for calls to logind and the service manager.
    private static let timeout = Duration.seconds(5)
    /// The most sessions of the user that are queried.
    private static let maximumSessions = 256

    /// The first and the longest delay between attempts to reconnect to the system bus.
    private static let firstPause = Duration.milliseconds(500)
    private static let longestPause = Duration.seconds(60)

    private enum Login {
        static let name = "org.freedesktop.login1"
        static let path: ObjectPath = "/org/freedesktop/login1"
        static let manager = "org.freedesktop.login1.Manager"
        static let session = "org.freedesktop.login1.Session"
    }

    private enum ServiceManager {
        static let name = "org.freedesktop.systemd1"
        static let path: ObjectPath = "/org/freedesktop/systemd1"
        static let interface = "org.freedesktop.systemd1.Manager"
    }

    private static let properties = "org.freedesktop.DBus.Properties"

    private let loop: EventLoop
    private let systemBus: BusAddress
    private let sessionBus: BusConnection
    private let sessionAddress: String?
    private let log: Logger
    private let boot = Machine.current().bootIdentifier
    private var connection: BusConnection?
    /// The cached identifier of the session bus, which never changes.
    private var busIdentifier: String?
    private var isStopped = false

    /// Creates a monitor that makes no calls yet.
    ///
    /// - Parameters:
    ///   - loop: The event loop of the connection to the system bus.
    ///   - systemBus: The bus that logind is on.
    ///   - sessionBus: A connection to the session bus.
    ///   - sessionAddress: The address of that bus.
    ///   - log: The log of failures.
    init(loop: EventLoop, systemBus: BusAddress, sessionBus: BusConnection, at sessionAddress: BusAddress, log: Logger)
    {
        self.loop = loop
        self.systemBus = systemBus
        self.sessionBus = sessionBus
        self.sessionAddress = try? sessionAddress.resolved()
        self.log = log
    }

    /// Collects the current evidence of the user's login sessions.
    ///
    /// - Parameter earlier: The evidence from the previous call.
    /// - Returns: The evidence, including earlier buses that still exist.
    func evidence(after earlier: SessionEvidence?) async -> SessionEvidence {
        if busIdentifier == nil { busIdentifier = try? await sessionBus.busIdentifier() }
        let manager = await managerStart()
        let logins = await logins()
        var buses: Set<SessionBus> = []
        if let busIdentifier, await !sessionBus.isClosed {
            buses.insert(SessionBus(busIdentifier, address: sessionAddress))
        }
        if let earlier { buses.formUnion(await otherBuses(of: earlier, than: buses.first)) }
        return SessionEvidence(boot: boot, manager: manager, buses: buses, logins: logins)
    }

    /// The buses of earlier evidence that still exist, except one; empty if logind reported the session.
    private func otherBuses(of earlier: SessionEvidence, than own: SessionBus?) async -> Set<SessionBus> {
        guard earlier.boot == boot, earlier.logins == nil else { return [] }
        var found: Set<SessionBus> = []
        for bus in earlier.buses where bus.identifier != own?.identifier {
            // At the address of our own bus, there cannot be another one.
            guard let address = bus.address, address != own?.address else { continue }
            if await isThere(bus, at: address) { found.insert(bus) }
        }
        return found
    }

    /// Whether a bus still exists; `false` only if it certainly does not.
    private func isThere(_ bus: SessionBus, at address: String) async -> Bool {
        let connection: BusConnection
        do throws(BusError) {
            connection = try await BusConnection.open(.address(address), on: loop)
        } catch {
            return !Self.meansNoBus(error)
        }
        let identifier: String?
        do throws(BusError) {
            identifier = try await connection.busIdentifier()
        } catch {
            identifier = Self.meansNoBus(error) ? nil : bus.identifier
        }
        await connection.close()
        return identifier == bus.identifier
    }

    /// Whether an error means that no bus listens; no other error, such as that the bus is too busy, proves its end.
    private static func meansNoBus(_ error: BusError) -> Bool {
        error.code == .noServer || error.code == .disconnected
            // The error of libdbus if the socket does not exist.
            || error.name == "org.freedesktop.DBus.Error.FileNotFound"
    }

    /// Calls a function after each login and logout of any user, and when logind is reachable again.
    ///
    /// The latter means that the system bus was gone and is back. This returns if there is no system bus, the monitor
    /// is stopped, or the task is cancelled.
    func watch(_ onChange: @escaping @Sendable () async -> Void) async {
        guard var connection = await connect() else { return }
        while true {
            do throws(BusError) {
                try await tell(of: connection, onChange)
            } catch  where error.code != .disconnected {
                log.warning("Logins and logouts will not be noticed", metadata: ["error": "\(error)"])
                return
            } catch {
                // The bus has just disappeared.
            }
            guard let again = await reconnect() else { return }
            connection = again
            await onChange()
        }
    }

    /// Calls a function after each login and logout until the connection is closed.
    private func tell(
        of connection: BusConnection, _ onChange: @escaping @Sendable () async -> Void
    ) async throws(BusError) {
        var streams: [AsyncStream<BusSignal>] = []
        for member in ["SessionNew", "SessionRemoved"] {
            streams.append(
                try await connection.signals(
                    matching: MatchRule(
                        sender: Login.name, path: Login.path, interface: Login.manager, member: member)))
        }
        await withTaskGroup(of: Void.self) { group in
            for stream in streams { group.addTask { for await _ in stream { await onChange() } } }
        }
    }

    /// Waits until a lost bus is back, and connects to it; `nil` if the monitor was stopped or the task was cancelled.
    private func reconnect() async -> BusConnection? {
        var pause = Self.firstPause
        while !isStopped, (try? await AlarmClock.shared.sleep(for: pause)) != nil {
            if let connection = await connect() { return connection }
            pause = min(pause * 2, Self.longestPause)
        }
        return nil
    }

    /// Stops all queries and the watch.
    func stop() async {
        isStopped = true
        await connection?.close()
        connection = nil
    }

    private func connect() async -> BusConnection? {
        if let connection, await !connection.isClosed { return connection }
        guard !isStopped, let opened = try? await BusConnection.open(systemBus, on: loop) else { return nil }
        // Another call may have connected first.
        if let connection, await !connection.isClosed {
            await opened.close()
            return connection
        }
        connection = opened
        return opened
    }

    /// The identifiers of the user's logged-in sessions; `nil` if logind does not report them.
    private func logins() async -> Set<String>? {
        guard let connection = await connect() else { return nil }
        do {
            let results = try await connection.call(
                destination: Login.name, path: Login.path, interface: Login.manager, member: "ListSessions",
                timeout: Self.timeout)
            guard let sessions = LoginSessionList(results, userID: getuid()) else { return nil }
            var logins: Set<String> = []
            for session in sessions.entries.prefix(Self.maximumSessions) {
                if let login = try await login(session, on: connection) { logins.insert(login) }
            }
            return logins
        } catch {
            log.debug("logind does not tell of sessions", metadata: ["error": "\(error)"])
            return nil
        }
    }

    /// Returns an identifier of a session that is unique for this boot; `nil` if nobody is logged in with the session.
    private func login(
        _ session: LoginSessionList.Entry, on connection: BusConnection
    ) async throws(BusError) -> String? {
        let results: [BusValue]
        do throws(BusError) {
            results = try await connection.call(
                destination: Login.name, path: session.path, interface: Self.properties, member: "GetAll",
                arguments: [.string(Login.session)], timeout: Self.timeout)
        } catch  where Self.meansEnd(error) {
            // The session ended before the call arrived.
            return nil
        }
        guard let first = results.first, let properties = try? [String: BusVariant](busValue: first) else {
            throw .failed("The properties of a session cannot be read.")
        }
        return LoginSessionProperties(properties).login(identifier: session.identifier)
    }

    /// Whether an error means that a session no longer exists; no other error proves a logout.
    private static func meansEnd(_ error: BusError) -> Bool {
        error.code == .unknownObject || error.code == .unknownInterface || error.code == .unknownMethod
    }

    /// The start time of the user's service manager, which identifies its run; `nil` if there is none on this bus.
    private func managerStart() async -> String? {
        guard (try? await sessionBus.hasOwner(ServiceManager.name)) == true else { return nil }
        let results = try? await sessionBus.call(
            destination: ServiceManager.name, path: ServiceManager.path, interface: Self.properties, member: "Get",
            arguments: [.string(ServiceManager.interface), .string("UserspaceTimestampMonotonic")],
            timeout: Self.timeout)
        // The time stays the same if the manager re-executes itself, as it does after upgrades.
        guard case .variant(.uint64(let microseconds))? = results?.first else { return nil }
        return String(microseconds)
    }
}
