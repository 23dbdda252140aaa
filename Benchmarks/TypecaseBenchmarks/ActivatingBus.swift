internal import BusInterface
internal import DBus
internal import EventLoop

/// A session bus that has the daemon started for a call, as often as one comes, and beside it a service that does
/// nothing.
final class ActivatingBus: Sendable {
    /// How often it is looked whether a process is there.
    private static let lookInterval = Duration.milliseconds(2)

    let connection: BusConnection
    /// Calls the daemon.
    let provider: Provider

    /// Connects; the first call starts the daemon.
    ///
    /// - Parameter address: Where the bus is.
    /// - Throws: What kept the bus from being reached.
    init(_ address: BusAddress) async throws {
        connection = try await BusConnection.open(address, on: EventLoop(name: "activating"))
        provider = Provider(connection)
    }

    /// The daemon that runs.
    func daemon() async throws -> ProcessFacts { try await owner(of: FontManager1Names.busName) }

    /// Waits until a process has ended.
    func waitForEnd(of process: ProcessFacts) async throws {
        while process.isRunning { try await Task.sleep(for: Self.lookInterval) }
    }

    /// Has the service started that does nothing, and ends it once it has answered.
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

    /// Calls a method of the bus itself.
    func callBus(_ member: String, _ arguments: BusValue...) async throws -> [BusValue] {
        try await connection.call(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: member, arguments: arguments)
    }

    private func owner(of name: String) async throws -> ProcessFacts {
        let results = try await callBus("GetConnectionUnixProcessID", .string(name))
        guard case .uint32(let number)? = results.first else { throw BenchmarkFailure("Nobody owns \(name).") }
        return ProcessFacts(processID: Int32(bitPattern: number))
    }
}
