internal import BusInterface
internal import DBus
internal import EventLoop
internal import Logging

/// The connections of the daemon, one for each of its names.
///
/// Thus a delay on one name does not delay the others, and access to one name does not give access to another.
struct DaemonConnections: Sendable {
    /// How long to wait for the bus to release a name.
    private static let releaseTime = Duration.seconds(2)

    /// The connection with the public name.
    let manager: BusConnection
    /// The connection with the management name, to which no sandbox has access.
    let management: BusConnection
    /// The connection with the name that every sandbox can reach.
    let portal: BusConnection

    /// Creates the connections, without requesting names yet.
    ///
    /// - Parameters:
    ///   - address: The address of the bus.
    ///   - loop: The event loop of the connections.
    /// - Throws: An error if the bus could not be reached.
    init(to address: BusAddress, on loop: EventLoop) async throws(BusError) {
        manager = try await BusConnection.open(address, on: loop)
        management = try await BusConnection.open(address, on: loop)
        portal = try await BusConnection.open(address, on: loop)
    }

    /// All connections, the public one first.
    var all: [BusConnection] { [manager, management, portal] }

    /// The names to which calls are sent, each with the connection that owns it while the daemon serves.
    var ownedNames: [(name: String, connection: BusConnection)] {
        [
            (FontManager1Names.busName, manager), (Management1Names.busName, management),
            (TypecasePortalNames.busName, portal),
        ]
    }

    /// Requests the names, the public one last.
    ///
    /// - Throws: The error of the bus. If the name for sandboxes is taken, this does not throw: its owner keeps it,
    ///   because only sandboxes depend on it.
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

    /// Releases the names.
    func releaseNames(log: Logger) async {
        for (name, connection) in ownedNames {
            do throws(BusError) {
                try await connection.releaseName(name, timeout: Self.releaseTime)
            } catch {
                // The bus is gone or does not respond, so no calls arrive.
                log.debug("A bus name was not released", metadata: ["name": "\(name)", "error": "\(error)"])
            }
        }
    }

    /// Waits for the calls in flight on all connections.
    ///
    /// - Returns: Whether all were answered.
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
