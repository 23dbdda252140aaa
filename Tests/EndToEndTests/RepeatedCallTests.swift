internal import BusInterface
internal import DBus
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Calls that are made once more under their name, as their reply was lost.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct RepeatedCallTests {
    /// What happens between the two calls.
    enum Meanwhile: String, CaseIterable, CustomTestStringConvertible {
        case nothing, kill, disabled, removed, removedAndKill

        var testDescription: String { rawValue }
        var kills: Bool { self == .kill || self == .removedAndKill }
        var removes: Bool { self == .removed || self == .removedAndKill }
    }

    private static func named(_ name: String, _ others: [String: BusVariant] = [:]) -> [String: BusVariant] {
        others.merging(["request_id": BusVariant(name)]) { $1 }
    }

    @Test("A call that is repeated has the same results and no further effect", arguments: Way.allCases, Scope.allCases)
    func call(way: Way, scope: Scope) async throws {
        try await RunningDaemon.run { daemon in
            var known: [String] = []
            for meanwhile in Meanwhile.allCases {
                let fonts = (0..<3).map { makeFont("\(meanwhile.rawValue) \($0)") }
                // One of them is registered already, so that the first call only enables it.
                known.append(try await daemon.register(fonts[2], by: way, scope: scope, enabled: false))
                func call() async throws -> RunningDaemon.Answer {
                    try await daemon.register(
                        Self.opened(fonts), by: way, scope: scope,
                        options: Self.named(meanwhile.rawValue, ["user_info": BusVariant("mark")]))
                }
                let first = try await call()
                #expect(first.results.map(\.errorName) == ["", "", ""])
                #expect(first.results.map { $0.boolean("already_registered") } == [false, false, true])
                let ids = first.results.map { $0.text("id") }
                if meanwhile == .disabled { _ = try await daemon.setEnabled(ids, false, by: way) }
                if meanwhile.removes { _ = try await daemon.unregister(ids, by: way) }
                if meanwhile.kills { try await daemon.restart(signal: SIGKILL) }
                let before = try await daemon.list(by: way).map(Self.state)
                let generation = try await daemon.manager.generation()

                let second = try await call()
                #expect(Self.whole(second.results) == Self.whole(first.results))
                #expect(second.generation == generation)
                #expect(try await daemon.list(by: way).map(Self.state) == before)
            }
            #expect(Set(known).count == Meanwhile.allCases.count)
        }
    }

    @Test("A batch that is repeated has the same results and no further effect", arguments: [3, 150], [false, true])
    func batch(count: Int, isAtomic: Bool) async throws {
        try await RunningDaemon.run { daemon in
            let fonts = Batch.fonts(count)
            func commit() async throws -> RunningDaemon.Answer {
                let batch = try await Batch(
                    on: daemon.connection, options: Self.named("batch", ["atomic": BusVariant(isAtomic)]), with: fonts)
                return try await batch.commit()
            }
            let first = try await commit()
            #expect(first.results.allSatisfy { $0.errorName == "" && $0.boolean("already_registered") == false })
            _ = try await daemon.unregister([first.results[1].text("id")])
            try await daemon.restart(signal: SIGKILL)
            let before = try await daemon.list(["limit": BusVariant(UInt32(200))], by: .user).map(Self.state)
            let second = try await commit()
            #expect(Self.whole(second.results) == Self.whole(first.results))
            #expect(
                try await daemon.list(["limit": BusVariant(UInt32(200))], by: .user).map(Self.state) == before)
            #expect(daemon.publishedFiles.count == count - 1)
            #expect(daemon.stagedFiles.isEmpty)
        }
    }

    @Test("Two calls of one name at once are one")
    func atOnce() async throws {
        try await RunningDaemon.run { daemon in
            let font = makeFont("Twice")
            async let first = daemon.register([daemon.home.openFont(font)], options: Self.named("both"))
            async let second = daemon.register([daemon.home.openFont(font, name: "b.ttf")], options: Self.named("both"))
            let results = try await (first.results, second.results)
            #expect(Self.whole(results.0) == Self.whole(results.1))
            #expect(results.0.first?.boolean("already_registered") == false)
        }
    }

    @Test("A name that another call had is refused, and is another name for another provider")
    func reused() async throws {
        try await RunningDaemon.run { daemon in
            let (first, second) = (makeFont("First"), makeFont("Second"))
            func error(
                _ fonts: [[UInt8]], by way: Way = .provider, scope: Scope = .persistent, enabled: Bool = true,
                options: [String: BusVariant] = [:]
            ) async throws -> [String] {
                try await daemon.register(
                    Self.opened(fonts), by: way, scope: scope, enabled: enabled,
                    options: Self.named("name", options)
                ).results.map(\.errorName)
            }
            #expect(try await error([first]) == [""])
            #expect(try await error([second]) == ["RequestReused"])
            #expect(try await error([first, second]) == ["RequestReused", "RequestReused"])
            #expect(try await error([first], scope: .session) == ["RequestReused"])
            #expect(try await error([first], enabled: false) == ["RequestReused"])
            #expect(try await error([first], options: ["user_info": BusVariant("mark")]) == ["RequestReused"])
            #expect(try await error([first], options: ["allow_downgrade": BusVariant(true)]) == ["RequestReused"])
            #expect(try await error([first]) == [""])
            #expect(try await daemon.list().count == 1)
            #expect(try await error([second], by: .user) == [""])
            let options = ["keep_registered": BusVariant(true)]
            #expect(try await error([second], by: .user, options: options) == ["RequestReused"])
            // No name is no name.
            for font in [first, second] {
                let answer = try await daemon.register([daemon.home.openFont(font)], options: Self.named(""))
                #expect(answer.results.map(\.errorName) == [""])
            }
        }
    }

    @Test("What was refused is tried again, and nothing else is done again")
    func refused() async throws {
        try await RunningDaemon.run { daemon in
            var other = FontBuilder(family: "Other")
            other.postscriptName = "Taken-Regular"
            let taken = try await daemon.register(makeFont("Taken"), by: .user)
            let fonts = [makeFont("Good"), other.build()]
            func call() async throws -> RunningDaemon.Answer {
                try await daemon.register(Self.opened(fonts), options: Self.named("call"))
            }
            let first = try await call()
            #expect(first.results.map(\.errorName) == ["", "DuplicatedName"])
            _ = try await daemon.unregister([first.results[0].text("id")])
            #expect(try await call().results.map(\.errorName) == ["", "DuplicatedName"])
            _ = try await daemon.unregister([taken], by: .user)
            let last = try await call()
            #expect(last.results.map(\.errorName) == ["", ""])
            #expect(Self.whole([last.results[0]]) == Self.whole([first.results[0]]))
            #expect(try await daemon.list().map { $0.text("id") } == [last.results[1].text("id")])
        }
    }

    private static func opened(_ fonts: [[UInt8]]) throws -> [OwnedFileDescriptor] {
        try fonts.map { try SealedMemory(bytes: $0).descriptor }
    }

    /// Results with their faces, in which the order of keys means nothing.
    private static func whole(_ results: [[String: BusVariant]]) -> [[[String: BusVariant]]] {
        results.map { result in [result.filter { $0.key != "faces" }] + result.dictionaries("faces") }
    }

    private static func state(_ font: [String: BusVariant]) -> [String] {
        [font.text("id"), font.text("scope"), "\(font.boolean("enabled") ?? false)", font.text("user_info")]
    }
}
