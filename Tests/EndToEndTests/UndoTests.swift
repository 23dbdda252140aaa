internal import BusInterface
internal import DBus
internal import FoundationEssentials
internal import Glibc
internal import TestSupport
internal import Testing

/// What was changed, by whom, and taking it back, with the real daemon and the real command.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct UndoTests {
    private func history(_ daemon: RunningDaemon) async throws -> [[String: BusVariant]] {
        try await daemon.management.listHistory(filter: ["cause": BusVariant("user")]).changes
    }

    private func install(_ daemon: RunningDaemon, _ family: String, revision: Double = 1) async throws {
        var font = FontBuilder(family: family)
        font.revision = revision
        font.characters = " ABC"
        let path = try daemon.home.scratch.write(font.build(), to: "given/\(family)-\(revision).ttf")
        let outcome = try await daemon.typecase("install", path)
        #expect(outcome.succeeded, "\(outcome.standardError)")
    }

    private func typecase(_ daemon: RunningDaemon, _ arguments: [String]) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(
            BuildProducts.executable("typecase"), arguments, environment: daemon.environment)
    }

    private func undo(_ daemon: RunningDaemon, _ id: String...) async throws {
        let outcome = try await typecase(daemon, ["undo"] + id)
        #expect(outcome.succeeded, "\(outcome.standardError)")
    }

    @Test(
        "Installing, removing, disabling and upgrading are told with names and versions, and each is undone, over a restart"
    )
    func fonts() async throws {
        try await RunningDaemon.run { daemon in
            try await install(daemon, "Kept")
            try await install(daemon, "Kept", revision: 2)
            #expect(try await daemon.typecase("disable", "Kept").succeeded)
            try await install(daemon, "Other")
            #expect(try await daemon.typecase("uninstall", "Other").succeeded)
            await daemon.stop(signal: SIGKILL)
            try await daemon.start()
            try await daemon.waitUntilRecovered()

            let list = try await daemon.typecase("history")
            let lines = list.standardOutput.split(separator: "\n").map(String.init)
            #expect(lines.count == 6, "\(list.standardOutput)")
            for (line, text) in zip(
                lines.dropFirst(),
                [
                    "Removed Other Regular 1.000", "Installed Other Regular 1.000", "Disabled Kept Regular 2.000",
                    "Upgraded Kept Regular 1.000 → 2.000", "Installed Kept Regular 1.000",
                ])
            {
                #expect(line.contains(text), "\(line)")
            }
            #expect(lines[1].contains("typecase uninstall Other"))

            // The last four, one after the other.
            try await undo(daemon)
            #expect(try await daemon.fontconfigFamilies() == ["Other"])
            try await undo(daemon)
            #expect(try await daemon.fontconfigFamilies() == [])
            try await undo(daemon)
            #expect(try await daemon.fontconfigFamilies() == ["Kept"])
            try await undo(daemon)
            let version = try await daemon.run("/usr/bin/fc-list", "--format", "%{fontversion}")
            #expect(version.standardOutput == "65536")
            // The undo of the upgrade, undone.
            try await undo(daemon, "9")
            #expect(try await daemon.run("/usr/bin/fc-list", "--format", "%{fontversion}").standardOutput == "131072")
            let second = try await daemon.typecase("undo", "9")
            #expect(second.termination == .exited(1))
            #expect(second.standardError.contains("undone by change 10"), "\(second.standardError)")
        }
    }

    @Test("What one command did in many calls is one change, and is undone as one")
    func manyFonts() async throws {
        try await RunningDaemon.run { daemon in
            var paths: [String] = []
            for number in 0..<150 {
                paths.append(
                    try daemon.home.scratch.write(makeFont("Many \(number)"), to: "given/many\(number).ttf"))
            }
            #expect(try await typecase(daemon, ["install"] + paths).succeeded)
            #expect(try await daemon.typecase("uninstall", "--yes", "Many*").succeeded)
            let changes = try await history(daemon)
            #expect(try changes.map { try $0["count"]?.converted(to: UInt32.self) } == [150, 150])
            try await undo(daemon)
            #expect(try await daemon.fontconfigFamilies().count == 150)
            try await undo(daemon, "1")
            #expect(try await daemon.fontconfigFamilies().isEmpty)
        }
    }

    @Test("Grants and the removal of a provider are undone, and what cannot be undone says why")
    func others() async throws {
        try await RunningDaemon.run { daemon in
            _ = try await daemon.register(makeFont("Provided"))
            let provider = try #require(try await daemon.list().first?.text("provider"))
            #expect(try await daemon.typecase("grants", "set", "org.example.A", "install-fonts", "allow").succeeded)
            #expect(try await daemon.typecase("grants", "set", "org.example.A", "install-fonts", "deny").succeeded)
            try await undo(daemon)
            #expect(try await daemon.management.listGrants(filter: [:]).map { $0.text("decision") } == ["allow"])
            try await undo(daemon)
            #expect(try await daemon.management.listGrants(filter: [:]).isEmpty)

            #expect(try await daemon.typecase("provider", "remove", provider).succeeded)
            #expect(try await daemon.fontconfigFamilies() == [])
            try await undo(daemon)
            #expect(try await daemon.fontconfigFamilies() == ["Provided"])

            try await install(daemon, "Purged")
            #expect(try await daemon.typecase("uninstall", "--purge", "Purged").succeeded)
            let error = await #expect(throws: BusError.self) {
                _ = try await daemon.management.undo(change: 0, options: [:])
            }
            #expect(error?.typecaseName == "NotUndoable")
            #expect(error?.message.contains("for good") == true)
            let program = try #require(
                try await daemon.management.listHistory(filter: ["cause": BusVariant("provider")]).changes.first)
            #expect(try program["undoable"]?.converted(to: Bool.self) == false)
            #expect(program.text("why_not").contains("by itself"))
            let missing = try await daemon.typecase("undo", "999")
            #expect(missing.termination == .exited(3), "\(missing.standardError)")
        }
    }

    @Test("Calls are changes of their own unless their caller says otherwise, and an adoption says how it is undone")
    func operations() async throws {
        try await RunningDaemon.run { daemon in
            var ids: [String] = []
            for family in ["One", "Two", "Three"] { ids.append(try await daemon.register(makeFont(family), by: .user)) }
            for id in ids[..<2] {
                _ = try await daemon.management.setEnabled(
                    ids: [id], enabled: false, options: ["operation": BusVariant("tidy")])
            }
            _ = try await daemon.management.setEnabled(ids: [ids[2]], enabled: false, options: [:])
            let counts = try await history(daemon).map { try $0["count"]?.converted(to: UInt32.self) }
            #expect(counts == [1, 2, 1, 1, 1])
            let tooLong = await #expect(throws: BusError.self) {
                _ = try await daemon.management.setEnabled(
                    ids: ids, enabled: true, options: ["operation": BusVariant(String(repeating: "x", count: 200))])
            }
            #expect(tooLong?.code == .invalidArguments)
            _ = try await daemon.management.undo(change: 4, options: [:])
            #expect(try await daemon.fontconfigFamilies() == ["One", "Two"])

            let font = try daemon.home.scratch.openFile(makeFont("Mine"), name: "given/mine.ttf")
            let original = daemon.home.scratch["given/mine.ttf"]
            let adopted = try await daemon.management.installFonts(
                fonts: [font], scope: "persistent", enabled: true,
                options: ["replacing": BusVariant([original]), "keep_registered": BusVariant(true)])
            #expect(adopted.results.first?["error"] == nil, "\(adopted.results)")
            let change = try #require(try await history(daemon).first)
            #expect(change.text("action") == "adopt")
            #expect(change.text("why_not").contains("typecase adopt --undo"))
            // Only an adoption is taken back by its caller.
            let undone = try await daemon.management.uninstall(
                ids: [ids[0]], options: ["undoes": BusVariant(UInt64(6))])
            #expect(undone.results.first?["error"] == nil, "\(undone.results)")
            #expect(try await history(daemon).allSatisfy { $0["undoes"] == nil || $0.text("action") == "undo" })
            // A program that lists page by page gets every change once.
            var pages: [UInt64] = []
            var filter = ["limit": BusVariant(UInt32(2)), "cause": BusVariant("user")]
            repeat {
                let page = try await daemon.management.listHistory(filter: filter)
                pages += try page.changes.compactMap { try $0["id"]?.converted(to: UInt64.self) }
                filter["cursor"] = page.cursor.isEmpty ? nil : BusVariant(page.cursor)
            } while filter["cursor"] != nil
            #expect(pages == [8, 7, 6, 5, 4, 3, 2, 1])
        }
    }

    @Test(
        "The history of a font is found by its PostScript name, its full name and its family, and of many among others")
    func ofOneFont() async throws {
        try await RunningDaemon.run { daemon in
            var paths: [String] = []
            for number in 10..<30 {
                paths.append(try daemon.home.scratch.write(makeFont("Many \(number)"), to: "given/\(number).ttf"))
            }
            #expect(try await typecase(daemon, ["install"] + paths).succeeded)
            #expect(try await daemon.typecase("disable", "Many 29").succeeded)
            #expect(try await daemon.typecase("disable", "Many 11").succeeded)
            #expect(try await daemon.typecase("uninstall", "Many 29").succeeded)
            for name in ["Many29-Regular", "Many 29 Regular", "many 29"] {
                let outcome = try await daemon.typecase("history", name)
                #expect(outcome.succeeded, "\(name): \(outcome)")
                let ids = outcome.standardOutput.split(separator: "\n").dropFirst().map { $0.prefix { $0 != " " } }
                #expect(ids == ["4", "2", "1"], "\(name): \(outcome.standardOutput)")
            }
            let last = try await daemon.typecase("history", "--count", "1", "Many 29")
            #expect(last.standardOutput.contains("Removed Many 29 Regular"))
            #expect(!last.standardOutput.contains("Disabled"))
            #expect(try await daemon.typecase("history", "Nobody").termination == .exited(3))
            let long = try await daemon.typecase("history", String(repeating: "x", count: 10_000))
            #expect(long.termination == .exited(3))
            #expect(long.standardError.contains("No font with this name was changed in the last 30 days."))
            #expect(try await daemon.typecase("history", "99").termination == .exited(3))
        }
    }
}
