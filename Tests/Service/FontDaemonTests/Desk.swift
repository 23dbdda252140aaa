internal import BusInterface
internal import DBus
internal import EventLoop
internal import FontDaemon
internal import FontLibrary
internal import FontModel
internal import Glibc
internal import InspectionClient
internal import LinuxSystem
internal import Logging
internal import Synchronization
internal import TestSupport
internal import Testing
internal import WorkerClient

/// A daemon in this process, on a machine as the test has it, and a connection of somebody who calls it.
struct Desk {
    let daemon: TypecaseDaemon
    let connection: BusConnection
    let bus: PrivateBus
    private let loop: EventLoop
    private let providers: Providers

    /// Who the callers are, by their unique names.
    private final class Providers: Sendable {
        private struct Provider {
            var name = "org.example.App"
            var kind = CallerIdentity.Kind.application
            var fonts: Set<FontDigest> = []
            var hasNetwork: Bool?
        }

        private let names = Mutex<[String: Provider]>([:])

        func set(
            _ provider: String, _ kind: CallerIdentity.Kind, declaring fonts: Set<FontDigest>, hasNetwork: Bool?,
            for uniqueName: String
        ) {
            names.withLock {
                $0[uniqueName] = Provider(name: provider, kind: kind, fonts: fonts, hasNetwork: hasNetwork)
            }
        }

        func identity(of uniqueName: String) throws -> CallerIdentity {
            let provider = names.withLock { $0[uniqueName] } ?? Provider()
            var identity = CallerIdentity(
                kind: provider.kind, applicationID: provider.name, displayName: provider.name,
                provider: try #require(ProviderIdentifier(rawValue: provider.name)), processID: 1)
            identity.declaredFonts = provider.fonts
            if let hasNetwork = provider.hasNetwork { identity.hasNetwork = hasNetwork }
            return identity
        }
    }

    /// Runs a body with a daemon, and ends the daemon after it.
    ///
    /// - Parameters:
    ///   - home: Where the daemon lives.
    ///   - traits: The machine that it takes itself to be on; `nil` for this one and a home of its own.
    ///   - fetcher: The program that fetches fonts; `nil` for one that trusts what the machine trusts.
    ///   - consentTime: How long a question to the user is open.
    ///   - systemBus: The address of the system's bus; nobody listens there where none is given.
    ///   - pressure: The file that tells how busy the machine is; by default nobody tells.
    ///   - variables: Variables besides those of the home.
    ///   - body: The test.
    /// - Throws: What the body throws, and why there is no daemon.
    static func run(
        in home: ScratchHome, traits: HomeTraits? = nil, fetcher: String? = nil,
        consentTime: Duration = .seconds(600), systemBus: String = "unix:path=/nonexistent",
        pressure: String = "/nonexistent",
        environment variables: [String: String] = [:], _ body: (Desk) async throws -> Void
    ) async throws {
        let bus = try PrivateBus()
        let loop = try EventLoop(name: "test-daemon")
        let environment = home.environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 }
            .merging(variables) { $1 }
        let providers = Providers()
        let daemon = TypecaseDaemon(
            configuration: DaemonConfiguration(
                busAddress: .address(bus.address), systemBusAddress: .address(systemBus),
                environment: environment,
                workers: .programs(in: BuildProducts.directory, environment: environment),
                fetcher: .executable(fetcher ?? BuildProducts.executable("typecase-fetch")),
                traits: traits ?? HomeTraits(machine: .current()) { _ in false },
                identify: { try providers.identity(of: $0) }, consentTime: consentTime, pressurePath: pressure),
            loop: loop, threads: BlockingThreads(name: "test", maximumCount: TypecaseDaemon.workThreads),
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await daemon.start()
        let connection = try await BusConnection.open(.address(bus.address), on: loop)
        let result: Result<Void, any Error>
        do {
            let desk = Desk(daemon: daemon, connection: connection, bus: bus, loop: loop, providers: providers)
            result = .success(try await body(desk))
        } catch {
            result = .failure(error)
        }
        await connection.close()
        await daemon.stop()
        await loop.stop()
        try result.get()
    }

