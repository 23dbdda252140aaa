internal import BusInterface
internal import DBus
internal import Glibc
internal import LinuxSystem
internal import Synchronization
internal import TestSupport
internal import Testing

/// Newer and older revisions of a provider's own fonts.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct UpgradeTests {
    private static func font(_ revision: Double, family: String = "Aging", characters: String = " ABC") -> [UInt8] {
        var font = FontBuilder(family: family)
        font.revision = revision
        font.characters = characters
        return font.build()
    }

    @Test(
        "A newer revision takes the place of the old one, in its scope and state", arguments: Way.allCases,
        Scope.allCases)
    func upgrading(way: Way, scope: Scope) async throws {
        try await RunningDaemon.run { daemon in
            for isEnabled in [true, false] {
                let old = try await daemon.register(Self.font(1), by: way, scope: scope, enabled: isEnabled)
                let before = try await daemon.manager.generation()
                let answer = try await daemon.register([daemon.home.openFont(Self.font(2))], by: way, scope: scope)
                let result = try #require(answer.results.first)
                #expect(result.errorName == "", "\(result.text("message"))")
                #expect(try result["replaced"]?.converted(to: [String].self) == [old])
                #expect(result.boolean("enabled") == isEnabled)
                #expect(result.text("scope") == scope.rawValue)
                let fonts = try await daemon.list(by: way)
                #expect(fonts.map { $0.text("id") } == [result.text("id")])
                #expect(fonts.first?.boolean("enabled") == isEnabled)
                #expect(fonts.first?.text("scope") == scope.rawValue)
                #expect(try await Self.versions(daemon) == (isEnabled ? ["Aging 131072"] : []))
                let stored = try await daemon.filesLeftInStore()
                #expect((daemon.publishedFiles + stored).count == 2, "one file and its sidecar")

                let changes = try await daemon.manager.changes(sinceGeneration: before)
                #expect(
                    changes.changes.map { [$0.text("kind"), $0.text("id")] }
                        == [["removed", old], [isEnabled ? "added" : "disabled", result.text("id")]])
                #expect(answer.generation == before + 1, "one change for everybody who asks")
                let opened = try await daemon.manager.openFont(id: result.text("id"), options: [:])
                #expect(try readAll(opened.font) == Self.font(2))

                try await daemon.restart(signal: SIGKILL)
                try await daemon.waitUntilRecovered()
                #expect(try await daemon.list(by: way).map { $0.text("id") } == [result.text("id")])
                #expect(try await Self.versions(daemon) == (isEnabled ? ["Aging 131072"] : []))
                _ = try await daemon.unregister([result.text("id")], by: way)
                #expect(daemon.publishedFiles == [])
                #expect(try await daemon.filesLeftInStore() == [])
            }
        }
    }

    @Test("An older revision is refused unless it is asked for", arguments: Way.allCases, Scope.allCases)
    func downgrading(way: Way, scope: Scope) async throws {
        try await RunningDaemon.run { daemon in
            let new = try await daemon.register(Self.font(2), by: way, scope: scope)
            let refused = try await daemon.register([daemon.home.openFont(Self.font(1))], by: way, scope: scope)
            #expect(refused.results.first?.errorName == "Downgrade")
            let same = try await daemon.register(
                [daemon.home.openFont(Self.font(2, characters: "XYZ"))], by: way, scope: scope)
            #expect(same.results.first?.errorName == "DuplicatedName", "the revision does not say which is newer")
            #expect(try await Self.versions(daemon) == ["Aging 131072"])

            let options = ["allow_downgrade": BusVariant(true)]
            let batch = try await Batch(
                on: daemon.connection, by: way, scope: scope, options: options, with: [Self.font(1)])
            let result = try #require(try await batch.commit().results.first)
            #expect(try result["replaced"]?.converted(to: [String].self) == [new])
            #expect(try await Self.versions(daemon) == ["Aging 65536"])
            let wrongType = await #expect(throws: BusError.self) {
                try await daemon.register([], by: way, options: ["allow_downgrade": BusVariant("yes")])
            }
            #expect(wrongType?.shortName == "InvalidArgs")
        }
    }

    @Test("The command upgrades, refuses to downgrade, and downgrades where it is told to")
    func command() async throws {
        try await RunningDaemon.run { daemon in
            func install(_ revision: Double, _ arguments: String...) async throws -> ChildProcess.Outcome {
                let path = try daemon.home.scratch.write(Self.font(revision), to: "given/\(revision).ttf")
                return try await ChildProcess.run(
                    BuildProducts.executable("typecase"), ["install"] + arguments + [path],
                    environment: daemon.environment)
            }
            #expect(try await install(1).standardOutput.hasPrefix("Installed Aging Regular 1.000 as "))
            #expect(try await install(2).standardOutput.hasPrefix("Upgraded Aging Regular 1.000 → 2.000 as "))
            let refused = try await install(1)
            #expect(refused.termination == .exited(1))
            #expect(refused.standardError.contains("'Aging-Regular' is registered with the newer revision 2.000; this"))
            #expect(refused.standardError.contains("--allow-downgrade"))
            #expect(try await install(1, "--allow-downgrade").succeeded)
            #expect(try await Self.versions(daemon) == ["Aging 65536"])
        }
    }

    @Test("Whoever looks meanwhile sees the old or the new one, never both and never none")
    func lookingMeanwhile() async throws {
        try await RunningDaemon.run { daemon in
            _ = try await daemon.register(Self.font(1))
            let looks = Looks()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<2 {
                    group.addTask { [daemon] in
                        while !looks.isOver { looks.note(try await Self.versions(daemon)) }
                    }
                }
                var revision = 1
                repeat {
                    revision += 1
                    let answer = try await daemon.register([daemon.home.openFont(Self.font(Double(revision)))])
                    #expect(answer.results.first?.errorName == "")
                    // However long a look takes, they are to see it grow older.
                } while revision < 25 || looks.all.count <= 10 || Set(looks.all.joined()).count <= 3
                looks.end()
                try await group.waitForAll()
            }
            let seen = looks.all
            #expect(seen.filter { $0.count != 1 } == [])
        }
    }

    @Test(
        "Killed at any call of an upgrade, the old or the new one is there, whole",
        .enabled("system calls may be supervised here") { await CallSupervisor.isAvailable() },
        arguments: ["renameat2", "unlinkat", "fsync", "fdatasync", "pwrite64"])
    func killing(name: String) async throws {
        let environment = ["TYPECASE_SECOND_OPINION": "never"]
        try await RunningDaemon.run(isStarted: false) { daemon in
            try await daemon.start(environment: environment)
            var revision = 1.0
            var old = try await daemon.register(Self.font(revision))
            await daemon.stop()
            // Each life upgrades what the one before it has left.
            try await KillSweep.run([name], points: 12) { supervisor in
                var new: String?
                do {
                    try await daemon.start(wrapper: supervisor.wrapper, environment: environment)
                    let font = try SealedMemory(bytes: Self.font(revision + 1)).descriptor
                    let answer = try await daemon.register([font])
                    let result = try #require(answer.results.first)
                    if result.errorName == "" { new = result.text("id") }
                    await daemon.stop()
                } catch {
                    try await daemon.expectKill(by: supervisor, toldBy: error)
                }
                try await daemon.start(environment: environment)
                try await daemon.waitUntilRecovered()
                let fonts = try await daemon.list()
                #expect(fonts.count == 1)
                let id = try #require(fonts.first?.text("id"))
                let isNew = id != old
                if isNew { (old, revision) = (id, revision + 1) }
                if let new { #expect(id == new, "what was acknowledged is there") }
                if !supervisor.hasEndedProgram { #expect(isNew) }
                #expect(fonts.first?.boolean("quarantined") == false)
                #expect(try await Self.versions(daemon) == ["Aging \(Int(revision * 65536))"])
                let file = try #require(daemon.publishedFiles.first)
                #expect(try readAll("\(daemon.publishedDirectory)/\(file.path)") == Self.font(revision))
                #expect(daemon.publishedFiles.count == 1 && daemon.storedFiles.count == 1)
                await daemon.stop()
            }
            // What is there can go on.
            try await daemon.start(environment: environment)
            let font = try daemon.home.openFont(Self.font(revision + 1))
            #expect(try await daemon.register([font]).results.first?.errorName == "")
        }
    }

    /// What a fresh process of fontconfig sees of the font: family and revision.
    private static func versions(_ daemon: RunningDaemon) async throws -> [String] {
        let listing = try await daemon.run(
            "/usr/bin/fc-list", "--format", "%{family} %{fontversion}\n", ":family=Aging")
        return listing.standardOutput.split(separator: "\n").map(String.init)
    }
}

/// What was seen while something happened.
private final class Looks: Sendable {
    private let state = Mutex<(isOver: Bool, all: [[String]])>((false, []))

    var isOver: Bool { state.withLock { $0.isOver } }

    var all: [[String]] { state.withLock { $0.all } }

    func end() { state.withLock { $0.isOver = true } }

    func note(_ look: [String]) { state.withLock { $0.all.append(look) } }
}
