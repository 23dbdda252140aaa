internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Calls that leave the application out mean the caller's own, as the service knows it.
@Suite(
    .serialized, .timeLimit(.minutes(5)), DaemonLog.trait,
    .enabled("an unprivileged user may make sandboxes") { await RunningDaemon.canMakeSandboxes() })
struct OwnApplicationTests {
    private static let application = "org.example.Foundry"
    private static let deployment = "flatpak/app/\(application)/x86_64/stable/0123456789abcdef"

    /// Runs the program as the application that is deployed.
    private func run(_ lines: [[String]], _ daemon: RunningDaemon) async throws -> [String] {
        let outcome = try await ChildProcess.run(
            "/usr/bin/bwrap",
            daemon.sandboxArguments(
                Self.application, [BuildProducts.executable("ClientProgram")],
                deployedAt: daemon.home.scratch["\(Self.deployment)/files"]),
            environment: daemon.environment, input: lines.map { $0.joined(separator: "\t") + "\n" }.joined())
        try #require(outcome.succeeded, "\(outcome)")
        return outcome.standardOutput.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
            String.init)
    }

    /// Deploys the application, whose manifest has fonts: two of them are styles that share a name.
    private func makeHome() throws -> ScratchHome {
        let home = try ScratchHome()
        let share = "\(Self.deployment)/files/share/typecase"
        var fonts = [("own.ttf", "OwnAsset-Regular", makeFont("Own Asset"))]
        for (file, style, slant) in [("roman.ttf", "Regular", FontSlant.upright), ("italic.ttf", "Italic", .italic)] {
            var twin = FontBuilder(family: "Twins", style: style)
            twin.postscriptName = "Twin"
            twin.slant = slant
            fonts.append((file, "Twin", twin.build()))
        }
        let entries = try fonts.map { file, name, font in
            #"{"file": "\#(file)", "sha256": "\#(try SealedMemory(bytes: font).digest.hexadecimal)", "name": "\#(name)"}"#
        }
        let manifest = """
            {"version": 1, "id": "\(Self.application)", "name": "Foundry", "rights": ["install-fonts"],
             "fonts": [\(entries.joined(separator: ", "))]}
            """
        // The service finds it where the application is deployed, the program among its own data.
        for place in [share, "share/typecase"] {
            for (file, _, font) in fonts {
                try home.scratch.write(font, to: "\(place)/assets/\(Self.application)/\(file)")
            }
            try home.scratch.write(manifest, to: "\(place)/providers/\(Self.application).json")
        }
        return home
    }

    @Test(
        "A name of the manifest that styles share registers all of them, in whatever case it is",
        arguments: ["named", "left-out", "handler", "process"])
    func sharedNames(_ way: String) async throws {
        try await RunningDaemon.run(home: makeHome()) { daemon in
            let answers = try await run([["own-assets", way, Self.application, "twin"]], daemon)
            #expect(answers == ["Twin Twin"])
        }
    }

    @Test(
        "Fonts of the manifest are registered and removed without the id as with it",
        arguments: ["named", "left-out", "handler"])
    func assets(_ way: String) async throws {
        let home = try makeHome()
        try await RunningDaemon.run(home: home) { daemon in
            let answers = try await run([["own-assets", way, Self.application, "OwnAsset-Regular"]], daemon)
            #expect(answers == ["OwnAsset-Regular"])
            let fonts = try await daemon.management.listFonts(filter: [:]).fonts
            #expect(fonts.map { $0.text("provider") } == [Self.application])
            #expect(try await run([["unregister-named", "session", "OwnAsset-Regular"]], daemon) == ["done"])
            #expect(try await daemon.management.listFonts(filter: [:]).fonts.isEmpty)
        }
    }

    @Test("Fonts of the manifest are leased, and end with their handle")
    func leasedAssets() async throws {
        try await RunningDaemon.run(home: makeHome()) { daemon in
            let answers = try await run(
                [
                    ["own-assets", "leased", Self.application, "OwnAsset-Regular"], ["own", "session"],
                    ["end-lease", "assets"], ["own", "session"],
                ], daemon)
            #expect(answers == ["OwnAsset-Regular", "OwnAsset-Regular", "done", ""], "\(answers)")
            #expect(try await daemon.management.listFonts(filter: [:]).fonts.isEmpty)
        }
    }

    @Test("Fonts of the manifest are registered for the process alone, whose application the service tells")
    func assetsOfProcess() async throws {
        let home = try makeHome()
        try await RunningDaemon.run(home: home) { daemon in
            let answers = try await run(
                [
                    ["own-assets", "process", Self.application, "OwnAsset-Regular"], ["fontconfig", "Own Asset"],
                    ["unregister-named", "process", "OwnAsset-Regular"],
                ], daemon)
            #expect(answers == ["OwnAsset-Regular", "Own Asset", "done"])
            #expect(try await daemon.management.listFonts(filter: [:]).fonts.isEmpty)
        }
        // One that the service does not know as an application names it.
        try await RunningDaemon.run { daemon in
            let lines = [["own-assets", "process", Self.application, "OwnAsset-Regular"]]
            let answers = try await ClientProgram.run(lines, environment: daemon.environment)
            #expect(answers == ["error InsufficientInfo"])
        }
    }

    @Test("What the user has set for the application holds where it asks without its id", arguments: ["", application])
    func activation(_ id: String) async throws {
        try await RunningDaemon.run(home: makeHome()) { daemon in
            let path = try daemon.home.scratch.write(makeFont("Waiting"), to: "waiting.ttf")
            for right in ["install-fonts", "install-undeclared-fonts"] {
                try await daemon.management.setGrant(
                    provider: Self.application, right: right, decision: "allow", options: [:])
            }
            _ = try await ClientProgram.run(
                [["auto-activation", Self.application, "enabled"]], environment: daemon.environment)
            let answers = try await run(
                [["register", "session", path, "disabled"], ["match-activating", id, "Waiting"]], daemon)
            #expect(answers == ["Waiting-Regular session new", "Waiting-Regular"])
        }
    }
}
