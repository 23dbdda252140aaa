internal import FontModel
internal import LinuxSystem
internal import TestSupport

extension Benchmarks {
    private static var remoteProvider: String { "org.example.Remote" }
    private static var remoteAddress: String { "https://fonts.example.org/" }
    /// How often all are fetched.
    private static var remoteRounds: Int { 4 }

    /// Requests fonts that are on a web server of this machine, in turns with curl, which fetches them, and a batch that
    /// registers them.
    func measureRemoteRequests() async throws {
        report.head("Fonts on a server, from the request to its end")
        let directory = try ScratchDirectory(name: "served")
        let paths = try batch.enumerated().map { number, path in
            try directory.write(try Files.read(path), to: "\(number).ttf")
        }
        let server = try ChildProcess.start(
            "/usr/bin/python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", directory.path],
            environment: ["PATH": "/usr/bin:/bin"])
        try await server.waitForOutput("port ")
        guard let port = server.standardOutput.split(separator: " ").drop(while: { $0 != "port" }).dropFirst().first
        else {
            throw BenchmarkFailure("The web server has no port: \(server.standardOutput)")
        }
        let base = "http://127.0.0.1:\(port)/"
        let (ours, peers) = (
            try await ServedHome.start(programs: programs), try await ServedHome.start(programs: programs)
        )
        let result: Result<Void, any Error>
        do {
            result = .success(try await measureRemoteRequests(paths, at: base, ours, peers))
        } catch {
            result = .failure(error)
        }
        server.send(signal: 15)
        for home in [ours, peers] { await home.stop() }
        try result.get()
    }

    private func measureRemoteRequests(
        _ paths: [String], at base: String, _ ours: ServedHome, _ peers: ServedHome
    ) async throws {
        var (requesting, fetching) = (Samples(.milliseconds), Samples(.milliseconds))
        let first = try await peers.provider.registerBatch(paths, isByUser: false)
        _ = try await peers.provider.unregister(first.registered.values.map(\.id))
        let places = first.registered.keys.sorted()
        let names = places.compactMap { first.registered[$0]?.postscriptName }
        let fonts = try zip(places, names).map { place, name in
            """
            {"file": "\(place).ttf", "sha256": "\(try SealedMemory(bytes: Files.read(paths[place])).digest)",
             "name": "\(name)", "url": "\(Self.remoteAddress)\(place).ttf"}
            """
        }
        try ours.home.scratch.write(
            """
            {"version": 2, "id": "\(Self.remoteProvider)", "name": "Remote", "fonts": [\(fonts.joined(separator: ","))]}
            """, to: "share/typecase/providers/\(Self.remoteProvider).json")
        try ours.home.scratch.write(
            #"{"servers": {"\#(Self.remoteAddress)": "\#(base)"}}"#, to: "home/.config/typecase/servers.json")
        let bytes = try places.reduce(0) { try $0 + Int(Files.status(of: paths[$1]).stamp.size) }
        report.note("\(names.count) fonts of \(bytes / 1_000_000) MB together")
        let urls = places.map { "\(base)\($0).ttf" }
        for round in 0..<Self.remoteRounds {
            let target = try ScratchDirectory(name: "fetched")
            let curl = try TimedProgram.run(
                ["/usr/bin/curl", "--silent", "--fail", "--parallel", "--remote-name-all", "--output-dir", target.path]
                    + urls, environment: ["PATH": "/usr/bin:/bin"])
            let registered = try await peers.provider.registerBatch(
                places.map { target["\($0).ttf"] }, isByUser: false)
            _ = try await peers.provider.unregister(registered.registered.values.map(\.id))
            let client = try await ours.connectProvider()
            let time = try await client.request(names)
            await client.close()
            try await forgetRemoteFonts(names, in: ours)
            // The first starts the workers.
            guard round > 0 else { continue }
            requesting.append(time)
            fetching.append(curl + registered.time)
        }
        report.add(
            "request-remote", "RequestFonts of \(names.count) fonts on a server", requesting,
            against: ("curl --parallel, one batch", fetching), requesting.median / fetching.median, aim: .atMost(1.3))
    }

    /// Waits until the fonts have gone with who requested them, and removes the fetched files.
    private func forgetRemoteFonts(_ names: [String], in home: ServedHome) async throws {
        try await eventually("the fonts have gone") { try await home.provider.finds(names) == 0 }
        try await home.provider.purgeResources(of: Self.remoteProvider)
    }
}
