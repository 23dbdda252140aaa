import BusInterface
import DBus
import FontModel
import Glibc
import LinuxSystem
import TestSupport
import Testing

/// Fonts that the daemon has fetched from the web.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct RemoteFontTests {
    private static let family = "Far Away"

    /// The end of a download.
    private struct End {
        var state: String
        var result: [String: BusVariant]

        func text(_ key: String) throws -> String? { try result[key]?.converted(to: String.self) }
    }

    /// Begins a download whose job is known before, and listens to it.
    private func begin(
        _ url: String, scope: String, on connection: BusConnection, token: String,
        _ options: [String: BusVariant] = [:],
        whileRunning: (Job1Client) async throws -> Void = { _ in }
    ) async throws -> End {
        let name = connection.uniqueName.dropFirst().replacing(".", with: "_")
        let path = try FontManager1Names.path.appending("job").appending(String(name)).appending(token)
        let job = Job1Client(connection, busName: FontManager1Names.busName, path: path)
        let ends = try await job.finished()
        let begun = try await FontManager1Client(connection).registerRemoteFont(
            url: url, scope: scope, enabled: true,
            options: options.merging(["handle_token": BusVariant(token)]) { $1 })
        #expect(begun == path)
        try await whileRunning(job)
        for await end in ends { return End(state: end.state, result: end.result) }
        throw BusError.disconnected
    }

    private func error(of url: String, scope: String, on connection: BusConnection) async -> String? {
        do throws(BusError) {
            _ = try await FontManager1Client(connection).registerRemoteFont(
                url: url, scope: scope, enabled: true, options: [:])
            return nil
        } catch {
            return error.name
        }
    }

    @Test func `A font comes from the web to the session`() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home, besideServerOf: Self.family) { desk, server in
            let digest = try SealedMemory(bytes: Desk.font(Self.family)).digest.hexadecimal
            let end = try await begin(
                server.address("font"), scope: "persistent", on: desk.connection, token: "a",
                ["sha256": BusVariant(digest)])
            #expect(end.state == "done", "\(end.result)")
            let id = try #require(try end.text("id"))
            let fonts = try await desk.manager.listRegistered(filter: [:]).fonts
            #expect(try fonts.map { try $0["id"]?.converted(to: String.self) } == [id])
            #expect(try fonts.first?["sha256"]?.converted(to: String.self) == digest)
            #expect(
                try end.result["generation"]?.converted(to: UInt64.self)
                    == (try await desk.manager.generation()))
            // The same again is the same registration.
            let again = try await begin(
                server.address("font"), scope: "persistent", on: desk.connection, token: "b")
            #expect(try again.text("id") == id)
            #expect(try again.result["already_registered"]?.converted(to: Bool.self) == true)
        }
    }

    @Test func `A font for the process alone is handed over in sealed memory, once`() async throws {
        try await Desk.run(in: ScratchHome(), besideServerOf: Self.family) { desk, server in
            let end = try await begin(
                server.address("font"), scope: "process", on: desk.connection, token: "a"
            ) { job in
                let version = try await job.version()
                #expect(version == 1)
            }
            #expect(end.state == "done", "\(end.result)")
            let font = try #require(try end.result["font"]?.converted(to: OwnedFileDescriptor.self))
            #expect(SealedMemory.isSealed(font))
            let expected = try SealedMemory(bytes: Desk.font(Self.family)).digest
            #expect(try FileDigest.of(font) == expected)
            #expect(try end.text("sha256") == expected.hexadecimal)
            #expect(try await desk.manager.listRegistered(filter: [:]).fonts.isEmpty)
            // While it is open it counts as what the caller has of the service, which has the same bytes once.
            let again = try await begin(server.address("font"), scope: "process", on: desk.connection, token: "b")
            let second = try #require(try again.result["font"]?.converted(to: OwnedFileDescriptor.self))
            #expect(try FileStatus(of: second).stamp == FileStatus(of: font).stamp, "they are one file")
            let name = desk.connection.uniqueName.dropFirst().replacing(".", with: "_")
            let path = try FontManager1Names.path.appending("job").appending(String(name)).appending("a")
            let job = Job1Client(desk.connection, busName: FontManager1Names.busName, path: path)
            let kept = try await job.result()
            #expect(kept["font"] == nil)
            #expect(try kept["sha256"]?.converted(to: String.self) == expected.hexadecimal)
            #expect(try await job.progress() == 1)
            #expect(try await job.bytesTotal() == UInt64(Desk.font(Self.family).count))
        }
    }

    @Test func `What is not the font that was asked for, no font, or not there is told apart`()
        async throws
    {
        let bytes = Array("This is no font, whoever calls it one.".utf8)
        let server = try await WebServer.start(font: bytes)
        let home = try ScratchHome()
        try home.allowLocalNetwork()
        try await Desk.run(in: home, fetcher: server.fetcher) { desk in
            try await desk.waitUntilReady()
            let other = BusVariant(String(repeating: "0", count: 64))
            for (number, (path, scope, options, expected)) in [
                ("font", "process", ["sha256": other], "InvalidFontData"),
                ("font", "process", [:], "UnrecognizedFormat"),
                ("font", "session", [:], "UnrecognizedFormat"),
                ("status/404", "persistent", [:], "FileNotFound"),
                ("status/500", "process", [:], "DownloadFailed"),
                ("to/file:///etc/passwd", "process", [:], "InvalidFilePath"),
                ("announced/999999999", "process", [:], "ExceededResourceLimit"),
            ].enumerated() {
                let end = try await begin(
                    server.address(path), scope: scope, on: desk.connection, token: "t\(number)", options)
                #expect(end.state == "failed")
                // Where nobody is logged in there is no session.
                if scope == "session", try end.text("error") == "org.typecase.Error.UnsupportedScope" {
                    continue
                }
                #expect(try end.text("error") == "org.typecase.Error.\(expected)", "\(path)")
                #expect(end.result["font"] == nil)
            }
            #expect(try await desk.manager.listRegistered(filter: [:]).fonts.isEmpty)
        }
    }

    @Test func `Nothing is fetched for who may not have it fetched`() async throws {
        let home = try ScratchHome()
        try home.scratch.write(
            """
            {"version": 1, "rules": [
              {"providers": ["org.example.Barred"], "sources": ["download"], "decision": "deny"},
              {"providers": ["org.example.Trusted"], "sources": ["download"], "decision": "allow"},
              {"providers": ["org.example.Uninvited"], "rights": ["install-fonts"], "decision": "deny"}
            ]}
            """, to: "policy/policy.d/00-downloads.json")
        try await Desk.run(in: home, besideServerOf: Self.family) { desk, server in
            let address = server.address("font")
            let prefix = "org.typecase.Error."
            #expect(
                await error(of: address, scope: "forever", on: desk.connection) == prefix
                    + "UnsupportedScope")
            #expect(
                await error(of: "file:///a", scope: "process", on: desk.connection) == prefix
                    + "InvalidFilePath")
            #expect(
                await error(of: server.plainAddress("font"), scope: "process", on: desk.connection)
                    == prefix + "InvalidFilePath")
            let confined = try await desk.connect(as: "org.example.Confined", kind: .flatpak)
            #expect(
                await error(of: address, scope: "process", on: confined) == prefix + "MissingEntitlement")
            let barred = try await desk.connect(as: "org.example.Barred", kind: .application)
            let trusted = try await desk.connect(as: "org.example.Trusted", kind: .flatpak)
            let uninvited = try await desk.connect(
                as: "org.example.Uninvited", kind: .flatpak, hasNetwork: true)
            #expect(
                await error(of: address, scope: "process", on: barred) == prefix + "MissingEntitlement")
            let refused = try await begin(address, scope: "persistent", on: uninvited, token: "a")
            #expect(refused.state == "failed")
            #expect(try refused.text("error") == prefix + "MissingEntitlement")
            #expect(server.requests.isEmpty)
            #expect(try await begin(address, scope: "process", on: trusted, token: "a").state == "done")
            #expect(try await begin(address, scope: "process", on: uninvited, token: "b").state == "done")
            for connection in [confined, barred, trusted, uninvited] { await connection.close() }
        }
    }

    @Test func `The local network is reached where the policy allows it, and by nobody else`() async throws {
        let server = try await WebServer.start(font: Desk.font(Self.family))
        let home = try ScratchHome()
        try home.scratch.write(
            """
            {"version": 1, "rules": [
              {"providers": ["org.example.Near"], "downloads": {"local-network": true}}
            ]}
            """, to: "policy/policy.d/00-near.json")
        try await Desk.run(in: home, fetcher: server.fetcher) { desk in
            try await desk.waitUntilReady()
            let confined = try await desk.connect(as: "org.example.App", kind: .flatpak, hasNetwork: true)
            for connection in [desk.connection, confined] {
                // What says so itself is refused at once.
                for address in [server.address("font"), "https://192.168.178.1/", "https://[fe80::1]/"] {
                    let error = await #expect(throws: BusError.self) {
                        _ = try await FontManager1Client(connection).registerRemoteFont(
                            url: address, scope: "process", enabled: true, options: [:])
                    }
                    #expect(error?.typecaseName == "MissingEntitlement")
                    #expect(error?.message.contains("\"local-network\": true") == true)
                }
                let end = try await begin(server.publicAddress("font"), scope: "process", on: connection, token: "a")
                #expect(end.state == "failed")
                #expect(try end.text("error") == "org.typecase.Error.MissingEntitlement")
                #expect(try end.text("message")?.contains("\"local-network\": true") == true)
            }
            #expect(server.requests.isEmpty)
            let near = try await desk.connect(as: "org.example.Near", kind: .flatpak, hasNetwork: true)
            for (token, address) in [("a", server.address("font")), ("b", server.publicAddress("font"))] {
                #expect(try await begin(address, scope: "process", on: near, token: token).state == "done")
            }
            // What nobody has looked at is handed to no sandbox, and is registered nowhere.
            for (connection, scope) in [(near, "process"), (desk.connection, "session")] {
                let error = await #expect(throws: BusError.self) {
                    _ = try await FontManager1Client(connection).registerRemoteFont(
                        url: server.address("font"), scope: scope, enabled: true,
                        options: ["unexamined": BusVariant(true)])
                }
                #expect(error?.name == "org.freedesktop.DBus.Error.InvalidArgs")
            }
            for connection in [confined, near] { await connection.close() }
        }
    }

    @Test(arguments: [1, 2, 4])
    func `Slow servers that some ask for fonts keep no other from theirs`(count: Int) async throws {
        try await Desk.run(in: ScratchHome(), besideServerOf: Self.family) { desk, server in
            var slow: [BusConnection] = []
            for number in 0..<count {
                let connection = try await desk.connect(as: "org.example.Slow\(number)")
                slow.append(connection)
                // More than are fetched at a time, of all callers together.
                for _ in 0..<10 {
                    _ = try await FontManager1Client(connection).registerRemoteFont(
                        url: server.address("stall"), scope: "process", enabled: true, options: [:])
                }
                // The first has half of them, and whoever comes then finds one.
                try await eventually("some of them are under way") { server.requests.count == 4 + number }
            }
            let end = try await begin(server.address("font"), scope: "process", on: desk.connection, token: "a")
            #expect(end.state == "done", "\(end.result)")
            let stalled = server.requests.filter { $0.contains("stall") }.count
            #expect(stalled == 3 + count, "the others of theirs wait")
            // Nor does it keep anybody from learning how things are.
            #expect(try await desk.management.status()["denied"] != nil)
            for connection in slow { await connection.close() }
        }
    }

    @Test func `The user is asked for a font of the web with its address, before and after it was fetched`()
        async throws
    {
        let home = try ScratchHome()
        try home.scratch.write(
            #"{"version": 1, "rules": [{"providers": ["*"], "sources": ["download"], "decision": "allow"}]}"#,
            to: "policy/policy.d/00-downloads.json")
        try await Desk.run(in: home, besideServerOf: Self.family) { desk, server in
            let agent = try await TestAgent.register(on: desk.connection)
            let app = try await desk.connect(as: "org.unheard.App", kind: .flatpak)
            async let first = begin(server.address("font?key=1"), scope: "persistent", on: app, token: "a")
            let before = try await agent.nextQuestion()
            #expect(try before.texts("rights") == ["install-fonts"])
            #expect(try before.texts("fonts") == ["font, from https://localhost"])
            #expect(server.requests.isEmpty)
            before.answer("allow")
            let after = try await agent.nextQuestion()
            #expect(try after.texts("rights") == ["install-undeclared-fonts"])
            #expect(try after.texts("fonts") == ["\(Self.family) Regular, from https://localhost"])
            after.answer("deny")
            #expect(try await first.text("error") == "org.typecase.Error.CancelledByUser")

            // Whoever says which font it must be is asked about once.
            let pinning = try await desk.connect(as: "org.unheard.Pinning", kind: .flatpak)
            let digest = try SealedMemory(bytes: Desk.font(Self.family)).digest.hexadecimal
            async let second = begin(
                server.address("font"), scope: "persistent", on: pinning, token: "a", ["sha256": BusVariant(digest)])
            let question = try await agent.nextQuestion()
            #expect(try question.texts("rights") == ["install-fonts", "install-undeclared-fonts"])
            #expect(try question.texts("fonts") == ["font, from https://localhost, SHA-256 \(digest)"])
            question.answer("allow")
            let end = try await second
            #expect(end.state == "done", "\(end.result)")
            #expect(agent.questionCount == 3)
            for connection in [app, pinning] { await connection.close() }
        }
    }

    @Test func `A download tells how far it is, and ends when its owner says so`() async throws {
        try await Desk.run(in: ScratchHome(), besideServerOf: Self.family) { desk, server in
            let size = UInt64(Desk.font(Self.family).count)
            let end = try await begin(
                server.address("stall"), scope: "persistent", on: desk.connection, token: "a"
            ) {
                job in
                let told = try await job.progressed()
                // It may have been told before anybody listened; then the job knows it.
                if try await job.bytesDone() == 0 {
                    for await progress in told {
                        #expect(progress.bytesTotal == size)
                        #expect(progress.bytesDone > 0)
                        break
                    }
                }
                let part = try await job.progress()
                #expect(part > 0 && part < 1)
                try await job.cancel()
            }
            #expect(end.state == "cancelled")
            #expect(try await desk.manager.listRegistered(filter: [:]).fonts.isEmpty)
            // Nothing holds up the next one.
            let next = try await begin(
                server.address("font"), scope: "persistent", on: desk.connection, token: "b")
            #expect(next.state == "done", "\(next.result)")
        }
    }
}
