internal import BusInterface
internal import DBus
internal import FontModel
internal import TestSupport

/// A home on a bus that starts the daemon itself for a call, without a service manager.
final class ActivatedHome {
    /// How long a daemon waits for another call, in seconds.
    private static let idleTime = "0.2"

    /// The bus, and who calls.
    let session: ActivatingBus
    private let home: ScratchHome
    private let bus: PrivateBus

    var provider: Provider { session.provider }

    /// Starts the bus; the first call starts the daemon.
    ///
    /// - Parameters:
    ///   - home: The home that the daemons are to serve, one after the other; no other may have it.
    ///   - programs: The directory of the daemon.
    /// - Throws: Why there is no bus, or what it said.
    init(home: ScratchHome, programs: String) async throws {
        self.home = home
        let daemon = "\(programs)/typecased"
        // All of its names: it does not leave where nobody would start it for one of them.
        bus = try PrivateBus(starting: [
            FontManager1Names.busName: daemon, Management1Names.busName: daemon,
            TypecasePortalNames.busName: daemon,
            EmptyService.busName: "\(CommandLine.arguments[0]) \(EmptyService.name)",
        ])
        session = try await ActivatingBus(.address(bus.address))
        let environment = home.environment.merging([
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "TYPECASE_IDLE_TIME": Self.idleTime,
        ]) { $1 }
        _ = try await session.callBus("UpdateActivationEnvironment", environment.busValue)
    }

    /// How many connections others than this program have to the bus.
    func otherConnections() async throws -> Int {
        let names = try await session.callBus("ListNames").first.map { try [String](busValue: $0) } ?? []
        return names.count { $0.hasPrefix(":") } - 1
    }

    /// The processes that have this home for theirs, of whatever program.
    func processes() -> [ProcessFacts] { ProcessFacts.all(inHome: home.path) }

    /// Ends the bus, and with it whatever is on it.
    func stop() async {
        await provider.close()
        bus.stop()
    }
}
