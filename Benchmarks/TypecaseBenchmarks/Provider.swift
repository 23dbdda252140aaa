internal import BusInterface
internal import DBus
internal import EventLoop
internal import LinuxSystem

/// A client of the service that takes the time of its calls.
///
/// It runs on the thread of its connection, so that a call is timed from the request to the reply without a change of
/// threads on this side.
actor Provider {
    /// A registered font.
    struct Registered: Sendable {
        var id: String
        var postscriptName: String
    }

    private let connection: BusConnection
    private let fonts: FontManager1Client
    private let management: Management1Client
    private let clock = ContinuousClock()

    nonisolated var unownedExecutor: UnownedSerialExecutor { connection.loop.asUnownedSerialExecutor() }

    init(_ connection: BusConnection) {
        self.connection = connection
        fonts = FontManager1Client(connection)
        management = Management1Client(connection)
    }

    /// Waits until the service has looked at everything that it looks at after its start.
    func prepare() async throws {
        _ = try await fonts.listFamilies(filter: [:])
        _ = try await management.status()
    }

    /// Closes the connection and ends its thread.
    nonisolated func close() async {
        await connection.close()
        await connection.loop.stop()
    }

    /// Registers one font durably; `nil` where it is refused.
    func register(_ path: String) async throws -> (font: Registered, time: Duration)? {
        let file = try Files.open(path)
        let start = clock.now
        let reply = try await fonts.registerFonts(fonts: [file], scope: "persistent", enabled: true, options: [:])
        let time = start.duration(to: clock.now)
        guard let font = try reply.results.first.flatMap(Self.registered) else { return nil }
        return (font, time)
    }

    /// Takes a registration back.
    func unregister(_ id: String) async throws -> Duration {
        let start = clock.now
        _ = try await fonts.unregister(ids: [id], options: [:])
        return start.duration(to: clock.now)
    }

    /// Registers some fonts at once for the user.
    func install(_ paths: [String]) async throws -> [Registered?] {
        let files = try paths.map { try Files.open($0) }
        let reply = try await management.installFonts(
            fonts: files, scope: "persistent", enabled: true, options: [:], timeout: .seconds(300))
        return try reply.results.map(Self.registered)
    }

    /// Asks the service for nothing but an answer.
    func ping() async throws -> Duration {
        let start = clock.now
        _ = try await connection.call(
            destination: FontManager1Names.busName, path: FontManager1Names.path,
            interface: "org.freedesktop.DBus.Peer", member: "Ping")
        return start.duration(to: clock.now)
    }

    /// Finds a face by its PostScript name.
    func match(_ postscriptName: String) async throws -> Duration {
        let start = clock.now
        let faces = try await fonts.match(
            descriptors: [["postscript_name": BusVariant(postscriptName)]], options: [:])
        let time = start.duration(to: clock.now)
        guard try faces.first.flatMap({ try BusDictionary($0).string("postscript_name") }) == postscriptName else {
            throw BenchmarkFailure("\(postscriptName) was not found.")
        }
        return time
    }

    private static func registered(_ result: [String: BusVariant]) throws(BusError) -> Registered? {
        let dictionary = BusDictionary(result)
        guard let id = try dictionary.string("id"), let face = try dictionary.dictionaries("faces")?.first else {
            return nil
        }
        return Registered(id: id, postscriptName: try BusDictionary(face).string("postscript_name") ?? "")
    }
}
