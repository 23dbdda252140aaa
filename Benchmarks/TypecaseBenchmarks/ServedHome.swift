internal import BusInterface
internal import DBus
internal import EventLoop
internal import FontModel
internal import LinuxSystem
internal import TestSupport

/// A home with a session bus and a daemon of its own, and a provider that talks to it.
final class ServedHome: Sendable {
    let home: ScratchHome
    let bus: PrivateBus
    let daemon: ChildProcess
    let provider: Provider
    /// A client with a connection of its own.
    let other: Provider

    /// The directory that the daemon publishes fonts in.
    var tree: String { "\(home.userFontDirectory)/typecase" }
    /// The environment of programs of this session.
    var environment: [String: String] {
        home.environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 }
    }

    private init(home: ScratchHome, bus: PrivateBus, daemon: ChildProcess, provider: Provider, other: Provider) {
        self.home = home
        self.bus = bus
        self.daemon = daemon
        self.provider = provider
        self.other = other
    }

    /// Makes a home and starts everything in it.
    ///
    /// - Parameters:
    ///   - programs: The directory with typecased.
    ///   - systemFonts: The fonts that the system of this home has.
    /// - Returns: The home, with a daemon that answers.
    /// - Throws: What kept it from being made.
    static func start(programs: String, systemFonts: [String] = []) async throws -> ServedHome {
        let home = try ScratchHome()
        for (index, path) in systemFonts.enumerated() {
            try home.scratch.write(try Files.read(path), to: "system/fonts/\(index).ttf")
        }
        let bus = try PrivateBus()
        var environment = home.environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
        let connection = try await BusConnection.open(
            .address(bus.address), on: EventLoop(name: "benchmark"))
        let provider = Provider(connection)
        let daemon = try await startDaemon(programs, environment, for: provider, on: connection)
        let other = Provider(try await BusConnection.open(.address(bus.address), on: EventLoop(name: "other")))
        try await other.prepare()
        return ServedHome(home: home, bus: bus, daemon: daemon, provider: provider, other: other)
    }

    private static func startDaemon(
        _ programs: String, _ environment: [String: String], for provider: Provider, on connection: BusConnection
    ) async throws -> ChildProcess {
        let owners = try await connection.ownerChanges(of: FontManager1Names.busName)
        let daemon = try ChildProcess.start(
            "\(programs)/typecased", environment: try DaemonUnit.environment().merging(environment) { $1 })
        for await change in owners where change.newOwner != nil { break }
        // Identified, the system's fonts read: what only the first call pays for.
        try await provider.prepare()
        return daemon
    }

    /// The same home with another daemon, which starts when the present one has ended.
    func restarted(programs: String, environment added: [String: String] = [:]) async throws -> ServedHome {
        await endDaemon()
        let connection = try await BusConnection.open(.address(bus.address), on: EventLoop(name: "restarted"))
        let provider = Provider(connection)
        let daemon = try await Self.startDaemon(
            programs, environment.merging(added) { $1 }, for: provider, on: connection)
        return ServedHome(home: home, bus: bus, daemon: daemon, provider: provider, other: other)
    }

    /// Makes one more client, with a connection of its own.
    func connectProvider() async throws -> Provider {
        Provider(try await BusConnection.open(.address(bus.address), on: EventLoop(name: "client")))
    }

    /// Does something with a new client, which the service does not know yet.
    func freshProvider<Result: Sendable>(
        _ body: (Provider) async throws -> Result
    ) async throws -> (result: Result, connecting: Duration) {
        let start = ContinuousClock.now
        let provider = try await connectProvider()
        let connecting = start.duration(to: .now)
        let result = try await body(provider)
        await provider.close()
        return (result, connecting)
    }

    /// Ends everything; the files go with the last reference.
    func stop() async {
        await provider.close()
        await other.close()
        await endDaemon()
        bus.stop()
    }

    /// Ends the daemon alone, so that another may have the home.
    func endDaemon() async {
        daemon.send(signal: 15)
        _ = await daemon.wait()
    }

    /// The directory of the tree that changed last: the shard of the font that was registered last.
    func lastShard() throws -> String {
        let shards = Files.entries(of: tree).filter { !$0.hasPrefix(".") }.map { "\(tree)/\($0)" }
        let times = try shards.map { try Files.status(of: $0).stamp.modificationNanoseconds }
        guard let last = zip(shards, times).max(by: { $0.1 < $1.1 }) else {
            throw BenchmarkFailure("There is nothing in \(tree).")
        }
        return last.0
    }
}

/// Why there are no numbers.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
