internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// A user's fonts are written down on one machine and made the same on another.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct DeclarationTests {
    /// What scripts would see of a user's fonts: names and states.
    private func fonts(_ daemon: RunningDaemon) async throws -> Set<String> {
        let list = try await daemon.typecase("list", "--provider", "user")
        return Set(
            list.standardOutput.split(separator: "\n").dropFirst().map { line in
                line.split(separator: /[ ]{2,}/).enumerated().filter { [1, 4].contains($0.offset) }.map(\.element)
                    .joined(separator: " ")
            })
    }

    @Test("Fonts, their states and rights are the same on another machine, and applying them again changes nothing")
    func twoMachines() async throws {
        let scratch = try ScratchDirectory()
        let (declaration, files) = (scratch["fonts.json"], scratch["fonts"])
        try await RunningDaemon.run { daemon in
            for name in ["First", "Second"] { _ = try await daemon.register(makeFont(name), by: .user) }
            #expect(try await daemon.typecase("disable", "Second Regular").succeeded)
            #expect(try await daemon.typecase("grants", "set", "org.example.A", "install-fonts", "deny").succeeded)
            let exported = try await daemon.typecase("export", "-o", declaration, "--fonts", files)
            #expect(exported.succeeded, "\(exported.standardError)")
            #expect(try await daemon.typecase("diff", declaration).succeeded)
            #expect(try await daemon.typecase("export", "-o", declaration).termination == .exited(1))
        }
        try await RunningDaemon.run { daemon in
            _ = try await daemon.register(makeFont("Third"), by: .user)
            let planned = try await daemon.typecase("apply", "--check", declaration)
            #expect(planned.termination == .exited(1))
            #expect(try await fonts(daemon) == ["Third Regular enabled"])
            let applied = try await daemon.typecase("apply", declaration)
            #expect(applied.succeeded, "\(applied.standardError)")
            #expect(
                try await fonts(daemon)
                    == ["First Regular enabled", "Second Regular disabled", "Third Regular enabled"])
            #expect(try await daemon.typecase("grants", "list").standardOutput.contains("deny"))
            #expect(try await daemon.typecase("apply", declaration).termination == .exited(2))
            #expect(try await daemon.typecase("diff", declaration).standardOutput == "- Third-Regular: remove\n")
            #expect(try await daemon.typecase("apply", "--prune", declaration).termination == .exited(64))
            #expect(try await daemon.typecase("apply", "--prune", "--yes", declaration).succeeded)
            #expect(try await fonts(daemon) == ["First Regular enabled", "Second Regular disabled"])
            // What was removed comes back from what is kept, in the declared state.
            let bare = try await daemon.typecase("export").standardOutput
            #expect(!bare.contains("\"file\""))
            #expect(try await daemon.typecase("uninstall", "First Regular", "Second Regular").succeeded)
            try scratch.write(bare, to: "bare.json")
            let restored = try await daemon.typecase("apply", scratch["bare.json"])
            #expect(restored.succeeded, "\(restored.standardError)")
            #expect(try await fonts(daemon) == ["First Regular enabled", "Second Regular disabled"])
        }
    }

    @Test("Other bytes, a missing file and a font from nowhere are refused one by one, and the rest is applied")
    func refusals() async throws {
        let scratch = try ScratchDirectory()
        try await RunningDaemon.run { daemon in
            for name in ["First", "Second", "Third", "Fourth"] {
                _ = try await daemon.register(makeFont(name), by: .user)
            }
            #expect(
                try await daemon.typecase("export", "-o", scratch["a.json"], "--fonts", scratch["fonts"]).succeeded)
            let text = String(decoding: try readAll(scratch["a.json"]), as: UTF8.self)
            try scratch.write(text.replacing(#""file": "fonts/Fourth-Regular.ttf""#, with: #""x-a": 1"#), to: "a.json")
            #expect(try await daemon.typecase("uninstall", "--yes", "--purge", "*").succeeded)
            try scratch.write(makeFont("Changed"), to: "fonts/First-Regular.ttf")
            #expect(unlink(scratch["fonts/Second-Regular.ttf"]) == 0)
            let applied = try await daemon.typecase("apply", scratch["a.json"])
            #expect(applied.termination == .exited(1))
            #expect(applied.standardError.contains("The SHA-256 is "), "\(applied.standardError)")
            #expect(applied.standardError.contains("Second-Regular.ttf: There is no"), "\(applied.standardError)")
            #expect(applied.standardError.contains("Fourth-Regular: Not installed"), "\(applied.standardError)")
            #expect(try await fonts(daemon) == ["Third Regular enabled"])
            try scratch.write("{\n  \"version\": 1,\n  \"fonts\": 3\n}", to: "broken.json")
            let broken = try await daemon.typecase("apply", scratch["broken.json"])
            #expect(broken.standardError.contains("3:12"), "\(broken.standardError)")
        }
    }

    @Test("Fonts from addresses are fetched there again, from archives and web fonts too, and keep their addresses")
    func addresses() async throws {
        let scratch = try ScratchDirectory()
        let font = makeFont("Distant")
        let server = try await WebServer.start(font: font)
        let address = server.address("font")
        try await withDownloader(server) { daemon in
            #expect(try await daemon.typecase("install", address).succeeded)
            _ = try await daemon.register(makeFont("Near"), by: .user)
            let info = try await daemon.typecase("info", "Distant")
            #expect(info.standardOutput.contains("Fetched from     \(address)\n"), "\(info.standardOutput)")
            let exported = try await daemon.typecase("export", "-o", scratch["fonts.json"], "--fonts", scratch["fonts"])
            #expect(exported.succeeded, "\(exported)")
            let text = String(decoding: try readAll(scratch["fonts.json"]), as: UTF8.self)
            #expect(text.ranges(of: #""url": "\#(address)""#).count == 1 && text.ranges(of: #""url""#).count == 1)
            #expect(text.ranges(of: #""file""#).count == 2)
            // The same from a removed one, and from what is not for a declaration.
            #expect(try await daemon.typecase("uninstall", "Distant").succeeded)
            #expect(try await daemon.typecase("restore", "Distant").succeeded)
            #expect(try await daemon.typecase("export").standardOutput.contains(address))
            #expect(try await daemon.typecase("install", "\(address)?token=secret").termination == .exited(2))
            #expect(try await !daemon.typecase("export").standardOutput.contains("secret"))
        }
        try await withDownloader(server) { daemon in
            #expect(unlink(scratch["fonts/Distant-Regular.ttf"]) == 0)
            let before = server.requests.count
            let applied = try await daemon.typecase("apply", scratch["fonts.json"])
            #expect(applied.succeeded, "\(applied)")
            #expect(server.requests.count == before + 1)
            #expect(try await fonts(daemon) == ["Distant Regular enabled", "Near Regular enabled"])
            #expect(try await daemon.typecase("export").standardOutput.contains(address), "apply keeps it as well")
            // What is there by now is another font.
            #expect(try await daemon.typecase("uninstall", "--purge", "Distant").succeeded)
            let text = String(decoding: try readAll(scratch["fonts.json"]), as: UTF8.self)
            let digest = try SealedMemory(bytes: font).digest.hexadecimal
            try scratch.write(
                text.replacing(digest, with: String(repeating: "0", count: 64)).replacing(
                    #""file": "fonts/D"#, with: #""file": "none/D"#),
                to: "other.json")
            let refused = try await daemon.typecase("apply", scratch["other.json"])
            #expect(refused.termination == .exited(1))
            #expect(refused.standardError.contains("\(address): The SHA-256 is \(digest)"), "\(refused)")
        }
    }

    @Test("A font of an archive at an address is found there by its bytes")
    func archives() async throws {
        let scratch = try ScratchDirectory()
        for name in ["First", "Second"] { try scratch.write(makeFont(name), to: "zip/\(name).ttf") }
        let zip = try await ChildProcess.run(
            "/usr/bin/python3",
            ["-m", "zipfile", "-c", scratch["fonts.zip"], scratch["zip/First.ttf"], scratch["zip/Second.ttf"]],
            environment: ["PATH": "/usr/bin"])
        try #require(zip.succeeded, "\(zip)")
        let server = try await WebServer.start(font: try readAll(scratch["fonts.zip"]))
        try await withDownloader(server) { daemon in
            let installed = try await daemon.typecase("install", server.address("font"))
            #expect(installed.succeeded, "\(installed)")
            let exported = try await daemon.typecase("export").standardOutput
            #expect(exported.ranges(of: server.address("font")).count == 2, "\(exported)")
            try scratch.write(exported, to: "fonts.json")
            #expect(try await daemon.typecase("uninstall", "--yes", "--purge", "*").succeeded)
            let before = server.requests.count
            let applied = try await daemon.typecase("apply", scratch["fonts.json"])
            #expect(applied.succeeded, "\(applied)")
            #expect(server.requests.count == before + 1, "the archive is fetched once")
            #expect(try await fonts(daemon) == ["First Regular enabled", "Second Regular enabled"])
            #expect(try await daemon.typecase("export").standardOutput == exported)
        }
    }

    @Test("A web font at an address is fetched and expanded again, to the same bytes")
    func webFonts() async throws {
        let scratch = try ScratchDirectory()
        let source = try scratch.write(makeFont("Woven"), to: "source.ttf")
        let compressed = try await ChildProcess.run("/usr/bin/woff2_compress", [source], environment: [:])
        try #require(compressed.succeeded, "\(compressed)")
        let server = try await WebServer.start(font: try readAll(scratch["source.woff2"]))
        try await withDownloader(server) { daemon in
            let installed = try await daemon.typecase("install", "--convert", server.address("font"))
            #expect(installed.succeeded, "\(installed)")
            let exported = try await daemon.typecase("export").standardOutput
            #expect(exported.contains(server.address("font")), "\(exported)")
            try scratch.write(exported, to: "fonts.json")
            #expect(try await daemon.typecase("uninstall", "--purge", "Woven").succeeded)
            let applied = try await daemon.typecase("apply", scratch["fonts.json"])
            #expect(applied.succeeded, "\(applied)")
            #expect(try await fonts(daemon) == ["Woven Regular enabled"])
            #expect(try await daemon.typecase("export").standardOutput == exported)
        }
    }

    /// Runs a body with a daemon and a downloader that trusts a web server.
    private func withDownloader(_ server: WebServer, _ body: (RunningDaemon) async throws -> Void) async throws {
        let home = try ScratchHome()
        try home.allowLocalNetwork()
        let socket = "\(home.runtimeDirectory)/typecase/fetch.socket"
        try #require(mkdir("\(home.runtimeDirectory)/typecase", 0o700) == 0 || errno == EEXIST)
        let listener = try ChildProcess(
            "/usr/bin/systemd-socket-activate", ["--accept", "--listen", socket, server.fetcher, "--connected"],
            environment: ["PATH": "/usr/bin:/bin"])
        try await listener.waitForOutput("Listening on")
        try await RunningDaemon.run(home: home) { daemon in try await body(daemon) }
        listener.send(signal: SIGTERM)
    }
}
