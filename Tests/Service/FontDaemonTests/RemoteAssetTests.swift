internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Fonts that a manifest keeps on a server until somebody requests them.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct RemoteAssetTests {
    private static let provider = "org.example.Provider"
    private static let consumer = "org.example.Consumer"
    private static let family = "Far Away"
    private static let name = "FarAway-Regular"

    /// One font of the manifest.
    private struct Asset {
        var name: String
        var url: String
        var digest: String
        var size: Int?
    }

    private func digest() throws -> String { try SealedMemory(bytes: Desk.font(Self.family)).digest.hexadecimal }

    private func install(_ assets: [Asset], in home: ScratchHome) throws {
        let fonts = assets.enumerated().map { number, asset in
            let size = asset.size.map { ", \"size\": \($0)" } ?? ""
            return """
                {"file": "\(number).ttf", "sha256": "\(asset.digest)", "name": "\(asset.name)",
                 "url": "\(asset.url)"\(size)}
                """
        }
        try home.scratch.write(
            """
            {"version": 2, "id": "\(Self.provider)", "name": "Test", "fonts": [\(fonts.joined(separator: ","))]}
            """, to: "share/typecase/providers/\(Self.provider).json")
    }

    /// How often the server was asked for a path.
    private func count(_ path: String, _ server: WebServer) -> Int {
        server.requests.count { $0.hasPrefix("GET /\(path) ") }
    }

    @Test("Two programs that request one font on a server cause one download, and it is there for the next")
    func oneDownload() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home, besideServerOf: Self.family) { desk, server in
            try install(
                [Asset(name: Self.name, url: server.address("late/1"), digest: digest())], in: home)
            let first = try await desk.connect(as: Self.consumer)
            let second = try await desk.connect(as: "org.example.Other")
            async let other = second.request(Self.name)
            let result = try await first.request(Self.name)
            #expect(try result.names == ["\(Self.name) asset"], "\(result.unresolved)")
            #expect(try result.resolved[0]["offered_by"]?.converted(to: String.self) == Self.provider)
            #expect(try await other.resolved.count == 1)
            #expect(count("late/1", server) == 1)
            let changes = try await desk.manager.fontsChanged()
            for connection in [first, second] { await connection.close() }
            if try await desk.connection.finds(Self.name) {
                for await _ in changes where try await !desk.connection.finds(Self.name) { break }
            }
            let third = try await desk.connect(as: Self.consumer)
            #expect(try await third.request(Self.name).names == ["\(Self.name) asset"])
            #expect(count("late/1", server) == 1)
            await third.close()
        }
    }

    @Test("The owner registers a font on a server by its name, and a damaged download is fetched again")
    func registration() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home, besideServerOf: Self.family) { desk, server in
            try install([Asset(name: Self.name, url: server.address("font"), digest: digest())], in: home)
            let provider = try await desk.connect(as: Self.provider)
            func register() async throws -> [String: BusVariant] {
                let end = try await provider.finish { manager, options throws(BusError) in
                    _ = try await manager.registerAssets(
                        names: [Self.name], scope: "persistent", enabled: true, options: options)
                }
                #expect(end.state == "done", "\(end.result)")
                return try #require(try end.result["results"]?.converted(to: [[String: BusVariant]].self).first)
            }
            let first = try await register()
            #expect(first["error"] == nil, "\(first)")
            #expect(try await desk.connection.finds(Self.name))
            #expect(count("font", server) == 1)
            let hexadecimal = try digest()
            let stored = try #require(
                TreeListing(home.scratch["home"]).files.keys.first { $0.hasSuffix("/assets/" + hexadecimal) })
            try home.scratch.write("damaged", to: String(stored.dropFirst(home.scratch.path.count + 1)))
            let again = try await register()
            #expect(again["error"] == nil, "\(again)")
            #expect(count("font", server) == 2)
            await provider.close()
        }
    }

    @Test("What keeps a font from being downloaded is told by its reason, and the others come")
    func reasons() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home, besideServerOf: Self.family) { desk, server in
            let other = String(repeating: "ab", count: 32)
            func asset(_ name: String, _ path: String, _ digit: Int) -> Asset {
                Asset(
                    name: name, url: server.address(path), digest: String(repeating: "\(digit)", count: 64))
            }
            try install(
                [
                    Asset(name: Self.name, url: server.address("font"), digest: digest()),
                    Asset(name: "Other", url: server.address("bytes/100/abc"), digest: other),
                    asset("Forbidden", "status/403", 1), asset("Unauthorized", "status/401", 2),
                    asset("Gone", "status/404", 3), asset("Half", "until/50", 4), asset("Circle", "circle", 5),
                    Asset(name: "Small", url: server.address("bytes/900/x"), digest: other.reversedText, size: 90),
                ], in: home)
            let consumer = try await desk.connect(as: Self.consumer)
            let result = try await consumer.request(
                Self.name, "Other", "Forbidden", "Unauthorized", "Gone", "Half", "Circle", "Small")
            #expect(try result.names == ["\(Self.name) asset"], "\(result.unresolved)")
            #expect(
                try result.reasons == [
                    "checksum-mismatch", "denied-by-server", "denied-by-server", "download-failed", "download-failed",
                    "download-failed", "limits-exceeded",
                ], "\(result.unresolved)")
            let bytes = Array(String(repeating: "abc", count: 34).utf8.prefix(100))
            #expect(try result.message().contains(other))
            #expect(try result.message().contains(SealedMemory(bytes: bytes).digest.hexadecimal))
            let kept = TreeListing(home.scratch["home"]).files.keys.filter { $0.contains("/assets/") }
            #expect(kept.count == 1, "\(kept)")
            await consumer.close()
        }
    }

    @Test("A server that says nothing keeps nobody else from fonts, and the request can be cancelled")
    func silence() async throws {
        let home = try ScratchHome()
        try home.installManifest(of: "org.example.Local", families: ["At Hand"])
        try await Desk.run(in: home, besideServerOf: Self.family) { desk, server in
            try install([Asset(name: Self.name, url: server.address("silent"), digest: digest())], in: home)
            let waiting = try await desk.connect(as: Self.consumer)
            let job = Job1Client(
                waiting, busName: FontManager1Names.busName,
                path: try await FontManager1Client(waiting).requestFonts(
                    requests: [["name": BusVariant(Self.name)]], options: [:]))
            try await eventually("the server is asked") { count("silent", server) == 1 }
            let other = try await desk.connect(as: "org.example.Other")
            #expect(try await other.request("AtHand-Regular").names == ["AtHand-Regular asset"])
            #expect(try await job.state() == "running")
            try await job.cancel()
            #expect(try await job.state() == "cancelled")
            for connection in [waiting, other] { await connection.close() }
        }
    }

    @Test("A program that leaves the bus while its request downloads leaves nothing behind")
    func leaving() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home, besideServerOf: Self.family) { desk, server in
            try install([Asset(name: Self.name, url: server.address("stall"), digest: digest())], in: home)
            func held() async throws -> [Bool?] {
                try await desk.management.listResources(filter: [:]).map { try $0["held"]?.converted(to: Bool.self) }
            }
            let consumer = try await desk.connect(as: Self.consumer)
            _ = try await FontManager1Client(consumer).requestFonts(
                requests: [["name": BusVariant(Self.name)]], options: [:])
            try await eventually("the server is asked") { count("stall", server) == 1 }
            #expect(try await held() == [true])
            await consumer.close()
            try await eventually("nothing is held") { try await held() == [false] }
            #expect(TreeListing(home.userFontDirectory).fonts == 0)
            #expect(try await desk.management.listFonts(filter: [:]).fonts.isEmpty)
        }
    }
}

extension String {
    fileprivate var reversedText: String { String(reversed()) }
}
