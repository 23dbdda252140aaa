internal import BusInterface
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Fonts that come and go with whoever provides them, though nobody says so to the service.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct LeavingTests {
    private static let foundry = "org.example.Foundry"

    private static func font(_ family: String, revision: Double = 1) -> [UInt8] {
        var font = FontBuilder(family: family)
        font.revision = revision
        return font.build()
    }

    /// Puts a package on the machine that has nothing but fonts and a manifest.
    private func install(
        _ fonts: [(name: String, bytes: [UInt8])], as id: String = foundry, below directory: String = "share",
        _ daemon: RunningDaemon, beforeManifest prepare: () throws -> Void = {}
    ) throws {
        var entries: [String] = []
        for font in fonts {
            try daemon.home.scratch.write(font.bytes, to: "\(directory)/typecase/assets/\(id)/\(font.name)")
            let digest = try SealedMemory(bytes: font.bytes).digest
            entries.append(#"{"file": "\#(font.name)", "sha256": "\#(digest)", "register": "on-install"}"#)
        }
        let manifest = """
            {"version": 1, "id": "\(id)", "name": "Foundry", "rights": ["install-fonts"],
             "fonts": [\(entries.joined(separator: ", "))]}
            """
        try prepare()
        // As package managers do it: nobody ever sees half of a manifest, or none.
        let path = "\(directory)/typecase/providers/\(id).json"
        let new = try daemon.home.scratch.write(manifest, to: path + ".new")
        try #require(rename(new, daemon.home.scratch[path]) == 0)
    }

    private func uninstall(_ daemon: RunningDaemon, _ id: String = foundry) {
        daemon.home.scratch.remove("share/typecase/providers/\(id).json")
        daemon.home.scratch.remove("share/typecase/assets/\(id)")
    }

    private func ring(_ daemon: RunningDaemon) async throws {
        // As long as the fonts of hundreds of packages take.
        try await daemon.management.reconcile(options: [:], timeout: .seconds(500))
    }

    private func provider(_ daemon: RunningDaemon, _ id: String = foundry) async throws -> [String: BusVariant]? {
        try await daemon.management.listProviders(filter: ["id": BusVariant(id)]).providers.first
    }

    @Test("The fonts of a package are files of its own: what links in it lead to is not registered")
    func links() async throws {
        try await RunningDaemon.run { daemon in
            let scratch = daemon.home.scratch
            let assets = "share/typecase/assets/\(Self.foundry)"
            try scratch.write(Self.font("Linked"), to: "elsewhere/linked.ttf")
            try scratch.write(Self.font("Below"), to: "elsewhere/below.ttf")
            let fonts = [
                ("own.ttf", Self.font("Own")), ("linked.ttf", Self.font("Linked")),
                ("directory/below.ttf", Self.font("Below")),
            ]
            try install(fonts, daemon) {
                for (name, target) in [("linked.ttf", "elsewhere/linked.ttf"), ("directory", "elsewhere")] {
                    scratch.remove("\(assets)/\(name)")
                    try #require(symlink(scratch[target], scratch["\(assets)/\(name)"]) == 0)
                }
            }
            try await ring(daemon)
            #expect(try await daemon.fontconfigFamilies() == ["Own"])
            #expect(try await daemon.list(by: .user).count == 1)
        }
    }

    @Test("Fonts of a package without any code are there for everybody, and leave with it")
    func onInstall() async throws {
        try await RunningDaemon.run { daemon in
            try install([("a.ttf", Self.font("Alpha")), ("b.ttf", Self.font("Beta"))], daemon)
            try await ring(daemon)
            #expect(try await daemon.fontconfigFamilies() == ["Alpha", "Beta"])
            #expect(try await provider(daemon)?.text("display_name") == "Foundry")
            let generation = try await daemon.manager.generation()
            try await ring(daemon)
            try await daemon.restart()
            try await ring(daemon)
            #expect(try await daemon.manager.generation() == generation, "there is nothing left to do")

            uninstall(daemon)
            try await ring(daemon)
            #expect(try await daemon.fontconfigFamilies() == [])
            #expect(daemon.publishedFiles.isEmpty)
            #expect(try await provider(daemon)?.text("removed_reason") == "gone")
            let changes = try await daemon.manager.changes(sinceGeneration: generation).changes
            #expect(changes.map { $0.text("kind") } == ["removed", "removed"])
            #expect(changes.allSatisfy { $0.text("cause") == "installation" })

            try install([("a.ttf", Self.font("Alpha")), ("b.ttf", Self.font("Beta"))], daemon)
            try await ring(daemon)
            #expect(try await daemon.fontconfigFamilies() == ["Alpha", "Beta"])
        }
    }

    @Test("What comes and goes is noticed without a bell while the service runs, where there was no directory either")
    func withoutBell() async throws {
        try await RunningDaemon.run { daemon in
            func families(_ expected: Set<String>) async throws {
                try await eventually("the families are \(expected)") {
                    try await daemon.fontconfigFamilies() == expected
                }
            }
            try await daemon.waitUntilRecovered()
            try install([("a.ttf", Self.font("Alpha"))], daemon)
            try await families(["Alpha"])
            try install([("a.ttf", Self.font("Alpha")), ("b.ttf", Self.font("Beta"))], daemon)
            try await families(["Alpha", "Beta"])
            uninstall(daemon)
            try await families([])
            try install([("a.ttf", Self.font("Alpha"))], daemon)
            try await families(["Alpha"])
            daemon.home.scratch.remove("share/typecase")
            try await families([])
        }
    }

    @Test("An upgrade replaces what has changed, takes what is not in it any more, and keeps the rest")
    func upgrade() async throws {
        try await RunningDaemon.run { daemon in
            try install(
                [("a.ttf", Self.font("Alpha")), ("b.ttf", Self.font("Beta")), ("c.ttf", Self.font("Gamma"))], daemon)
            try await ring(daemon)
            let before = try await daemon.list(by: .user)
            // Of one of them nobody thought of the revision.
            var changed = FontBuilder(family: "Beta")
            changed.characters = " XYZ"
            try install(
                [
                    ("a.ttf", Self.font("Alpha", revision: 2)), ("b.ttf", changed.build()),
                    ("d.ttf", Self.font("Delta")),
                ],
                daemon)
            let generation = try await daemon.manager.generation()
            try await ring(daemon)
            #expect(try await daemon.fontconfigFamilies() == ["Alpha", "Beta", "Delta"])
            let after = try await daemon.list(by: .user)
            #expect(Set(after.map { $0.text("sha256") }).isDisjoint(with: before.map { $0.text("sha256") }))
            let changes = try await daemon.manager.changes(sinceGeneration: generation).changes
            #expect(changes.count { $0.text("kind") == "removed" } == 3)
            #expect(changes.count { $0.text("kind") == "added" } == 3)
        }
    }

    @Test("An upgrade that cannot be registered whole leaves nobody without the fonts of before, until it can")
    func brokenUpgrade() async throws {
        try await RunningDaemon.run { daemon in
            try install([("a.ttf", Self.font("Alpha")), ("b.ttf", Self.font("Beta"))], daemon)
            try await ring(daemon)
            let before = Set(try await daemon.list(by: .user).map { $0.text("sha256") })
            let newer = Self.font("Alpha", revision: 2)
            try install([("a.ttf", newer), ("d.ttf", Self.font("Delta"))], daemon)
            daemon.home.scratch.remove("share/typecase/assets/\(Self.foundry)/a.ttf")
            try await ring(daemon)
            #expect(try await daemon.fontconfigFamilies() == ["Alpha", "Beta", "Delta"])
            #expect(before.isSubset(of: try await daemon.list(by: .user).map { $0.text("sha256") }))
            try daemon.home.scratch.write(newer, to: "share/typecase/assets/\(Self.foundry)/a.ttf")
            try await ring(daemon)
            #expect(try await daemon.fontconfigFamilies() == ["Alpha", "Delta"])
            #expect(before.isDisjoint(with: try await daemon.list(by: .user).map { $0.text("sha256") }))
        }
    }

    @Test("What has not the bytes that were declared, or is missing, is not registered, and is once it is right")
    func wrongBytes() async throws {
        try await RunningDaemon.run { daemon in
            try install([("a.ttf", Self.font("Alpha")), ("b.ttf", Self.font("Beta"))], daemon)
            try daemon.home.scratch.write(Self.font("Other"), to: "share/typecase/assets/\(Self.foundry)/a.ttf")
            try await ring(daemon)
            #expect(try await daemon.fontconfigFamilies() == ["Beta"])
            daemon.home.scratch.remove("share/typecase/assets/\(Self.foundry)/a.ttf")
            try await ring(daemon)
            #expect(try await daemon.fontconfigFamilies() == ["Beta"])
            try daemon.home.scratch.write(Self.font("Alpha"), to: "share/typecase/assets/\(Self.foundry)/a.ttf")
            try await ring(daemon)
            #expect(try await daemon.fontconfigFamilies() == ["Alpha", "Beta"])
        }
    }

    @Test("A font that the user removed by hand does not come back with the next look, and the others leave")
    func removedByHand() async throws {
        try await RunningDaemon.run { daemon in
            try install([("a.ttf", Self.font("Alpha")), ("b.ttf", Self.font("Beta"))], daemon)
            try await ring(daemon)
            let alpha = try #require(try await daemon.fontconfigList().first { $0.family == "Alpha" })
            try #require(unlink(alpha.file) == 0)
            uninstall(daemon)
            try await daemon.restart(signal: SIGKILL)
            try await ring(daemon)
            #expect(try await daemon.fontconfigFamilies() == [])
            try install([("a.ttf", Self.font("Alpha")), ("b.ttf", Self.font("Beta"))], daemon)
            try await ring(daemon)
            #expect(try await daemon.fontconfigFamilies() == ["Beta"])
        }
    }

    @Test("Fonts stay that another environment does not have the service look for, and go with the manifest alone")
    func otherEnvironment() async throws {
        try await RunningDaemon.run { daemon in
            try install([("a.ttf", Self.font("Alpha"))], daemon)
            try await ring(daemon)
            // As without the variables of a login, or where a directory cannot be listed.
            await daemon.stop()
            try await daemon.start(environment: ["XDG_DATA_DIRS": daemon.home.scratch["elsewhere"]])
            try await ring(daemon)
            #expect(try await daemon.fontconfigFamilies() == ["Alpha"])
            #expect(try await provider(daemon)?.text("removed_reason") == "")
            try await daemon.restart()
            uninstall(daemon)
            try await ring(daemon)
            #expect(try await daemon.fontconfigFamilies() == [])
        }
    }

    @Test("A running program finds all 1000 fonts of 100 packages at each look, each once, while all are upgraded")
    func upgradeOfMany() async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            // Two thousand second opinions would take most of the time.
            try await daemon.start(environment: ["TYPECASE_SECOND_OPINION": "never"])
            let ids = (0..<100).map { "org.example.Provider\($0)" }
            let perPackage = 10
            func fonts(_ number: Int, revision: Double) -> [(name: String, bytes: [UInt8])] {
                (0..<perPackage).map { ("\($0).ttf", Self.font("Family \(number) \($0)", revision: revision)) }
            }
            for (number, id) in ids.enumerated() { try install(fonts(number, revision: 1), as: id, daemon) }
            try await ring(daemon)
            let program = try ChildProcess(
                "/usr/bin/python3",
                [sourcePath("Tests", "Helpers", "watch-upgrade.py"), "\(ids.count * perPackage)", "1", "2"],
                environment: daemon.environment, acceptsInput: true)
            try await program.waitForOutput("looked\n")

            let generation = try await daemon.manager.generation()
            for (number, id) in ids.enumerated() {
                try install(fonts(number, revision: 2), as: id, daemon)
                if number.isMultiple(of: 20) { try await ring(daemon) }
            }
            try await ring(daemon)
            program.closeInput()
            let outcome = await program.wait()
            #expect(outcome.succeeded, "\(outcome.standardError)")
            #expect(!outcome.standardOutput.contains(" 0 of them in the middle"), "nobody looked: \(outcome)")
            #expect(daemon.publishedFiles.count == ids.count * perPackage)
            #expect(try await daemon.manager.generation() > generation)
        }
    }

    @Test("The policy of the machine is asked, and what it denies later leaves")
    func policy() async throws {
        try await RunningDaemon.run { daemon in
            func decide(_ decision: String) throws {
                let rule = #"{"providers": ["org.example.*"], "rights": ["install-fonts"], "decision": "\#(decision)"}"#
                try daemon.home.scratch.write(
                    #"{"version": 1, "rules": [\#(rule)]}"#, to: "policy/policy.d/10-first.json")
            }
            try install([("a.ttf", Self.font("Alpha"))], daemon)
            for (decision, families) in [("deny", []), ("allow", ["Alpha"]), ("deny", []), ("allow", ["Alpha"])] {
                try decide(decision)
                // Judging anew reads the policy anew.
                _ = try await daemon.management.revalidate(ids: [], options: [:])
                try await ring(daemon)
                #expect(try await daemon.fontconfigFamilies() == Set(families), "\(decision)")
            }
        }
    }

    @Test("What the policy denies a provider takes effect at once, and leaves a trace")
    func policyAtOnce() async throws {
        let home = try ScratchHome()
        try home.scratch.makeDirectory("policy/policy.d")
        try await RunningDaemon.run(home: home) { daemon in
            func decide(_ decision: String) throws {
                let rule = #"{"providers": ["org.example.*"], "decision": "\#(decision)", "reason": "Because."}"#
                let draft = try daemon.home.scratch.write(
                    "{\"version\": 1, \"rules\": [\(rule)]}", to: "policy/draft")
                rename(draft, daemon.home.scratch["policy/policy.d/10-first.json"])
            }
            try install([("a.ttf", Self.font("Alpha"))], daemon)
            try await ring(daemon)
            #expect(try await daemon.fontconfigFamilies() == ["Alpha"])
            var signals = try await daemon.manager.fontsChanged().makeAsyncIterator()
            let generation = try await daemon.manager.generation()
            try decide("deny")
            while try await !daemon.list(by: .user).isEmpty { _ = try await signals.next() }
            #expect(try await daemon.fontconfigFamilies() == [])
            let changes = try await daemon.manager.changes(sinceGeneration: generation).changes
            #expect(changes.map { [$0.text("kind"), $0.text("cause")] } == [["removed", "policy"]])
            let status = try await daemon.management.status()
            #expect(try status["denied_providers"]?.converted(to: [String].self) == [Self.foundry])
            try await eventually("the journal tells who and why") {
                daemon.standardError.contains("The policy of this machine denies it: Because.")
            }
            try decide("allow")
            while try await daemon.list(by: .user).isEmpty { _ = try await signals.next() }
            #expect(try await daemon.management.status()["denied_providers"] == nil)
        }
    }

    @Test("What leaves can be listed and brought back on the command line, and stays then")
    func commandLine() async throws {
        try await RunningDaemon.run { daemon in
            try install([("a.ttf", Self.font("Alpha"))], daemon)
            try await ring(daemon)
            let removed = try await daemon.typecase("provider", "remove", Self.foundry)
            #expect(removed.standardOutput == "Removed: 1 font of \(Self.foundry)\n")
            try await ring(daemon)
            #expect(try await daemon.fontconfigFamilies() == [])
            let list = try await daemon.typecase("provider", "list", "--removed")
            #expect(list.standardOutput.contains(Self.foundry) && list.standardOutput.contains("1, user, "))
            #expect(try await daemon.typecase("provider", "restore", Self.foundry).succeeded)
            #expect(try await daemon.fontconfigFamilies() == ["Alpha"])

            uninstall(daemon)
            try await ring(daemon)
            #expect(try await daemon.fontconfigFamilies() == [])
            #expect(try await daemon.typecase("provider", "restore", Self.foundry).succeeded)
            try await daemon.restart()
            try await ring(daemon)
            #expect(try await daemon.fontconfigFamilies() == ["Alpha"], "the user wants it without its provider")
            #expect(try await !daemon.typecase("provider", "restore", Self.foundry).succeeded)
        }
    }

    @Test("Set aside is set aside after a loss of the registry too")
    func lostRegistry() async throws {
        try await RunningDaemon.run { daemon in
            try install([("a.ttf", Self.font("Alpha"))], daemon)
            try await ring(daemon)
            uninstall(daemon)
            try await ring(daemon)
            _ = try await daemon.filesLeftInStore()
            await daemon.stop()
            for suffix in ["", "-wal", "-shm"] { unlink(daemon.registryFile + suffix) }
            try await daemon.start()
            try await ring(daemon)
            #expect(try await daemon.fontconfigFamilies() == [])
            #expect(try await provider(daemon)?.text("removed_reason") == "gone")
            #expect(try await daemon.management.restoreProvider(provider: Self.foundry, options: [:]) == 1)
            #expect(try await daemon.fontconfigFamilies() == ["Alpha"])
        }
    }

    @Test(
        "A provider that goes while the registry is lost, or found to be damaged, takes its fonts with it",
        arguments: [false, true])
    func lostTogether(isDamaged: Bool) async throws {
        try await RunningDaemon.run { daemon in
            try install([("a.ttf", Self.font("Alpha"))], daemon)
            try install([("b.ttf", Self.font("Beta"))], as: "org.example.Press", daemon)
            try await ring(daemon)
            _ = try await daemon.filesLeftInStore()
            await daemon.stop()
            uninstall(daemon)
            for suffix in ["", "-wal", "-shm"] { unlink(daemon.registryFile + suffix) }
            if isDamaged {
                try daemon.home.scratch.write("no database", to: "home/.local/state/typecase/registry.sqlite")
            }
            try await daemon.start()
            try await ring(daemon)
            #expect(try await daemon.fontconfigFamilies() == ["Beta"])
            #expect(try await provider(daemon)?.text("removed_reason") == "gone")
            #expect(try await daemon.management.restoreProvider(provider: Self.foundry, options: [:]) == 1)
            #expect(try await daemon.fontconfigFamilies() == ["Alpha", "Beta"])
        }
    }

    @Test("A provider that goes while the service starts is noticed, though nobody rings any more", arguments: 0..<4)
    func goneDuringStart(moment: Int) async throws {
        try await RunningDaemon.run { daemon in
            try install([("a.ttf", Self.font("Alpha"))], daemon)
            try await ring(daemon)
            await daemon.stop()
            async let start: Void = daemon.start()
            // Before, at and after what the start does first.
            for _ in 0..<moment { _ = try await daemon.run("/bin/true") }
            uninstall(daemon)
            try await start
            try await eventually("the font has left") { try await daemon.fontconfigFamilies() == [] }
        }
    }

    @Test("What is wrong with a manifest or its fonts is written down once of each version of it")
    func complaints() async throws {
        try await RunningDaemon.run { daemon in
            func count(_ text: String) -> Int {
                daemon.standardError.split(separator: "\n").count { $0.contains(text) }
            }
            let asset = "share/typecase/assets/\(Self.foundry)/a.ttf"
            for version in 1...2 {
                try install([("a.ttf", Self.font("Alpha", revision: Double(version)))], daemon)
                try daemon.home.scratch.write(Self.font("Other"), to: asset)
                for _ in 0..<3 { try await ring(daemon) }
                #expect(count("A font that a manifest wants registered is not") == version)
            }
            daemon.home.scratch.remove(asset)
            for _ in 0..<3 { try await ring(daemon) }
            #expect(count("there is no such file") == 1)
            try daemon.home.scratch.write("{", to: "share/typecase/providers/org.example.Press.json")
            for _ in 0..<3 { try await ring(daemon) }
            #expect(count("A manifest cannot be understood") == 1)
        }
    }

    @Test("Fonts of a Flatpak's manifest need the right, stay when it is revoked, and leave when the policy denies it")
    func flatpak() async throws {
        // One of which the policy of the tests says nothing.
        let id = "org.unheard.Foundry"
        try await RunningDaemon.run { daemon in
            let files = "home/.local/share/flatpak/app/\(id)/current/active"
            func deploy(_ families: String...) throws {
                try daemon.home.scratch.write("[Application]\n", to: "\(files)/metadata")
                let fonts = families.map { (name: "\($0).ttf", bytes: Self.font($0)) }
                try install(fonts, as: id, below: "\(files)/files/share", daemon)
            }
            func expect(_ families: Set<String>, _ comment: Comment) async throws {
                try await ring(daemon)
                #expect(try await daemon.fontconfigFamilies() == families, comment)
            }
            func decide(_ decision: String) async throws {
                let rule = #"{"providers": ["org.unheard.*"], "decision": "\#(decision)"}"#
                try daemon.home.scratch.write(
                    #"{"version": 1, "rules": [\#(rule)]}"#, to: "policy/policy.d/10-first.json")
                _ = try await daemon.management.revalidate(ids: [], options: [:])
            }
            try deploy("Alpha")
            try await expect([], "a manifest that is not the administrator's gives no right")
            try await daemon.management.setGrant(
                provider: id, right: "install-fonts", decision: "allow", options: [:])
            try await expect(["Alpha"], "the user allows it")
            #expect(try await daemon.typecase("grants", "revoke", id).succeeded)
            try await expect(["Alpha"], "what was registered stays")
            try deploy("Alpha", "Beta")
            try await expect(["Alpha"], "nothing new comes without the right")
            try await decide("deny")
            try await expect([], "the policy denies it")
            try await decide("allow")
            try await expect(["Alpha", "Beta"], "the policy allows it")
            // A version without fonts takes them all back.
            try deploy()
            try await expect([], "the manifest has none any more")
            try deploy("Alpha")
            try await expect(["Alpha"], "the manifest has one again")
            daemon.home.scratch.remove("home/.local/share/flatpak/app/\(id)")
            try await expect([], "it is uninstalled")
            #expect(try await provider(daemon, id)?.text("removed_reason") == "gone")
        }
    }

    @Test(
        "Killed at any call of a removal or a return, the next start brings all to what is installed",
        .enabled("system calls may be supervised here") { await CallSupervisor.isAvailable() },
        arguments: ["renameat2", "fdatasync", "unlinkat", "pwrite64"])
    func killed(name: String) async throws {
        let environment = ["TYPECASE_SECOND_OPINION": "never"]
        for isInstalled in [false, true] {
            // Of the many writes of a database not at each.
            try await KillSweep.run([name], points: name == "pwrite64" ? 4 : nil) { supervisor in
                try await RunningDaemon.run(isStarted: false) { daemon in
                    try await daemon.start(environment: environment)
                    let fonts = ["One", "Two"].map { (name: "\($0).ttf", bytes: Self.font($0)) }
                    try install(fonts, daemon)
                    try await ring(daemon)
                    if isInstalled {
                        uninstall(daemon)
                        try await ring(daemon)
                    }
                    await daemon.stop()
                    if isInstalled { try install(fonts, daemon) } else { uninstall(daemon) }
                    do {
                        try await daemon.start(wrapper: supervisor.wrapper, environment: environment)
                        try await ring(daemon)
                        await daemon.stop()
                    } catch {
                        try await daemon.expectKill(by: supervisor, toldBy: error)
                    }
                    try await daemon.start(environment: environment)
                    try await ring(daemon)
                    let expected: Set<String> = isInstalled ? ["One", "Two"] : []
                    #expect(try await daemon.fontconfigFamilies() == expected, "at point \(supervisor.count)")
                    #expect(daemon.publishedFiles.count == expected.count, "at point \(supervisor.count)")
                    let listed = try await provider(daemon)
                    #expect(listed?.text("removed_reason") == (isInstalled ? "" : "gone"), "\(supervisor.count)")
                }
            }
        }
    }
}
