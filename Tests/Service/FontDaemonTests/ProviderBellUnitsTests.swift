internal import DBus
internal import EventLoop
internal import FontModel
internal import FontService
internal import Logging
internal import ProviderInstallations
internal import TestSupport
internal import Testing

@testable internal import FontDaemon

/// What the service manager watches while no daemon runs, and when the daemon stays for want of that.
@Suite(.timeLimit(.minutes(10)))
struct ProviderBellUnitsTests {
    private static let usual = "typecase-providers.path"
    private static let first = "typecase-file@home-alice-First.AppImage.path"
    private static let second = "typecase-file@home-alice-Second.AppImage.path"

    private struct Place {
        let manager: FakeServiceManager
        let units: ProviderBellUnits
        let work = WorkInProgress()

        init(_ manager: FakeServiceManager, _ connection: BusConnection) {
            self.manager = manager
            units = ProviderBellUnits(
                bells: ProviderBells(environment: ["HOME": "/home/alice"], installations: []), connection: connection,
                work: work, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        }

        /// Whether the daemon stays.
        var isNeeded: Bool { !work.kinds.isEmpty }

        func hang(_ images: String...) async {
            await units.hang(
                for: Set(
                    images.map {
                        InstallationEvidence(.appImage, files: [.init(path: $0, mountPoint: "/", fileSystem: 1)])
                    }))
        }
    }

    private func withPlace(isSupervised: Bool = true, _ body: (Place) async throws -> Void) async throws {
        let loop = try EventLoop(name: "test-bells")
        let bus = try PrivateBus()
        let (server, client) = (
            try await BusConnection.open(.address(bus.address), on: loop),
            try await BusConnection.open(.address(bus.address), on: loop)
        )
        let manager = FakeServiceManager()
        if isSupervised { try await manager.serve(on: server) }
        try await body(Place(manager, client))
        for connection in [server, client] { await connection.close() }
        await loop.stop()
    }

    @Test func `Each file is watched as long as somebody is installed by it, and the daemon may leave`() async throws {
        try await withPlace { place in
            await place.hang()
            #expect(place.manager.takeCalls() == [], "nobody is installed, and nobody is asked")
            await place.hang("/home/alice/First.AppImage", "/home/alice/Second.AppImage")
            #expect(place.manager.active == [Self.usual, Self.first, Self.second])
            #expect(!place.isNeeded)
            _ = place.manager.takeCalls()
            await place.hang("/home/alice/First.AppImage", "/home/alice/Second.AppImage")
            #expect(place.manager.takeCalls() == [], "nothing has changed")
            await place.hang("/home/alice/Second.AppImage")
            #expect(place.manager.takeCalls() == ["StopUnit \(Self.first)"])
            await place.hang()
            #expect(place.manager.takeCalls() == ["StopUnit \(Self.second)"])
            #expect(!place.isNeeded)
        }
    }

    @Test func `What the daemon before has left is kept where it is right`() async throws {
        try await withPlace { place in
            await place.hang("/home/alice/First.AppImage", "/home/alice/Second.AppImage")
            _ = place.manager.takeCalls()
            try await withPlaceOfNextDaemon(place) { next in
                await next.hang("/home/alice/Second.AppImage")
                #expect(place.manager.takeCalls() == ["StopUnit \(Self.first)"])
                #expect(!next.isNeeded)
            }
        }
    }

    private func withPlaceOfNextDaemon(_ place: Place, _ body: (Place) async throws -> Void) async throws {
        let loop = try EventLoop(name: "test-bells")
        let bus = try PrivateBus()
        let (server, client) = (
            try await BusConnection.open(.address(bus.address), on: loop),
            try await BusConnection.open(.address(bus.address), on: loop)
        )
        try await place.manager.serve(on: server)
        try await body(Place(place.manager, client))
        for connection in [server, client] { await connection.close() }
        await loop.stop()
    }

    @Test(arguments: [FakeServiceManager.Conduct.fails, .isUnknown])
    func `Where a file cannot be watched the daemon stays, until it can or nobody needs it`(
        conduct: FakeServiceManager.Conduct
    ) async throws {
        for unit in [Self.first, Self.usual] {
            try await withPlace { place in
                place.manager.set(conduct, for: unit)
                await place.hang("/home/alice/First.AppImage")
                #expect(place.work.kinds == [.unwatchedProviders])
                place.manager.set(.starts, for: unit)
                await place.hang("/home/alice/First.AppImage")
                #expect(!place.isNeeded)
                place.manager.set(conduct, for: Self.second)
                await place.hang("/home/alice/Second.AppImage")
                #expect(place.isNeeded)
                await place.hang()
                #expect(!place.isNeeded)
            }
        }
    }

    @Test func `Without a service manager the daemon stays as long as anybody is installed`() async throws {
        try await withPlace(isSupervised: false) { place in
            await place.hang()
            #expect(!place.isNeeded)
            await place.units.hang(
                for: [
                    InstallationEvidence(
                        .manifest,
                        files: [
                            .init(
                                path: "/usr/share/typecase/providers/org.example.Foundry.json", mountPoint: "/",
                                fileSystem: 1)
                        ])
                ])
            #expect(place.isNeeded)
            await place.hang()
            #expect(!place.isNeeded)
        }
    }

    @Test func `Of too many files the directories are watched, and of too many of these nothing is`() throws {
        let files = (0..<40).map { "/home/alice/Apps/\($0).AppImage" }
        #expect(try ProviderBellUnits.units(for: Set(files)) == ["typecase-file@home-alice-Apps.path"])
        #expect(throws: ProviderBellUnits.Obstacle.self) {
            try ProviderBellUnits.units(for: Set((0..<40).map { "/srv/\($0)/A.AppImage" }))
        }
    }

    /// What systemd-escape(1) makes of the paths.
    @Test(arguments: [
        ("/home/alice/F.AppImage", "home-alice-F.AppImage"), ("/a-b/c d", #"a\x2db-c\x20d"#),
        ("/.hidden/.x", #"\x2ehidden-.x"#), ("/100%/\n", #"100\x25-\x0a"#), (#"/a\b"#, #"a\x5cb"#),
        ("/é/'\"$(x)`;", #"\xc3\xa9-\x27\x22\x24\x28x\x29\x60\x3b"#),
    ])
    func `Any path can be in the name of a unit`(path: String, name: String) {
        #expect(ProviderBellUnits.unit(watching: path) == "typecase-file@\(name).path")
    }

    @Test(arguments: ["", "/", "relative", "/a//b", "/a/../b", "/a/.", "/" + String(repeating: "x", count: 240)])
    func `But what systemd would not take for the same path`(path: String) {
        #expect(ProviderBellUnits.unit(watching: path) == nil)
    }
}
