internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Synchronization
internal import TestSupport
internal import Testing
internal import Typecase

/// Fonts of an application that are on the web, with the real service and the real downloader on its socket.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct RemoteFontCacheTests {
    private static let family = "Distant"
    private static let name = "Distant-Regular"
    private let font = makeFont(Self.family)

    /// Runs a body with a daemon, a web server, and a downloader that the service manager would start for each
    /// connection.
    private func run(
        bus: PrivateBus? = nil, isStarted: Bool = true, serving file: [UInt8]? = nil,
        _ body: (RunningDaemon, WebServer) async throws -> Void
    ) async throws {
        let server = try await WebServer.start(font: file ?? font)
        let home = try ScratchHome()
        try home.allowLocalNetwork()
        let socket = "\(home.runtimeDirectory)/typecase/fetch.socket"
        try #require(mkdir("\(home.runtimeDirectory)/typecase", 0o700) == 0 || errno == EEXIST)
        let listener = try ChildProcess(
            "/usr/bin/systemd-socket-activate", ["--accept", "--listen", socket, server.fetcher, "--connected"],
            environment: ["PATH": "/usr/bin:/bin"])
        try await listener.waitForOutput("Listening on")
        try await RunningDaemon.run(home: home, bus: bus, isStarted: isStarted) { daemon in
            try await body(daemon, server)
        }
        listener.send(signal: SIGTERM)
    }

    private func answers(_ lines: [[String]], _ daemon: RunningDaemon) async throws -> [String] {
        try await ClientProgram.run(lines, environment: daemon.environment)
    }

    private func digest() throws -> String { try SealedMemory(bytes: font).digest.hexadecimal }

    @Test("A thousand first uses at once fetch a font once, and the next process has it without the web or the service")
    func once() async throws {
        try await run { daemon, server in
            let address = server.address("font")
            let lines = [
                ["remote-font", address, Self.name, "", "process", "1000"], ["fontconfig", Self.family],
                ["remote-font", address, Self.name, try digest(), "process", "1"],
            ]
            #expect(try await answers(lines, daemon) == ["\(Self.name) 1000", Self.family, "\(Self.name) 1"])
            #expect(server.requests == ["GET /font - -"])
            await daemon.stop()
            let later = ["remote-font", address, Self.name, "", "process", "1"]
            #expect(try await answers([later], daemon) == ["\(Self.name) 1"])
            #expect(server.requests.count == 1)
        }
    }

    @Test("Fifty processes of one application that start at once fetch a font once")
    func fiftyProcesses() async throws {
        try await run { daemon, server in
            let (line, environment) = (
                ["remote-font", server.address("font"), Self.name, "", "process", "1"], daemon.environment
            )
            let answers = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        try await ClientProgram.run([line, ["fontconfig", Self.family]], environment: environment)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers == Array(repeating: ["\(Self.name) 1", Self.family], count: 50))
            #expect(server.requests.count == 1)
        }
    }

    @Test("Whoever fetches a font and ends in the middle leaves it to the next")
    func endedInTheMiddle() async throws {
        try await run { daemon, server in
            let line = ["remote-font", server.address("stall"), Self.name, "", "process", "1"]
            let first = try ChildProcess(
                BuildProducts.executable("ClientProgram"), environment: daemon.environment, acceptsInput: true)
            try first.write(line.joined(separator: "\t") + "\n")
            try await eventually("the first fetches it") { server.requests.count == 1 }
            let second = try ChildProcess(
                BuildProducts.executable("ClientProgram"), environment: daemon.environment, acceptsInput: true)
            try second.write(line.joined(separator: "\t") + "\n")
            first.send(signal: SIGKILL)
            _ = await first.wait()
            try await eventually("the second fetches it") { server.requests.count == 2 }
            second.send(signal: SIGKILL)
            _ = await second.wait()
        }
    }

    @Test("A font of the web is registered with the session, and its file in the cache is not believed")
    func session() async throws {
        try await run { daemon, server in
            let line = ["remote-font", server.address("font"), Self.name, "", "persistent", "2"]
            #expect(try await answers([line], daemon) == ["\(Self.name) 2"])
            #expect(try await daemon.fontconfigFamilies().contains(Self.family))
            let file = "\(daemon.environment["XDG_CACHE_HOME"] ?? "")/typecase/fonts/\(try digest())"
            try #require(truncate(file, 100) == 0)
            #expect(try await answers([line], daemon) == ["\(Self.name) 2"])
            #expect(server.requests.count == 2)
        }
    }

    @Test("A font that is another one, of another name, or not there is an error that says so")
    func refused() async throws {
        try await run { daemon, server in
            let address = server.address("font")
            let lines = [
                ["remote-font", address, Self.name, String(repeating: "0", count: 64), "process", "1"],
                ["remote-font", address, "Another-Regular", "", "process", "3"],
                ["remote-font", server.address("status/404"), Self.name, "", "process", "1"],
                ["remote-font", "http://localhost/font", Self.name, "", "process", "1"],
                ["remote", server.address("status/404"), "", "persistent"],
                ["remote", address, String(repeating: "0", count: 64), "persistent"],
                ["remote", server.address("circle"), "", "persistent"], ["list"],
            ]
            let answers = try await answers(lines, daemon)
            #expect(
                answers == [
                    "error notDownloaded", "error nameMismatch", "error notDownloaded", "error notDownloaded",
                    "error FileNotFound", "error InvalidFontData", "error DownloadFailed", "",
                ])
            #expect(try await daemon.list().isEmpty)
        }
    }

    @Test("A service that the call itself starts fetches a font once, and does not leave before it is there")
    func started() async throws {
        try await run(bus: PrivateBus(starting: IdleExitTests.programs), isStarted: false) { daemon, server in
            try await daemon.letBusStart(environment: ["TYPECASE_IDLE_TIME": "0.05"])
            let font = try await daemon.fontManager.registerFont(from: server.address("cut/2"), scope: .persistent)
            #expect(font.faces.map(\.postscriptName) == [Self.name])
            #expect(server.requests.count == 3, "as often as the connection broke, and once more")
        }
    }

    @Test("Progress is told while a font comes, and who gives it up is answered at once")
    func cancelled() async throws {
        try await run { daemon, server in
            let manager = daemon.fontManager
            let (told, tell) = AsyncStream.makeStream(of: FontDownloadProgress.self)
            let task = Task {
                try await manager.registerFont(from: server.address("stall"), scope: .persistent) { tell.yield($0) }
            }
            for await progress in told {
                #expect(progress.bytesTotal == font.count)
                #expect(progress.bytesDone > 0)
                #expect(progress.fraction.map { $0 > 0 && $0 < 1 } == true)
                break
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            // A bar that shows it ends full.
            let (ending, tellEnd) = AsyncStream.makeStream(of: FontDownloadProgress.self)
            let registered = try await manager.registerFont(
                from: server.address("cut/2"), sha256: digest(), scope: .persistent
            ) { tellEnd.yield($0) }
            let full = FontDownloadProgress(bytesDone: font.count, bytesTotal: font.count)
            #expect(await ending.first { $0 == full } != nil)
            #expect(registered.faces.map(\.postscriptName) == [Self.name])
            #expect(try await daemon.list().count == 1)
        }
    }

    @Test("A font that is given up before the service has answered is not registered")
    func cancelledBeforeTheAnswer() async throws {
        try await run { daemon, server in
            let manager = daemon.fontManager
            _ = try await manager.generation()
            let monitor = try ChildProcess(
                "/usr/bin/dbus-monitor",
                [
                    "--address", daemon.bus.address, "type='method_call',member='RegisterRemoteFont'",
                    "type='signal',member='Finished'",
                ], environment: ["PATH": "/usr/bin:/bin"])
            try await monitor.waitForOutput("member=NameLost")
            try daemon.suspend()
            let task = Task { try await manager.registerFont(from: server.address("late/15"), scope: .persistent) }
            try await monitor.waitForOutput("member=RegisterRemoteFont")
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            daemon.resume()
            try await eventually("the job has ended") { monitor.standardOutput.contains("member=Finished") }
            #expect(try await daemon.list().isEmpty)
            monitor.send(signal: SIGTERM)
            _ = await monitor.wait()
        }
    }

    @Test("Of two who wait for the same font one is answered at once that gives it up, and the other waits on")
    func oneOfTwo() async throws {
        try await run { daemon, server in
            let manager = daemon.fontManager
            let (told, tell) = AsyncStream.makeStream(of: Void.self)
            let other = Task.immediate {
                try await manager.registerFont(from: server.address("stall"), scope: .process)
            }
            let task = Task.immediate {
                try await manager.registerFont(from: server.address("stall"), scope: .process) { _ in tell.yield() }
            }
            for await _ in told { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(server.requests.count == 1, "it is fetched once, and goes on")
            other.cancel()
            await #expect(throws: CancellationError.self) { try await other.value }
        }
    }

    @Test("The first use of a font tells how far it is, and who gives it up is answered at once, and nobody else")
    func firstUse() async throws {
        try await run { daemon, server in
            var configuration = FontCache.Configuration()
            configuration.scope = .session
            configuration.followsTextSize = false
            let cache = FontCache(configuration, manager: daemon.fontManager)
            let descriptor = NamedAppFont(Self.name, source: .remote(server.address("stall")))
            let (told, tell) = AsyncStream.makeStream(of: FontDownloadProgress.self)
            let other = Task.immediate { try await cache.register(descriptor) }
            let task = Task.immediate {
                try await Font(descriptor: descriptor, size: 12, cache: cache) { tell.yield($0) }
            }
            for await progress in told {
                #expect(progress.bytesTotal == font.count && progress.bytesDone > 0)
                break
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(server.requests.count == 1, "it is fetched once, and goes on")
            other.cancel()
            await #expect(throws: CancellationError.self) { try await other.value }
        }
    }

    @Test("A cache that cannot be written to keeps no font from being used; where nothing can be written it is said")
    func readOnlyCache() async throws {
        try await run { daemon, server in
            let locked = try daemon.home.scratch.makeDirectory("locked", mode: 0o500)
            var environment = daemon.environment
            environment["XDG_CACHE_HOME"] = locked
            let use = ["remote-font", server.address("font"), Self.name, "", "process", "1"]
            for _ in 1...2 {
                let answers = try await ClientProgram.run(
                    [use, ["fontconfig", Self.family]], environment: environment)
                #expect(answers == ["\(Self.name) 1", Self.family])
            }
            #expect(server.requests.count == 1, "the second process has the file of the first")
            environment["XDG_RUNTIME_DIR"] = locked
            #expect(try await ClientProgram.run([use], environment: environment) == ["error notDownloaded"])
        }
    }

    @Test("The program installs a font from its address as the user's own, and says why it does not")
    func program() async throws {
        try await run { daemon, server in
            let (address, missing) = (server.address("cut/2"), server.address("status/404"))
            let file = try daemon.writeFonts(["Local"])[0]
            let outcome = try await daemon.typecase("install", missing, address, file)
            #expect(outcome.termination == .exited(1))
            #expect(outcome.standardError.hasPrefix("typecase: \(missing): "))
            let lines = outcome.standardOutput.split(separator: "\n").map { $0.prefix { $0 != "(" } }
            #expect(lines.map { $0.hasPrefix("Installed ") } == [true, true, false], "\(outcome.standardOutput)")
            #expect(try await Set(daemon.fontconfigFamilies()) == [Self.family, "Local"])
            #expect(try await daemon.typecase("install", address).standardOutput.hasPrefix("Already installed"))
            let plain = try await daemon.typecase("install", server.plainAddress("font"))
            #expect(plain.termination == .exited(1))
        }
    }

    @Test("A program in Python registers a font from its address, is told how far it is, and gives it up")
    func example() async throws {
        try await run { daemon, server in
            let example = examplePath("fetch-font.py")
            func fetch(_ arguments: String...) async throws -> ChildProcess.Outcome {
                try await ChildProcess.run(
                    "/usr/bin/python3", [example] + arguments, environment: daemon.environment)
            }
            let child = try ChildProcess(
                "/usr/bin/python3", [example, server.address("stall")], environment: daemon.environment)
            try await eventually("it tells how far it is") {
                child.standardError.contains(" of \(font.count) bytes")
            }
            child.send(signal: SIGINT)
            #expect(await child.wait().termination == .exited(130))
            let other = try await fetch(server.address("font"), String(repeating: "0", count: 64))
            #expect(other.termination == .exited(1) && other.standardError.contains("SHA-256"))
            let nowhere = try await fetch("file:///etc/passwd")
            #expect(nowhere.termination == .exited(1) && nowhere.standardError.hasPrefix("fetch-font.py: "))
            #expect(try await daemon.fontconfigFamilies() == [])

            let fetched = try await fetch(server.address("font"), digest())
            #expect(fetched.succeeded, "\(fetched)")
            let id = fetched.standardOutput.filter { !$0.isNewline }
            #expect(try await daemon.fontManager.data(ofFont: id) == font)
            #expect(try await daemon.fontconfigFamilies() == [Self.family])
        }
    }

    @Test("An archive is installed by its address, and a web font where it is to be converted")
    func otherForms() async throws {
        let archive = try ArchiveBuilder([
            .init("Packed/Regular.ttf", makeFont("Packed")), .init("Packed/up/../../bad.ttf", makeFont("Bad")),
            .init("Packed/OFL.txt", [65]),
        ]).build(.zip)
        try await run(serving: archive) { daemon, server in
            let address = server.address("font")
            let installed = try await daemon.typecase("install", address)
            #expect(installed.standardOutput.contains("Installed Packed Regular 1.000 as "), "\(installed)")
            #expect(installed.standardError.contains("\(address)/Packed/up/../../bad.ttf"), "\(installed)")
            #expect(installed.termination == .exited(1))
            #expect(try await daemon.fontconfigFamilies() == ["Packed"])
        }
        try await run(serving: WOFFBuilder(of: makeFont("Woven")).build()) { daemon, server in
            let refused = try await daemon.typecase("install", server.address("font"))
            #expect(refused.termination == .exited(1) && refused.standardError.contains("--convert"), "\(refused)")
            let converted = try await daemon.typecase("install", "--convert", server.address("font"))
            #expect(converted.succeeded, "\(converted)")
            #expect(try await daemon.fontconfigFamilies() == ["Woven"])
        }
    }

    @Test("Ctrl-C gives up a font that comes from the web, whose progress is told, and nothing is installed")
    func interruptedProgram() async throws {
        try await run { daemon, server in
            let terminal = try PseudoTerminal()
            let environment = daemon.environment.merging(["TERM": "xterm"]) { $1 }
            let child = try ChildProcess(
                at: terminal, BuildProducts.executable("typecase"), ["install", server.address("stall")],
                environment: environment)
            try await child.waitForOutput("Fetching stall  [#")
            try child.write("\u{3}")
            let outcome = await child.wait()
            #expect(outcome.termination == .exited(130))
            #expect(
                outcome.standardOutput.hasSuffix(
                    "Interrupted while fonts were being fetched; nothing was installed.\r\n"))
            #expect(try await daemon.list().isEmpty)
        }
    }
}
