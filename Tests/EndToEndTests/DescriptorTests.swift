internal import BusInterface
internal import DBus
internal import TestSupport
internal import Testing

/// Fonts that are registered and removed by what they are called.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct DescriptorTests {
    private typealias Descriptor = [String: BusVariant]

    @Test("A font that was registered disabled is enabled, moved and removed by its name, across a restart")
    func wholeLife() async throws {
        try await RunningDaemon.run { daemon in
            let id = try await daemon.register(makeFont("By Name"), enabled: false)
            let name: Descriptor = ["name": BusVariant("ByName-Regular")]
            let first = try await register([name], daemon)
            #expect(first.results.first?.errorName == "")
            #expect(fonts(of: first).map { $0.text("id") } == [id])
            #expect(fonts(of: first).map { $0.boolean("enabled") } == [true])
            #expect(fonts(of: first).map { $0.boolean("changed") } == [true])
            #expect(try await daemon.fontconfigFamilies() == ["By Name"])

            let again = try await register([name], daemon)
            #expect(fonts(of: again).map { $0.boolean("changed") } == [false])
            #expect(again.generation == first.generation, "nothing changed")

            let moved = try await register([["family": BusVariant("by name")]], scope: .session, daemon)
            #expect(fonts(of: moved).map { $0.boolean("changed") } == [true])
            #expect(try await daemon.list().map { $0.text("scope") } == ["session"])
            try await daemon.restart()
            try await daemon.waitUntilRecovered()
            #expect(try await daemon.list().map { $0.text("scope") } == ["session"])

            let elsewhere = try await unregister([name], scope: .persistent, daemon)
            #expect(elsewhere.results.first?.errorName == "NotRegistered", "it has the other scope by now")
            let removed = try await unregister([name], scope: .session, daemon)
            #expect(removed.results.first?.errorName == "")
            #expect(fonts(of: removed).map { $0.text("id") } == [id])
            #expect(removed.generation > moved.generation)
            #expect(try await daemon.list().isEmpty)
            #expect(daemon.publishedFiles == [])
            #expect(try await daemon.filesLeftInStore() == [])
        }
    }

    @Test("Each descriptor has a result of its own: done, or the error that says what is wrong with it")
    func results() async throws {
        try await RunningDaemon.run { daemon in
            let foreign = try await daemon.register(makeFont("Foreign"), by: .user, enabled: false)
            let regular = try await daemon.register(makeFont("Pair"), enabled: false)
            let bold = try await daemon.register(makeFont("Pair", style: "Bold"), enabled: false)
            let unwanted = try await daemon.register(makeFont("Unwanted"))
            _ = try await daemon.setEnabled([unwanted], false, by: .user)
            let descriptors: [Descriptor] = [
                ["family": BusVariant("Pair")], ["name": BusVariant("Foreign-Regular")],
                ["name": BusVariant("NoSuchFont")], ["weight": BusVariant(700.0)], [:], ["name": BusVariant("")],
                ["family": BusVariant("Unwanted")], ["postscript_name": BusVariant("Pair-Bold")],
            ]
            let answer = try await register(descriptors, daemon)
            #expect(
                answer.results.map(\.errorName) == [
                    "", "AssetNotFound", "AssetNotFound", "InsufficientInfo", "InsufficientInfo", "InsufficientInfo",
                    "CancelledByUser", "",
                ])
            #expect(fonts(of: answer).map { $0.text("id") } == [regular, bold])
            #expect(answer.results[7].dictionaries("fonts").map { $0.text("id") } == [bold])
            let failed = answer.results[6].dictionaries("fonts")
            #expect(failed.map { $0.text("id") } == [unwanted])
            #expect(failed.map(\.errorName) == ["CancelledByUser"])
            #expect(try await daemon.fontconfigFamilies() == ["Pair"])

            let removal = try await unregister(descriptors, daemon)
            #expect(
                removal.results.map(\.errorName) == [
                    "", "NotRegistered", "NotRegistered", "InsufficientInfo", "InsufficientInfo", "InsufficientInfo",
                    "",
                    "",
                ])
            #expect(try await daemon.list(by: .user).map { $0.text("id") } == [foreign], "another's font stays")
            let late = try await unregister(descriptors, daemon)
            #expect(late.results.first?.errorName == "NotRegistered")
            #expect(late.generation == removal.generation)
        }
    }

    @Test("Fonts of equal PostScript names are told apart by user_info, and nothing is done in doubt")
    func equalNames() async throws {
        try await RunningDaemon.run { daemon in
            var ids: [String] = []
            for (mark, characters) in [("old", "AB"), ("new", "ABC")] {
                let font = try daemon.home.openFont(makeFont("Twin", characters: characters), name: "\(mark).ttf")
                let answer = try await daemon.register(
                    [font], enabled: false, options: ["user_info": BusVariant(mark)])
                ids.append(try #require(answer.results.first).text("id"))
            }
            let name: Descriptor = ["name": BusVariant("Twin-Regular")]
            let newer: Descriptor = ["name": BusVariant("Twin-Regular"), "user_info": BusVariant("new")]
            let older: Descriptor = ["name": BusVariant("Twin-Regular"), "user_info": BusVariant("old")]
            let doubtful = try await register([name, ["family": BusVariant("Twin")]], daemon)
            #expect(doubtful.results.map(\.errorName) == ["InsufficientInfo", "InsufficientInfo"])
            #expect(try await daemon.list().map { $0.boolean("enabled") } == [false, false])

            #expect(fonts(of: try await register([newer], daemon)).map { $0.text("id") } == [ids[1]])
            let taken = try await register([older], daemon)
            #expect(taken.results.map(\.errorName) == ["DuplicatedName"])
            let match = try await daemon.manager.match(descriptors: [name], options: [:])
            #expect(match.map { $0.text("id") } == [ids[1]])

            #expect(try await unregister([name], daemon).results.map(\.errorName) == ["InsufficientInfo"])
            #expect(try await daemon.list().count == 2)
            #expect(fonts(of: try await unregister([newer], daemon)).map { $0.text("id") } == [ids[1]])
            // With one of them gone the name alone says enough.
            #expect(fonts(of: try await register([name], daemon)).map { $0.text("id") } == [ids[0]])
            #expect(try await daemon.list().map { $0.text("id") } == [ids[0]])
        }
    }

    @Test("Calls that cannot be understood change nothing")
    func badCalls() async throws {
        try await RunningDaemon.run { daemon in
            let id = try await daemon.register(makeFont("Kept"), enabled: false)
            let name: Descriptor = ["name": BusVariant("Kept-Regular")]
            for scope in ["", "process", "Persistent"] {
                let error = await #expect(throws: BusError.self) {
                    try await daemon.manager.registerDescriptors(
                        descriptors: [name], scope: scope, enabled: true, options: [:])
                }
                #expect(error?.typecaseName == "UnsupportedScope")
                let removal = await #expect(throws: BusError.self) {
                    try await daemon.manager.unregisterDescriptors(descriptors: [name], scope: scope, options: [:])
                }
                #expect(removal?.typecaseName == "UnsupportedScope")
            }
            let malformed: [[Descriptor]] = [
                [name, ["name": BusVariant(UInt32(7))]],
                [name, ["name": BusVariant(String(repeating: "x", count: 1025))]],
                [Descriptor](repeating: name, count: 1001),
            ]
            for descriptors in malformed {
                let error = await #expect(throws: BusError.self) { try await register(descriptors, daemon) }
                #expect(error?.code == .invalidArguments)
                let removal = await #expect(throws: BusError.self) { try await unregister(descriptors, daemon) }
                #expect(removal?.code == .invalidArguments)
            }
            #expect(try await register([], daemon).results.isEmpty)
            #expect(try await daemon.list().map { $0.text("id") } == [id])
            #expect(try await daemon.list().map { $0.boolean("enabled") } == [false])
            let most = try await register([Descriptor](repeating: name, count: 1000), daemon)
            #expect(most.results.allSatisfy { $0.errorName.isEmpty })
            #expect(try await daemon.list().map { $0.boolean("enabled") } == [true])
        }
    }

    private func register(
        _ descriptors: [Descriptor], scope: Scope = .persistent, _ daemon: RunningDaemon
    ) async throws -> RunningDaemon.Answer {
        try await daemon.manager.registerDescriptors(
            descriptors: descriptors, scope: scope.rawValue, enabled: true, options: [:])
    }

    private func unregister(
        _ descriptors: [Descriptor], scope: Scope = .persistent, _ daemon: RunningDaemon
    ) async throws -> RunningDaemon.Answer {
        try await daemon.manager.unregisterDescriptors(
            descriptors: descriptors, scope: scope.rawValue, options: [:])
    }

    private func fonts(of answer: RunningDaemon.Answer) -> [[String: BusVariant]] {
        answer.results.first?.dictionaries("fonts") ?? []
    }
}
