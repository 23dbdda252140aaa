internal import BusInterface
internal import DBus
internal import Glibc
internal import TestSupport
internal import Testing

/// Fonts that are there for as long as a program runs.
@Suite(.timeLimit(.minutes(10)), DaemonLog.trait)
struct TryTests {
    private func options(_ names: String...) -> [String: BusVariant] {
        ["lease": BusVariant(true), "names": BusVariant(names)]
    }

    @Test("A program runs with fonts that are gone when it ends, and its exit code is the command's")
    func run() async throws {
        try await RunningDaemon.run { daemon in
            let path = try daemon.home.scratch.write(makeFont("Tried"), to: "given/tried.ttf")
            let kept = try await daemon.register(makeFont("Kept"), by: .user)
            let ran = try await daemon.typecase("try", path, "--", "/bin/sh", "-c", "fc-list : family; exit 7")
            #expect(ran.termination == .exited(7), "\(ran)")
            #expect(ran.standardOutput.contains("Tried") && ran.standardOutput.contains("Kept"), "\(ran)")
            try await eventually("the font is gone") {
                let fonts = try await daemon.list(by: .user).map { $0.text("id") }
                let families = try await daemon.fontconfigFamilies()
                return fonts == [kept] && families == ["Kept"]
            }
            #expect(
                try await daemon.typecase("restore").standardOutput.contains("Tried") == false, "it was never installed"
            )

            let missing = try await daemon.typecase("try", path, "--", "/nonexistent/program")
            #expect(missing.standardError.contains("/nonexistent/program: The program cannot be run"), "\(missing)")
            let bad = try daemon.home.scratch.write(makeFont("Bad").prefix(300), to: "given/bad.ttf")
            let refused = try await daemon.typecase("try", path, bad, "--", "/bin/echo", "ran")
            #expect(!refused.succeeded && refused.standardError.ranges(of: "bad.ttf").count == 1, "\(refused)")
            #expect(!refused.standardOutput.contains("ran"))
            try await eventually("nothing is left") { try await daemon.fontconfigFamilies() == ["Kept"] }
        }
    }

    @Test("Archives and web fonts beside the fonts are named, and the program's output is its own")
    func passedOver() async throws {
        try await RunningDaemon.run { daemon in
            for name in ["tried.ttf", "more.zip", "web.woff2"] {
                try daemon.home.scratch.write(makeFont("Tried"), to: "given/\(name)")
            }
            let ran = try await daemon.typecase("try", daemon.home.scratch["given"], "--", "/bin/echo", "ran")
            #expect(ran.succeeded && ran.standardOutput == "ran\n", "\(ran)")
            let named = ["more.zip: warning: Ignored: an archive", "web.woff2: warning: Ignored: a web font"]
            for text in named { #expect(ran.standardError.contains(text), "\(ran.standardError)") }
        }
    }

    @Test("A font that two programs try lasts until both have left, whoever leaves first", arguments: [0, 1])
    func shared(first: Int) async throws {
        try await RunningDaemon.run { daemon in
            let connections = [try await daemon.connect(), try await daemon.connect()]
            let font = makeFont("Shared")
            var ids: [String] = []
            for connection in connections {
                let reply = try await Management1Client(connection).installFonts(
                    fonts: [daemon.home.openFont(font)], scope: "session", enabled: true,
                    options: options("shared.ttf"))
                ids.append(try #require(reply.results.first).text("id"))
            }
            #expect(Set(ids).count == 1)
            await connections[first].close()
            // Whatever the first one's end does is done before this font is there.
            _ = try await daemon.register(makeFont("Later"), by: .user)
            #expect(try await daemon.fontconfigFamilies() == ["Shared", "Later"])
            await connections[1 - first].close()
            try await eventually("the font is gone") { try await daemon.fontconfigFamilies() == ["Later"] }
        }
    }

    @Test("What is installed already stays as it is, and a disabled font is no font to try")
    func installed() async throws {
        try await RunningDaemon.run { daemon in
            let fonts = [makeFont("Disabled"), makeFont("Enabled")]
            let disabled = try await daemon.register(fonts[0], by: .user, enabled: false)
            let enabled = try await daemon.register(fonts[1], by: .user)
            let connection = try await daemon.connect()
            let reply = try await Management1Client(connection).installFonts(
                fonts: [
                    daemon.home.openFont(fonts[0], name: "disabled.ttf"),
                    daemon.home.openFont(fonts[1], name: "enabled.ttf"),
                    daemon.home.openFont(makeFont("New"), name: "new.ttf"),
                ], scope: "session", enabled: true, options: options("disabled.ttf", "enabled.ttf", "new.ttf"))
            #expect(reply.results.map { $0.text("id") }[1] == enabled)
            #expect(reply.results[0].errorName == "RegistrationFailed")
            #expect(reply.results[2].errorName == "")
            await connection.close()
            try await eventually("the new font is gone") { try await daemon.list(by: .user).count == 2 }
            let states = try await daemon.list(by: .user).map {
                ($0.text("id"), $0.boolean("enabled"), $0.text("scope"))
            }
            #expect(states.contains { $0 == (enabled, true, "persistent") })
            #expect(states.contains { $0 == (disabled, false, "persistent") })
        }
    }

    @Test("Fonts that are tried last over a restart of the service, and end with a program that was killed")
    func restart() async throws {
        try await RunningDaemon.run { daemon in
            let path = try daemon.home.scratch.write(makeFont("Tried"), to: "given/tried.ttf")
            let program = try ChildProcess(
                BuildProducts.executable("typecase"),
                ["try", path, "--", "/bin/sh", "-c", "echo there; exec sleep 600"],
                environment: daemon.environment)
            try await program.waitForOutput("there")
            try await daemon.restart()
            try await daemon.waitUntilRecovered()
            #expect(try await daemon.fontconfigFamilies() == ["Tried"])
            program.send(signal: SIGTERM)
            #expect(await program.wait().termination == .exited(128 + SIGTERM), "the signal ended the command")
            try await eventually("the font is gone") { try await daemon.fontconfigFamilies() == [] }
        }
    }
}
