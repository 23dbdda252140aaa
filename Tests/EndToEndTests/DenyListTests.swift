internal import BusInterface
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Fonts that a list says nobody is to have.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct DenyListTests {
    private static let font = makeFont("Unwanted")

    /// Writes the list.
    private static func deny(
        _ fonts: [[UInt8]], in home: ScratchHome, at name: String = "policy/denied-fonts"
    ) throws {
        let lines = try fonts.map { "\(try SealedMemory(bytes: $0).digest) It is not ours\n" }
        try home.scratch.write(lines.joined(), to: name)
    }

    @Test("A denied font is refused by an error of its own, whoever brings it", arguments: Scope.allCases)
    func refused(scope: Scope) async throws {
        let home = try ScratchHome()
        try Self.deny([Self.font], in: home)
        try await RunningDaemon.run(home: home) { daemon in
            for way in Way.allCases {
                for enabled in [true, false] {
                    let answer = try await daemon.register(
                        [home.openFont(Self.font)], by: way, scope: scope, enabled: enabled)
                    #expect(answer.results.first?.errorName == "Denied")
                    #expect(answer.results.first?.text("message").contains("It is not ours") == true)
                }
                let batch = try await Batch(on: daemon.connection, by: way, scope: scope, with: [Self.font])
                #expect(batch.offers.map(\.errorName) == ["Denied"])
                _ = try await batch.commit()
            }
            let status = try await daemon.management.status()
            #expect(try status["denied_fonts"]?.converted(to: UInt32.self) == 1)
            #expect(status["deny_list_failures"] == nil)
            #expect(daemon.publishedFiles + daemon.storedFiles == [])
        }
    }

    @Test("A denied font that is put among the published ones is set aside, and no program sees it")
    func found() async throws {
        let home = try ScratchHome()
        try Self.deny([Self.font], in: home)
        try await RunningDaemon.run(home: home) { daemon in
            _ = try await daemon.register(makeFont("Wanted"), by: .user)
            let file = try #require(daemon.publishedFiles.first)
            let shard = "home/.local/share/fonts/typecase/\(file.path.split(separator: "/")[0])"
            try home.scratch.write(Self.font, to: "\(shard)/Unwanted.ttf")
            let foreign = "\(daemon.storeDirectory)/foreign"
            try await eventually("it is set aside") { DirectoryListing(foreign).files.count == 1 }
            #expect(try await daemon.list(by: .user).count == 1)
            #expect(try await daemon.fontconfigFamilies() == ["Wanted"])
        }
    }

    @Test("A verdict says of a denied font that it cannot be installed, and why", arguments: ["minimum", "strict"])
    func verdict(level: String) async throws {
        let home = try ScratchHome()
        try Self.deny([Self.font], in: home)
        try await RunningDaemon.run(home: home) { daemon in
            func report(on font: [UInt8]) async throws -> String {
                try await daemon.manager.validate(
                    font: home.openFont(font), options: ["level": BusVariant(level), "report": BusVariant("full")])
            }
            let denied = try await report(on: Self.font)
            #expect(denied.contains(#""os_installable": false"#) && denied.contains(#""result": "fail""#), "\(denied)")
            #expect(denied.contains("Denied fonts") && denied.contains("It is not ours"), "\(denied)")
            #expect(try await report(on: makeFont("Wanted")).contains(#""os_installable": true"#))
        }
    }

    @Test(
        "A sandboxed application is refused a denied font as well",
        .enabled("an unprivileged user may make sandboxes") { await RunningDaemon.canMakeSandboxes() })
    func refusedToSandboxes() async throws {
        let home = try ScratchHome()
        try Self.deny([Self.font], in: home)
        try await RunningDaemon.run(home: home) { daemon in
            let file = try home.scratch.write(Self.font, to: "given/denied.ttf")
            let outcome = try await daemon.provide(as: "org.example.Bringer", "register", file)
            #expect(outcome.termination == .exited(1))
            #expect(outcome.standardOutput.contains("denied on this machine"))
            #expect(daemon.publishedFiles + daemon.storedFiles == [])
        }
    }

    @Test(
        "A font that is denied once it is registered is out of use while it is, and back then", arguments: Way.allCases,
        Scope.allCases)
    func quarantined(way: Way, scope: Scope) async throws {
        try await RunningDaemon.run { daemon in
            let id = try await daemon.register(Self.font, by: way, scope: scope)
            let other = try await daemon.register(makeFont("Wanted"), by: way, scope: scope)
            var signals = try await daemon.manager.fontsChanged().makeAsyncIterator()
            let before = try await daemon.manager.generation()
            // The directory is watched.
            try Self.deny([Self.font], in: daemon.home)
            while try await daemon.manager.changes(sinceGeneration: before).changes.isEmpty {
                _ = try await signals.next()
            }
            let change = try #require(try await daemon.manager.changes(sinceGeneration: before).changes.first)
            #expect([change.text("kind"), change.text("id"), change.text("cause")] == ["quarantined", id, "policy"])
            #expect(change.text("reason").contains("It is not ours"))

            #expect(try await daemon.fontconfigFamilies() == ["Wanted"])
            let stored = try #require(
                daemon.storedFiles.first { $0.name == (try? SealedMemory(bytes: Self.font).digest.hexadecimal) })
            #expect(try readAll("\(daemon.storeDirectory)/\(stored.path)") == Self.font, "its bytes are kept")
            let font = try #require(try await daemon.list(by: way).first { $0.text("id") == id })
            #expect(font.boolean("quarantined") == true)
            #expect(font.boolean("enabled") == true, "what its provider wants")
            #expect(font.text("quarantine") == "denied")
            #expect(font.text("quarantine_reason").contains("It is not ours"))
            let opening = await #expect(throws: BusError.self) {
                try await daemon.manager.openFont(id: id, options: [:])
            }
            #expect(opening?.typecaseName == "Denied")
            _ = try await daemon.setEnabled([id], false, by: way)
            #expect(try await daemon.setEnabled([id], true, by: way).results.first?.errorName == "Denied")
            let listing = try await daemon.typecase("list")
            #expect(listing.standardOutput.contains("quarantined"))

            // A restart changes nothing, and the end of the list brings it back, as it was.
            try await daemon.restart()
            try await daemon.waitUntilRecovered()
            #expect(try await daemon.fontconfigFamilies() == ["Wanted"])
            daemon.home.scratch.remove("policy/denied-fonts")
            let outcome = try await daemon.typecase("revalidate", "--json")
            #expect(outcome.succeeded, "\(outcome.standardError)")
            let fonts = try await daemon.list(by: way)
            #expect(fonts.allSatisfy { $0.boolean("quarantined") == false })
            #expect(Set(fonts.map { $0.text("id") }) == [id, other])
            #expect(try await daemon.setEnabled([id], true, by: way).results.first?.errorName == "")
            #expect(try await daemon.fontconfigFamilies() == ["Unwanted", "Wanted"])
        }
    }

    @Test("What was put on the list while the service was away counts from its start on")
    func atStart() async throws {
        try await RunningDaemon.run { daemon in
            let id = try await daemon.register(Self.font)
            await daemon.stop()
            try Self.deny([Self.font], in: daemon.home)
            try await daemon.start()
            var signals = try await daemon.manager.fontsChanged().makeAsyncIterator()
            while try await daemon.list().first?.boolean("quarantined") == false { _ = try await signals.next() }
            #expect(try await daemon.fontconfigFamilies() == [])
            #expect(try await daemon.list().map { $0.text("id") } == [id])
        }
    }

    @Test("A directory of the policy that is made while the service runs counts at once, and again when it is remade")
    func laterDirectory() async throws {
        let home = try ScratchHome()
        let policy = "\(home.policyDirectory)/machines/policy"
        try await RunningDaemon.run(home: home, isStarted: false) { daemon in
            try await daemon.start(environment: ["TYPECASE_POLICY_PATH": policy])
            let id = try await daemon.register(Self.font)
            var signals = try await daemon.manager.fontsChanged().makeAsyncIterator()
            for isDenied in [true, false, true, false] {
                if isDenied {
                    try Self.deny([Self.font], in: home, at: "policy/machines/policy/denied-fonts")
                } else {
                    home.scratch.remove("policy/machines")
                }
                while try await daemon.list().first?.boolean("quarantined") != isDenied {
                    _ = try await signals.next()
                }
                #expect(try await daemon.fontconfigFamilies().isEmpty == isDenied)
            }
            #expect(try await daemon.list().map { $0.text("id") } == [id])
        }
    }

    @Test("A list that cannot be understood takes nothing back and is told of, over restarts too")
    func damaged() async throws {
        let home = try ScratchHome()
        try Self.deny([Self.font], in: home)
        try await RunningDaemon.run(home: home) { daemon in
            for text in ["rubbish\n", nil] {
                await daemon.stop()
                home.scratch.remove("policy/denied-fonts")
                if let text {
                    try home.scratch.write(text, to: "policy/denied-fonts")
                } else {
                    // No permission counts for root, so a directory is what cannot be read.
                    try home.scratch.makeDirectory("policy/denied-fonts")
                }
                try await daemon.start()
                let answer = try await daemon.register([home.openFont(Self.font)])
                #expect(answer.results.first?.errorName == "Denied")
                let failures = try await daemon.management.status()["deny_list_failures"]?.converted(to: [String].self)
                #expect(failures?.count == 1)
                #expect(daemon.standardError.contains("A list of denied fonts is not sound"))
                #expect(try await daemon.register(makeFont(text == nil ? "Sound" : "Sound Too")) != "")
            }
        }
    }
}
