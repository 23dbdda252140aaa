internal import BusInterface
internal import DBus
internal import FontLibrary
internal import FontModel
internal import FontService
internal import Glibc
internal import InspectionClient
internal import LinuxSystem
internal import TestSupport
internal import Testing

@testable internal import FontDaemon
internal import WorkerClient

/// When the daemon leaves a note that spares the next login a daemon: where there is nothing to do and nothing to watch.
@Suite(.timeLimit(.minutes(10)))
struct RestingHomeTests {
    /// One of which the policy of the tests says nothing.
    private static let flatpak = "org.unheard.Foundry"
    private static let deployment = "home/.local/share/flatpak/app/\(flatpak)/current/active"

    /// What a home has when the daemon ends.
    enum Content: CaseIterable {
        case nothing, fontsOfUser, fontsOfFlatpak
        case fontsOfSession, fontsSetAside, fontsSetAsideByUser, fontsOfUninstalledProgram, fontsOfUnusualPlace
        case brokenManifest, sharedHome

        var isAtRest: Bool { [.nothing, .fontsOfUser, .fontsOfFlatpak].contains(self) }
    }

    @Test(arguments: Content.allCases)
    func `A daemon leaves a note where neither a login nor the time can have it do anything`(
        content: Content
    ) async throws {
        let home = try ScratchHome()
        let traits = HomeTraits(machine: .current()) { _ in content == .sharedHome }
        try await Desk.run(in: home, traits: traits) { desk in
            let connection = try await desk.connect(as: "org.example.Manager")
            try await FakeServiceManager().serve(on: connection)
            try await desk.waitUntilReady()
            try await prepare(content, desk, home)
            try await eventually("nothing is under way") { await desk.daemon.work.kinds.isEmpty }
            #expect(!holds(in: home), "a daemon runs")
            await desk.daemon.stop()
            #expect(holds(in: home) == content.isAtRest)
            guard content == .fontsOfFlatpak else { return await connection.close() }
            home.scratch.remove("home/.local/share/flatpak/app/\(Self.flatpak)")
            #expect(!holds(in: home), "the provider has gone")
            await connection.close()
        }
    }

    private func holds(in home: ScratchHome) -> Bool {
        RestNote.holds(
            for: DaemonConfiguration(
                busAddress: .session, systemBusAddress: .system, environment: home.environment,
                workers: .executable("/nonexistent", environment: [:]), fetcher: .executable("/nonexistent")))
    }

    private func prepare(_ content: Content, _ desk: Desk, _ home: ScratchHome) async throws {
        switch content {
        case .nothing, .sharedHome: break
        case .fontsOfUser: try await install("Alpha", scope: "persistent", desk, home)
        case .fontsOfSession: try await install("Alpha", scope: "session", desk, home)
        case .fontsOfFlatpak: try await deploy(desk, home)
        case .fontsSetAside:
            try await deploy(desk, home)
            home.scratch.remove("home/.local/share/flatpak/app/\(Self.flatpak)")
            try await desk.management.reconcile(options: [:])
        case .fontsSetAsideByUser:
            try await deploy(desk, home)
            #expect(try await desk.management.removeProvider(provider: Self.flatpak, options: [:]) == 1)
        case .fontsOfUninstalledProgram: _ = try await desk.register(home, "Alpha")
        case .fontsOfUnusualPlace:
            // systemd does not watch it by itself.
            try provide("org.example.Foundry", below: "share", home)
            try await desk.management.reconcile(options: [:])
            #expect(try await desk.management.listFonts(filter: [:]).fonts.count == 1)
        case .brokenManifest:
            try home.scratch.write("{", to: "share/typecase/providers/org.example.Press.json")
            try await desk.management.reconcile(options: [:])
        }
    }

    private func install(_ family: String, scope: String, _ desk: Desk, _ home: ScratchHome) async throws {
        let path = try home.scratch.write(Desk.font(family), to: "given/\(family)")
        let font = OwnedFileDescriptor(adopting: Glibc.open(path, O_RDONLY | O_CLOEXEC))
        let answer = try await desk.management.installFonts(fonts: [font], scope: scope, enabled: true, options: [:])
        let result = try #require(answer.results.first)
        try #require((result["error"]?.converted(to: String.self) ?? "") == "", "\(result)")
    }

    /// Puts a font and a manifest that wants it registered below a directory.
    private func provide(_ id: String, below directory: String, _ home: ScratchHome) throws {
        let font = Desk.font("Alpha")
        try home.scratch.write(font, to: "\(directory)/typecase/assets/\(id)/a.ttf")
        let digest = try SealedMemory(bytes: font).digest
        try home.scratch.write(
            """
            {"version": 1, "id": "\(id)", "name": "Foundry", "rights": ["install-fonts"],
             "fonts": [{"file": "a.ttf", "sha256": "\(digest)", "register": "on-install"}]}
            """, to: "\(directory)/typecase/providers/\(id).json")
    }

    /// Deploys a Flatpak of the user's, whose going is always heard.
    private func deploy(_ desk: Desk, _ home: ScratchHome) async throws {
        try home.scratch.write("[Application]\n", to: "\(Self.deployment)/metadata")
        try provide(Self.flatpak, below: "\(Self.deployment)/files/share", home)
        try await desk.management.setGrant(
            provider: Self.flatpak, right: "install-fonts", decision: "allow", options: [:])
        try await desk.management.reconcile(options: [:])
        #expect(try await desk.management.listFonts(filter: [:]).fonts.count == 1)
    }
}