    /// Runs a body with a daemon whose downloader trusts a web server of this machine that has a font.
    ///
    /// - Parameters:
    ///   - home: Where the daemon lives.
    ///   - family: The family of the font.
    ///   - body: The test.
    /// - Throws: What the body throws, and why there is no daemon or no server.
    static func run(
        in home: ScratchHome, besideServerOf family: String, _ body: (Desk, WebServer) async throws -> Void
    ) async throws {
        let server = try await WebServer.start(font: font(family))
        try home.allowLocalNetwork()
        try await run(in: home, fetcher: server.fetcher) { desk in
            try await desk.waitUntilReady()
            try await body(desk, server)
        }
    }

    var manager: FontManager1Client { FontManager1Client(connection) }
    var management: Management1Client { Management1Client(connection) }

    /// Opens a connection of an application, which the caller closes.
    ///
    /// - Parameters:
    ///   - application: Its id.
    ///   - kind: What the daemon takes it for.
    ///   - fonts: The bytes of the fonts that its manifest declares.
    ///   - hasNetwork: Whether it is known to reach the network; `nil` for what its kind usually does.
    /// - Returns: The connection.
    /// - Throws: Why there is none.
    func connect(
        as application: String, kind: CallerIdentity.Kind = .application, declaring fonts: [[UInt8]] = [],
        hasNetwork: Bool? = nil
    ) async throws -> BusConnection {
        let connection = try await BusConnection.open(.address(bus.address), on: loop)
        let digests = try fonts.map { try SealedMemory(bytes: $0).digest }
        providers.set(
            application, kind, declaring: Set(digests), hasNetwork: hasNetwork, for: connection.uniqueName)
        return connection
    }

    /// Registers one font of a family, and returns its id.
    func register(_ home: ScratchHome, _ family: String, scope: String = "persistent") async throws -> String {
        let path = try home.scratch.write(Self.font(family), to: "given/\(family)")
        let font = OwnedFileDescriptor(adopting: Glibc.open(path, O_RDONLY | O_CLOEXEC))
        let answer = try await manager.registerFonts(fonts: [font], scope: scope, enabled: true, options: [:])
        let result = try #require(answer.results.first)
        try Self.check(result)
        return try #require(try result["id"]?.converted(to: String.self), "\(result)")
    }

    /// Removes one registration.
    func uninstall(_ id: String) async throws {
        let answer = try await management.uninstall(ids: [id], options: [:])
        try Self.check(#require(answer.results.first))
    }

    /// Throws the error of one font of several.
    private static func check(_ result: [String: BusVariant]) throws {
        guard let name = try result["error"]?.converted(to: String.self), !name.isEmpty else { return }
        throw BusError(name: name, message: try result["message"]?.converted(to: String.self) ?? "")
    }

    /// Waits until the daemon says that fonts can be changed, or cannot.
    func waitUntil(isReadOnly: Bool) async throws {
        try await waitForStatus { try $0["read_only"]?.converted(to: Bool.self) == isReadOnly }
    }

    /// Waits until tree and registry agree.
    func waitUntilReady() async throws {
        try await waitForStatus { try $0["ready"]?.converted(to: Bool.self) == true }
    }

    /// Waits until so many questions are open.
    func waitForQuestions(_ count: UInt32) async throws {
        try await waitForStatus { try $0["questions"]?.converted(to: UInt32.self) == count }
    }

    /// Waits until the state of the service is as wanted: it is asked whenever the service tells that it has changed.
    private func waitForStatus(_ isWanted: (_ status: [String: BusVariant]) throws -> Bool) async throws {
        // Listens before it asks where things stand, so that nothing falls between.
        let changes = try await management.statusChanged()
        if try isWanted(await management.status()) { return }
        for await _ in changes {
            if try isWanted(await management.status()) { return }
        }
        throw BusError.disconnected
    }

    /// The bytes of a font.
    static func font(_ family: String) -> [UInt8] { FontBuilder(family: family, style: "Regular").build() }
}
