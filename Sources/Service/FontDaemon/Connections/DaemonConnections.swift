internal import BusInterface
internal import DBus
internal import EventLoop
internal import Logging

/// The connections of the daemon, one for each of its names: what holds up one does not hold up the others, and what is
/// granted for one name is not granted for another.
struct DaemonConnections: Sendable {
    /// How long to wait for the bus to take a name back.
    private static let releaseTime = Duration.seconds(2)

    /// Has the public name.
    let manager: BusConnection
    /// Has the name of the management, which no sandbox is granted.
    let management: BusConnection
    /// Has the name that every sandbox reaches.
    let portal: BusConnection

    /// Connects, without a name yet.
    ///
    /// - Parameters:
    ///   - address: Where the bus is.
    ///   - loop: The thread of the connections.
    /// - Throws: What kept the bus from being reached.
    init(to address: BusAddress, on loop: EventLoop) async throws(BusError) {
        manager = try await BusConnection.open(address, on: loop)
        management = try await BusConnection.open(address, on: loop)
        portal = try await BusConnection.open(address, on: loop)
    }

    /// All of them, the public one first.
    var all: [BusConnection] { [manager, management, portal] }

    /// The names that calls are sent to, each with the connection that has it while the daemon serves.
    var ownedNames: [(name: String, connection: BusConnection)] {
        [
            (FontManager1Names.busName, manager), (Management1Names.busName, management),
            (TypecasePortalNames.busName, portal),
        ]
    }

    /// Takes the names, the public one last.
    ///
    /// - Throws: What the bus says against it, but for the name that sandboxes reach: whoever has it keeps it, as nobody
    ///   but sandboxes depends on it.
    func requestNames(log: Logger) async throws(BusError) {
        try await management.requestName(Management1Names.busName)
        do throws(BusError) {
            try await portal.requestName(TypecasePortalNames.busName)
        } catch {
            guard error.code == .nameTaken else { throw error }
            log.warning("Sandboxed applications do not reach the service", metadata: ["error": "\(error)"])
        }
        try await manager.requestName(FontManager1Names.busName)
    }

    /// Gives up the names.
    func releaseNames(log: Logger) async {
        for (name, connection) in ownedNames {
            do throws(BusError) {
                try await connection.releaseName(name, timeout: Self.releaseTime)
            } catch {
                // The bus is gone, or hangs: nobody calls any more.
                log.debug("A bus name was not released", metadata: ["name": "\(name)", "error": "\(error)"])
            }
        }
    }

    /// Waits for the calls in flight on all connections.
    ///
    /// - Returns: Whether all are answered.
    @discardableResult
    func answerCalls(within limit: Duration) async -> Bool {
        let end = ContinuousClock.now.advanced(by: limit)
        var isDone = true
        for connection in all {
            if await !connection.drain(within: max(end - .now, .zero)) { isDone = false }
        }
        return isDone
    }
}
