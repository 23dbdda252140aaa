internal import BusInterface
internal import DBus
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// A font comes, is everywhere, survives, and leaves again, on each kind of bus.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct MainJobTests {
    /// Every way and scope.
    private static let registrations = Way.allCases.flatMap { way in Scope.allCases.map { (way, $0) } }

    @Test(
        "A registered font is everywhere, survives restarts, and leaves without a trace", arguments: registrations,
        PrivateBus.Kind.available)
    func wholeLife(registration: (way: Way, scope: Scope), kind: PrivateBus.Kind) async throws {
        let (way, scope) = registration
        let font = makeFont("Whole Life")
        try await RunningDaemon.run(bus: PrivateBus(kind)) { daemon in
            let before = try await daemon.manager.generation()
            let answer = try await daemon.register([daemon.home.openFont(font)], by: way, scope: scope)
            let id = try #require(answer.results.first).text("id")
            #expect(answer.generation > before)
            #expect(answer.results.first?.boolean("already_registered") == false)

            try await expectEverywhere(id, font, way: way, scope: scope, daemon)
            try await daemon.restart()
            try await daemon.waitUntilRecovered()
            try await expectEverywhere(id, font, way: way, scope: scope, daemon)
            try await daemon.restart(signal: 9)
            try await daemon.waitUntilRecovered()
            try await expectEverywhere(id, font, way: way, scope: scope, daemon)
            #expect(try await daemon.manager.generation() >= answer.generation)

            let removal = try await daemon.unregister([id], by: way)
            #expect(removal.results.first?.errorName == "")
            #expect(removal.generation > answer.generation)
            try await expectNowhere("Whole Life", daemon)
            try await daemon.restart()
            try await daemon.waitUntilRecovered()
            try await expectNowhere("Whole Life", daemon)
        }
    }

    private func expectEverywhere(
        _ id: String, _ font: [UInt8], way: Way, scope: Scope, _ daemon: RunningDaemon
    ) async throws {
        let registered = try await daemon.list(by: way)
        #expect(registered.map { $0.text("id") } == [id])
        #expect(registered.first?.text("scope") == scope.rawValue)
        #expect(registered.first?.boolean("enabled") == true)
        #expect(registered.first?.dictionaries("faces").map { $0.text("family") } == ["Whole Life"])

        let matches = try await daemon.manager.match(
            descriptors: [["postscript_name": BusVariant("WholeLife-Regular")], ["family": BusVariant("Whole Life")]],
            options: [:])
        #expect(matches.map { $0.text("source") } == ["typecase", "typecase"])
        #expect(matches.map { $0.text("id") } == [id, id])
        let faces = try await daemon.manager.listFaces(filter: ["source": BusVariant("typecase")]).faces
        #expect(faces.map { $0.text("full_name") } == ["Whole Life Regular"])
        #expect(try await daemon.manager.listFamilies(filter: [:]).families == ["Whole Life"])

        let files = daemon.publishedFiles
        let file = try #require(files.first)
        #expect(files.count == 1)
        #expect(file.kind == .regular)
        #expect(file.mode == 0o644)
        #expect(file.linkCount == 2, "it has a second name, by which it is kept when somebody deletes it")
        let path = "\(daemon.publishedDirectory)/\(file.path)"
        #expect(file.name.wholeMatch(of: /[0-9a-f]{32}\.ttf/) != nil, "named by us: \(file.name)")
        #expect(try readAll(path) == font)

        let listed = try await daemon.fontconfigList()
        #expect(listed.map(\.file) == [path])
        #expect(try await daemon.fontconfigMatch("Whole Life") == "Whole Life")
    }

    private func expectNowhere(_ family: String, _ daemon: RunningDaemon) async throws {
        #expect(try await daemon.list(by: .user).isEmpty)
        #expect(try await daemon.list(by: .provider).isEmpty)
        #expect(try await daemon.manager.listFaces(filter: ["source": BusVariant("typecase")]).faces.isEmpty)
        #expect(try await daemon.fontconfigList().isEmpty)
        #expect(daemon.publishedFiles == [])
        #expect(try await daemon.filesLeftInStore() == [])
    }

    @Test(
        "When the signal comes, a fresh program lists the font without opening any font file",
        arguments: PrivateBus.Kind.available)
    func signalComesAfterWarming(kind: PrivateBus.Kind) async throws {
        try await RunningDaemon.run(bus: PrivateBus(kind)) { daemon in
            let signals = try await daemon.manager.fontsChanged()
            let answer = try await daemon.register(
                [
                    daemon.home.openFont(makeFont("First Signal")),
                    daemon.home.openFont(makeFont("Second"), name: "2.ttf"),
                ])
            let generation = try #require(await signals.first { $0 >= answer.generation })
            #expect(generation == answer.generation)

            let trace = daemon.home.scratch["trace"]
            let outcome = try await daemon.run(
                "/usr/bin/strace", "-f", "-e", "trace=open,openat,openat2", "-o", trace, "/usr/bin/fc-list", ":",
                "family")
            #expect(outcome.succeeded)
            #expect(outcome.standardOutput.contains("First Signal"))
            #expect(outcome.standardOutput.contains("Second"))
            let opened = String(decoding: try readAll(trace), as: UTF8.self).split(separator: "\n")
            #expect(opened.contains { $0.contains("fonts.conf") }, "the trace shows what the program opens")
            let fonts = opened.filter { $0.contains("\(daemon.publishedDirectory)/") && $0.contains(".ttf") }
            #expect(fonts.isEmpty)
        }
    }

    @Test(
        "Changes tells a client that comes back what it missed, across restarts", arguments: PrivateBus.Kind.available)
    func changesTellEverything(kind: PrivateBus.Kind) async throws {
        try await RunningDaemon.run(bus: PrivateBus(kind)) { daemon in
            let start = try await daemon.manager.generation()
            let provided = try await daemon.register(makeFont("Provided"))
            let installed = try await daemon.register(makeFont("Installed"), by: .user)
            _ = try await daemon.setEnabled([provided], false)
            try await daemon.restart(signal: 9)
            _ = try await daemon.setEnabled([provided], true, by: .user)
            _ = try await daemon.unregister([installed], by: .user)

            let (generation, changes, isComplete) = try await daemon.manager.changes(sinceGeneration: start)
            #expect(isComplete)
            #expect(generation == (try await daemon.manager.generation()))
            #expect(
                changes.map { [$0.text("kind"), $0.text("id"), $0.text("cause")] } == [
                    ["added", provided, "provider"], ["added", installed, "user"], ["disabled", provided, "provider"],
                    ["enabled", provided, "user"], ["removed", installed, "user"],
                ])
            let nothing = try await daemon.manager.changes(sinceGeneration: generation)
            #expect(nothing.changes.isEmpty)
            #expect(nothing.complete)
            let future = try await daemon.manager.changes(sinceGeneration: generation + 1000)
            #expect(!future.complete, "a generation of another registry is not one to go on from")
        }
    }

    @Test("Fonts of many calls at once all arrive, each once", arguments: PrivateBus.Kind.available)
    func callsAtOnce(kind: PrivateBus.Kind) async throws {
        try await RunningDaemon.run(bus: PrivateBus(kind)) { daemon in
            let ids = try await withThrowingTaskGroup(of: String.self) { tasks in
                for number in 0..<24 {
                    let font = try daemon.home.openFont(makeFont("Crowd \(number)"), name: "\(number).ttf")
                    tasks.addTask {
                        let answer = try await daemon.register([font], by: number % 2 == 0 ? .user : .provider)
                        return try #require(answer.results.first).text("id")
                    }
                }
                return try await tasks.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(ids.count == 24)
            #expect(Set(try await daemon.list(by: .user).map { $0.text("id") }) == ids)
            #expect(try await daemon.list(by: .provider).count == 12)
            #expect(try await daemon.fontconfigFamilies() == Set((0..<24).map { "Crowd \($0)" }))
            #expect(daemon.publishedFiles.count == 24)
        }
    }
}
