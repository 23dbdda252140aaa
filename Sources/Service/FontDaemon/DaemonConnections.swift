internal import BusInterface
internal import DBus
internal import EventLoop

/// The connections of the daemon, one for each of its names: what holds up one does not hold up the others, and what is
/// granted for one name is not granted for another.
struct DaemonConnections: Sendable {
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
}
