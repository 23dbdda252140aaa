internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Files that are fetched without anybody's asking, and what an access says of its downloads.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PrefetchTests {
    private static let provider = "org.example.Provider"
    private static let address = "https://resources.example.org/"

    /// Installs a manifest with two files for later, of which the server keeps the first until the test lets it go.
    private func install(_ paths: [(path: String, bytes: [UInt8])], _ server: WebServer, in home: ScratchHome) throws {
        try home.scratch.write(
            #"{"servers": {"\#(Self.address)": "\#(server.plainAddress(""))"}}"#,
            to: "home/.config/typecase/servers.json")
        let entries = try paths.map { path, bytes in
            """
            {"file": "\(path.filter { $0 != "/" })", "sha256": "\(try SealedMemory(bytes: bytes).digest)",
             "tags": ["later"], "policy": "prefetch", "url": "\(Self.address)\(path)"}
            """
        }
        try home.scratch.write(
            """
            {"version": 2, "id": "\(Self.provider)", "name": "Test", "resources": [\(entries.joined(separator: ","))]}
            """, to: "share/typecase/providers/\(Self.provider).json")
    }

    private func bytes(_ text: String, _ size: Int) -> [UInt8] {
        Array(String(repeating: text, count: size / text.utf8.count + 1).utf8.prefix(size))
    }

    private func fetched(_ desk: Desk) async throws -> Int {
        try await desk.management.listResources(filter: [:]).count { resource in
            try resource["state"]?.converted(to: String.self) == "fetched"
        }
    }

    @Test("What can wait is fetched once the network costs nothing, and not before", arguments: [1, 3] as [UInt32])
    func unmetered(metered: UInt32) async throws {
        let home = try ScratchHome()
        let server = try await WebServer.start(font: [1])
        try install(
            [("bytes/50/one", bytes("one", 50)), ("bytes/50/two", bytes("two", 50))], server, in: home)
        let network = try await FakeNetworkManager(metered: metered)
        try await Desk.run(in: home, fetcher: server.fetcher, systemBus: network.bus.address) { desk in
            try await desk.waitUntilReady()
            try await eventually("it is asked what the network costs") { network.questions > 0 }
            #expect(server.requests.isEmpty)
            try await network.set(metered: metered == 1 ? 3 : 1)
            try await eventually("it is asked again") { network.questions > 1 }
            #expect(server.requests.isEmpty)
            try await network.set(metered: 4)
            try await eventually("both are here") { try await fetched(desk) == 2 }
            #expect(server.requests.count == 2)
        }
        await network.stop()
    }

    @Test("A network that begins to cost while one file comes keeps the next from being fetched")
    func between() async throws {
        let home = try ScratchHome()
        let font: [UInt8] = Array(repeating: 7, count: 100_000)
        let server = try await WebServer.start(font: font)
        try install([("late/1", font), ("bytes/50/two", bytes("two", 50))], server, in: home)
        let network = try await FakeNetworkManager(metered: 2)
        try await Desk.run(in: home, fetcher: server.fetcher, systemBus: network.bus.address) { desk in
            try await eventually("the first is fetched") { !server.requests.isEmpty }
            try await network.set(metered: 1)
            try await eventually("the first is here") { try await fetched(desk) == 1 }
            // Asked before the first, for the change, and before the second.
            try await eventually("it was asked before the second") { network.questions > 1 }
            #expect(server.requests.count == 1)
            try await network.set(metered: 2)
            try await eventually("both are here") { try await fetched(desk) == 2 }
        }
        await network.stop()
    }

    @Test("While the machine is busy what can wait is not fetched, and it is tried again")
    func load() async throws {
        let home = try ScratchHome()
        let server = try await WebServer.start(font: [1])
        try install([("bytes/50/one", bytes("one", 50)), ("bytes/50/two", bytes("two", 50))], server, in: home)
        func line(_ share: String) -> String {
            "some avg10=\(share) avg60=1.00 avg300=1.00 total=100\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n"
        }
        let pressure = try home.scratch.write(line("25.00"), to: "pressure")
        let network = try await FakeNetworkManager(metered: 2)
        try await Desk.run(
            in: home, fetcher: server.fetcher, systemBus: network.bus.address, pressure: pressure
        ) { desk in
            try await eventually("it is asked what the network costs") { network.questions > 0 }
            // Whatever changes about the network has it looked at again.
            try await network.set(metered: 4)
            try await eventually("it is asked again") { network.questions > 1 }
            #expect(server.requests.isEmpty)
            try home.scratch.write(line("24.99"), to: "pressure")
            try await network.set(metered: 2)
            try await eventually("both are here") { try await fetched(desk) == 2 }
        }
        await network.stop()
    }

    @Test("A program that leaves the bus while its access downloads leaves nothing behind")
    func leaving() async throws {
        let home = try ScratchHome()
        let font: [UInt8] = Array(repeating: 7, count: 100_000)
        let server = try await WebServer.start(font: font)
        try home.scratch.write(
            #"{"servers": {"\#(Self.address)": "\#(server.plainAddress(""))"}}"#,
            to: "home/.config/typecase/servers.json")
        try home.scratch.write(
            """
            {"version": 2, "id": "\(Self.provider)", "name": "Test", "resources": [
             {"file": "half.txt", "sha256": "\(try SealedMemory(bytes: font).digest)", "tags": ["one"],
              "url": "\(Self.address)stall"}]}
            """, to: "share/typecase/providers/\(Self.provider).json")
        try await Desk.run(in: home, fetcher: server.fetcher) { desk in
            func held() async throws -> [Bool?] {
                try await desk.management.listResources(filter: [:]).map { try $0["held"]?.converted(to: Bool.self) }
            }
            let connection = try await desk.connect(as: Self.provider)
            _ = try await Resources1Client(connection).beginAccess(handle: "one", tags: ["one"], options: [:])
            try await eventually("the server is asked") { !server.requests.isEmpty }
            #expect(try await held() == [true])
            await connection.close()
            try await eventually("nothing is held") { try await held() == [false] }
            #expect(try await fetched(desk) == 0)
        }
    }

    @Test("Work that begins while one file comes keeps the next from being fetched until it has ended")
    func idleness() async throws {
        let home = try ScratchHome()
        let font: [UInt8] = Array(repeating: 7, count: 100_000)
        let server = try await WebServer.start(font: font)
        try install([("late/1", font), ("bytes/50/two", bytes("two", 50))], server, in: home)
        try await Desk.run(in: home, fetcher: server.fetcher) { desk in
            try await eventually("the first is fetched") { !server.requests.isEmpty }
            let path = try await desk.manager.beginBatch(scope: "persistent", enabled: true, options: [:])
            try await eventually("the first is here") { try await fetched(desk) == 1 }
            // Takes longer than to ask for the second file would.
            _ = try await desk.register(home, "Meanwhile")
            #expect(server.requests.count == 1)
            try await Batch1Client(desk.connection, busName: FontManager1Names.busName, path: path).cancel()
            try await eventually("both are here") { try await fetched(desk) == 2 }
        }
    }

    @Test("A loading priority that is set as soon as the job is known is never lost, and a used handle fails the job")
    func priority() async throws {
        let home = try ScratchHome()
        let file: [UInt8] = Array("here".utf8)
        try home.scratch.write(file, to: "share/typecase/assets/\(Self.provider)/here.txt")
        try home.scratch.write(
            """
            {"version": 2, "id": "\(Self.provider)", "name": "Test", "resources": [
             {"file": "here.txt", "sha256": "\(try SealedMemory(bytes: file).digest)", "tags": ["one"]}]}
            """, to: "share/typecase/providers/\(Self.provider).json")
        try await Desk.run(in: home) { desk in
            let connection = try await desk.connect(as: Self.provider)
            let resources = Resources1Client(connection)
            for number in 0..<50 {
                _ = try await resources.beginAccess(handle: "\(number)", tags: ["one"], options: [:])
                try await resources.setLoadingPriority(handle: "\(number)", priority: 0.1)
            }
            let token = "again"
            let end = try await Job1Client.run(over: connection, named: token) { () async throws(BusError) in
                _ = try await resources.beginAccess(
                    handle: "0", tags: ["one"], options: ["handle_token": BusVariant(token)])
            }
            guard case .ended("failed", let result) = end else {
                Issue.record("\(end)")
                return
            }
            #expect(try result["error"]?.converted(to: String.self) == "org.typecase.Error.RequestReused")
            await connection.close()
        }
    }
}
