internal import BusInterface
internal import DBus
internal import EventLoop
internal import FontModel
internal import TestSupport

/// A home on a bus that starts the daemon for a call, as often as one comes, and beside it a service that does nothing.
final class ActivatedHome {
    /// How long a daemon waits for another call, in seconds.
    private static let idleTime = "0.2"
    /// How often it is looked whether a process is there.
    private static let lookInterval = Duration.milliseconds(2)

    let provider: Provider
    private let home: ScratchHome
    private let bus: PrivateBus
    private let connection: BusConnection

    /// Starts the bus; the first call starts the daemon.
    ///
    /// - Parameters:
    ///   - home: The home that the daemons are to serve, one after the other; no other may have it.
    ///   - programs: The directory of the daemon.
    /// - Throws: Why there is no bus, or what it said.
    init(home: ScratchHome, programs: String) async throws {
        self.home = home
        let daemon = "\(programs)/typecased"
        bus = try PrivateBus(starting: [
            FontManager1Names.busName: daemon, Management1Names.busName: daemon,
            EmptyService.busName: "\(CommandLine.arguments[0]) \(EmptyService.name)",
        ])
        connection = try await BusConnection.open(.address(bus.address), on: EventLoop(name: "activating"))
        provider = Provider(connection)
        let environment = home.environment.merging([
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "TYPECASE_IDLE_TIME": Self.idleTime,
        ]) { $1 }
        _ = try await callBus("UpdateActivationEnvironment", environment.busValue)
    }

    /// The daemon that runs.
    func daemon() async throws -> ProcessFacts { try await owner(of: FontManager1Names.busName) }

    /// Waits until a process has ended.
    func waitForEnd(of process: ProcessFacts) async throws {
        while process.isRunning { try await Task.sleep(for: Self.lookInterval) }
    }

    /// Has the bus start the service that does nothing, and ends it once it has answered.
    ///
    /// - Returns: The time until it has.
    func startEmptyService() async throws -> Duration {
        let start = ContinuousClock.now
        _ = try await connection.call(
            destination: EmptyService.busName, path: "/", interface: "org.freedesktop.DBus.Peer", member: "Ping")
        let time = start.duration(to: .now)
        let process = try await owner(of: EmptyService.busName)
        process.kill()
        try await waitForEnd(of: process)
        return time
    }

    /// How many connections others than this program have to the bus.
    func otherConnections() async throws -> Int {
        let names = try await callBus("ListNames").first.map { try [String](busValue: $0) } ?? []
        return names.count { $0.hasPrefix(":") } - 1
    }

    /// The processes that have this home for theirs, of whatever program.
    func processes() -> [ProcessFacts] { ProcessFacts.all(inHome: home.path) }

    private func owner(of name: String) async throws -> ProcessFacts {
        let results = try await callBus("GetConnectionUnixProcessID", .string(name))
        guard case .uint32(let number)? = results.first else { throw BenchmarkFailure("Nobody owns \(name).") }
        return ProcessFacts(processID: Int32(bitPattern: number))
    }

    private func callBus(_ member: String, _ arguments: BusValue...) async throws -> [BusValue] {
        try await connection.call(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: member, arguments: arguments)
    }

    /// Ends the bus, and with it whatever is on it.
    func stop() async {
        await provider.close()
        bus.stop()
    }
}
