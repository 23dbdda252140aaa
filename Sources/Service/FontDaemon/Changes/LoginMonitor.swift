internal import DBus
internal import EventLoop
internal import FontService
internal import Glibc
internal import LinuxSystem
internal import Logging

/// Knows the user's login sessions from logind, and tells when one has begun or ended.
///
/// Only the documented interfaces are asked: `org.freedesktop.login1(5)` and `org.freedesktop.systemd1(5)`. Where there
/// is no logind, the session bus is all that tells one session from another.
actor LoginMonitor {
    /// How long logind and the service manager may take to answer.
    private static let timeout = Duration.seconds(5)
    /// The most sessions of the user that are asked about.
    private static let maximumSessions = 256

    /// How long after the loss of the system bus to look for it, and how long at most between two looks later.
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
    /// The session bus keeps its identifier.
    private var busIdentifier: String?
    private var isStopped = false

    /// Creates a monitor that asks nobody yet.
    ///
    /// - Parameters:
    ///   - loop: Where the connection to the system bus lives.
    ///   - systemBus: The bus that logind is on.
    ///   - sessionBus: A connection to the session bus.
    ///   - sessionAddress: Where that bus is.
    ///   - log: Where failures are reported.
    init(loop: EventLoop, systemBus: BusAddress, sessionBus: BusConnection, at sessionAddress: BusAddress, log: Logger)
    {
        self.loop = loop
        self.systemBus = systemBus
        self.sessionBus = sessionBus
        self.sessionAddress = try? sessionAddress.resolved()
        self.log = log
    }

    /// What can be known of the user's login sessions at this moment.
    ///
    /// - Parameter earlier: What was known when that was looked at last.
    /// - Returns: The evidence, with those of the buses of before that are still there.
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

    /// The buses of earlier evidence that are still there, besides one; none where logind told of the session.
    private func otherBuses(of earlier: SessionEvidence, than own: SessionBus?) async -> Set<SessionBus> {
        guard earlier.boot == boot, earlier.logins == nil else { return [] }
        var found: Set<SessionBus> = []
        for bus in earlier.buses where bus.identifier != own?.identifier {
            // Where this bus is, there is no other any more.
            guard let address = bus.address, address != own?.address else { continue }
            if await isThere(bus, at: address) { found.insert(bus) }
        }
        return found
    }

    /// Whether a bus is still there; `false` only where that is certain.
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

    /// Whether an error says that no bus listens; of any other, such as that it is too busy, no end can be concluded.
    private static func meansNoBus(_ error: BusError) -> Bool {
        error.code == .noServer || error.code == .disconnected
            // What libdbus says where the socket is gone.
            || error.name == "org.freedesktop.DBus.Error.FileNotFound"
    }

    /// Calls a function after each login and logout of anybody, and when logind can be heard again after the system bus
    /// was gone; returns where there is no system bus, when the monitor is stopped, or the task is cancelled.
    func watch(_ onChange: @escaping @Sendable () async -> Void) async {
        guard var connection = await connect() else { return }
        while true {
            do throws(BusError) {
                try await tell(of: connection, onChange)
            } catch  where error.code != .disconnected {
                log.warning("Logins and logouts will not be noticed", metadata: ["error": "\(error)"])
                return
            } catch {
                // The bus went away just now.
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

    /// Connects to a bus that was there before, when it is there again; `nil` where nobody waits for it any more.
    private func reconnect() async -> BusConnection? {
        var pause = Self.firstPause
        while !isStopped, (try? await AlarmClock.shared.sleep(for: pause)) != nil {
            if let connection = await connect() { return connection }
            pause = min(pause * 2, Self.longestPause)
        }
        return nil
    }

    /// Ends asking and watching.
    func stop() async {
        isStopped = true
        await connection?.close()
        connection = nil
    }

    private func connect() async -> BusConnection? {
        if let connection, await !connection.isClosed { return connection }
        guard !isStopped, let opened = try? await BusConnection.open(systemBus, on: loop) else { return nil }
        // Another look may have been faster.
        if let connection, await !connection.isClosed {
            await opened.close()
            return connection
        }
        connection = opened
        return opened
    }

    /// The user's sessions that somebody is logged in with; `nil` where logind does not say.
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

    /// Identifies a session for as long as the machine runs; `nil` where nobody is logged in with it.
    private func login(
        _ session: LoginSessionList.Entry, on connection: BusConnection
    ) async throws(BusError) -> String? {
        let results: [BusValue]
        do throws(BusError) {
            results = try await connection.call(
                destination: Login.name, path: session.path, interface: Self.properties, member: "GetAll",
                arguments: [.string(Login.session)], timeout: Self.timeout)
        } catch  where Self.meansEnd(error) {
            // It ended on the way here.
            return nil
        }
        guard let first = results.first, let properties = try? [String: BusVariant](busValue: first) else {
            throw .failed("The properties of a session cannot be read.")
        }
        return LoginSessionProperties(properties).login(identifier: session.identifier)
    }

    /// Whether an error says that a session is not there any more; of any other no logout can be concluded.
    private static func meansEnd(_ error: BusError) -> Bool {
        error.code == .unknownObject || error.code == .unknownInterface || error.code == .unknownMethod
    }

    /// When the user's service manager started, which identifies its run; `nil` where there is none on this bus.
    private func managerStart() async -> String? {
        guard (try? await sessionBus.hasOwner(ServiceManager.name)) == true else { return nil }
        let results = try? await sessionBus.call(
            destination: ServiceManager.name, path: ServiceManager.path, interface: Self.properties, member: "Get",
            arguments: [.string(ServiceManager.interface), .string("UserspaceTimestampMonotonic")],
            timeout: Self.timeout)
        // It stays the same where the manager executes itself anew, as upgrades have it do.
        guard case .variant(.uint64(let microseconds))? = results?.first else { return nil }
        return String(microseconds)
    }
}
