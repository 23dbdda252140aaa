internal import FontModel
internal import BusInterface
internal import DBus
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Resources of a sandboxed application, with the real service and the real downloader on its socket.
@Suite(.serialized, .timeLimit(.minutes(5)), DaemonLog.trait)
struct ResourcesTests {
    private static let application = "org.example.Writer"
    private static let address = "https://resources.example.org/"
    private let content = Array("what the server gives".utf8)

    /// Where Flatpak deploys the application in the user's own installation.
    private static let installation = "home/.local/share/flatpak/app/\(application)"
    private static let deployment = "\(installation)/x86_64/stable/0123456789abcdef"

    private func run(_ body: (RunningDaemon, WebServer) async throws -> Void) async throws {
        let server = try await WebServer.start(font: content)
        let home = try ScratchHome()
        try home.scratch.write(
            #"{"version": 1, "rules": [{"providers": ["*"], "sources": ["download"], "decision": "allow"}]}"#,
            to: "policy/policy.d/50-downloads.json")
        try home.scratch.write(
            #"{"servers": {"\#(Self.address)": "\#(server.plainAddress(""))"}}"#,
            to: "home/.config/typecase/servers.json")
        try home.scratch.write(
            """
            {"version": 2, "id": "\(Self.application)", "name": "Writer", "resources": [
             {"file": "one.txt", "sha256": "\(try SealedMemory(bytes: content).digest)", "tags": ["one"],
              "url": "\(Self.address)font", "size": \(content.count)},
             {"file": "bad.txt", "sha256": "\(try SealedMemory(bytes: [1]).digest)", "tags": ["bad"],
              "url": "\(Self.address)font"}]}
            """, to: "\(Self.deployment)/files/share/typecase/providers/\(Self.application).json")
        try #require(symlink("x86_64/stable", home.scratch["\(Self.installation)/current"]) == 0)
        try #require(symlink("0123456789abcdef", home.scratch["\(Self.installation)/x86_64/stable/active"]) == 0)
        let socket = "\(home.runtimeDirectory)/typecase/fetch.socket"
        try #require(mkdir("\(home.runtimeDirectory)/typecase", 0o700) == 0 || errno == EEXIST)
        let listener = try ChildProcess(
            "/usr/bin/systemd-socket-activate", ["--accept", "--listen", socket, server.fetcher, "--connected"],
            environment: ["PATH": "/usr/bin:/bin"])
        try await listener.waitForOutput("Listening on")
        try await RunningDaemon.run(home: home) { try await body($0, server) }
        listener.send(signal: SIGTERM)
    }

    private func fetch(_ arguments: [String], _ daemon: RunningDaemon) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(
            "/usr/bin/bwrap",
            daemon.sandboxArguments(
                Self.application, ["/usr/bin/python3", examplePath("fetch-resources.py")] + arguments,
                deployedAt: daemon.home.scratch["\(Self.deployment)/files"]), environment: daemon.environment)
    }

    /// Runs the program that uses the library as the application.
    private func access(_ lines: [[String]], _ daemon: RunningDaemon) async throws -> [Substring] {
        let outcome = try await ChildProcess.run(
            "/usr/bin/bwrap",
            daemon.sandboxArguments(
                Self.application, [BuildProducts.executable("ClientProgram")],
                deployedAt: daemon.home.scratch["\(Self.deployment)/files"]), environment: daemon.environment,
            input: lines.map { $0.joined(separator: "\t") + "\n" }.joined())
        return outcome.standardOutput.split(separator: "\n")
    }

    private func command(_ arguments: [String], _ daemon: RunningDaemon) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(BuildProducts.executable("typecase"), arguments, environment: daemon.environment)
    }

    @Test("The library has the files of a tag there, however slow the handler of progress is, and names what is wrong")
    func library() async throws {
        try await run { daemon, server in
            let answers = try await access(
                [
                    ["resource", "one", "one.txt"], ["resource", "one", "one.txt"], ["resource", "bad", "bad.txt"],
                    ["resource", "none", "one.txt"], ["resource", "one", "two.txt"],
                ], daemon)
            #expect(
                answers == [
                    "what the server gives, told, RequestReused", "what the server gives, not told, RequestReused",
                    "error InvalidFontData", "error AssetNotFound", "error AssetNotFound",
                ])
            #expect(server.requests.count == 2)
        }
    }

    @Test("An application gets its files by either name, and the command line shows, removes and brings them back")
    func wholeLife() async throws {
        try await run { daemon, server in
            let first = try await fetch(["one", "one.txt"], daemon)
            #expect(first.standardOutput == "what the server gives", "\(first)")
            #expect(first.standardError.hasPrefix("1 files, 1 of them fetched"))
            let second = try await fetch(["--portal", "one", "one.txt"], daemon)
            #expect(second.standardOutput == "what the server gives", "\(second)")
            #expect(second.standardError.hasPrefix("1 files, 0 of them fetched"))
            #expect(server.requests.count == 1)
            let bad = try await fetch(["bad", "bad.txt"], daemon)
            let digests = [try SealedMemory(bytes: [1]).digest, try SealedMemory(bytes: content).digest]
            #expect(digests.allSatisfy { bad.standardError.contains($0.hexadecimal) }, "\(bad)")
            let unknown = try await fetch(["none", "one.txt"], daemon)
            #expect(unknown.standardError.contains("no resource with the tag 'none'"), "\(unknown)")

            let list = try await command(["resources", "--tag", "one"], daemon).standardOutput
            #expect(list.contains("one.txt") && list.contains("fetched") && !list.contains("bad.txt"), "\(list)")
            let before = try await daemon.manager.generation()
            let planned = try await command(["resources", "purge", Self.application, "--dry-run"], daemon)
            #expect(planned.standardOutput == "Would be removed: 1 file\n", "\(planned)")
            #expect(try await daemon.manager.generation() == before)
            let purge = try await command(["resources", "purge", Self.application], daemon)
            #expect(purge.standardOutput == "Removed: 1 file\n", "\(purge)")
            let changes = try await daemon.manager.changes(sinceGeneration: before).changes
            #expect(changes.map { $0.text("kind") } == ["evicted"])
            #expect(changes.map { $0.text("id") } == [digests[1].hexadecimal])
            #expect(try await command(["resources", "purge"], daemon).termination == .exited(2), "nothing to do")
            let absent = try await command(["resources", "prefetch", "--dry-run"], daemon)
            #expect(absent.standardOutput == "Would be fetched: 2 files\n", "\(absent)")
            let prefetch = try await command(["resources", "prefetch", "--json"], daemon)
            #expect(prefetch.termination == .exited(1), "one of the files has other bytes")
            #expect(prefetch.standardOutput.contains("\"fetched\": 1"), "\(prefetch)")
            let again = try await command(["resources", "prefetch"], daemon)
            #expect(again.standardError.ranges(of: "bad.txt").count == 1, "\(again)")
            let status = try await daemon.management.status()
            let servers = try status["resource_servers"]?.converted(to: [String].self)
            #expect(servers == ["\(Self.address) => \(server.plainAddress(""))"])
            let doctor = try await command(["doctor"], daemon).standardOutput
            #expect(doctor.contains("replaced-servers"), "\(doctor)")
        }
    }
}
