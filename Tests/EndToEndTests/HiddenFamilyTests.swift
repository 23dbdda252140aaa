internal import BusInterface
internal import DBus
internal import FoundationEssentials
internal import Glibc
internal import TestSupport
internal import Testing

/// Families of the system that the user hides from programs, with the real fontconfig.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct HiddenFamilyTests {
    private struct Finding: Decodable {
        var id: String
        var severity: String
        var items: [String]
    }

    /// As Debian's 50-user.conf, and a family that programs get by default.
    private static let rules = """
        <include ignore_missing="yes" prefix="xdg">fontconfig/conf.d</include>
        <alias binding="same"><family>sans-serif</family><prefer><family>Machine Sans</family></prefer></alias>
        <alias binding="same"><family>serif</family><prefer><family>Machine Sans</family></prefer></alias>
        <alias binding="same"><family>monospace</family><prefer><family>Machine Sans</family></prefer></alias>
        <alias binding="same"><family>system-ui</family><prefer><family>Machine Sans</family></prefer></alias>
        """

    private func makeHome() throws -> ScratchHome {
        let home = try ScratchHome(fontconfigRules: Self.rules)
        try home.addSystemFont(makeFont("Machine Sans"), name: "machine.ttf")
        try home.addSystemFont(makeFont("Ugly & <Odd>"), name: "ugly.ttf")
        try home.addSystemFont(makeFont("Other"), name: "other.ttf")
        return home
    }

    private func file(_ home: ScratchHome) -> String {
        "\(home.configurationDirectory)/fontconfig/conf.d/60-typecase-hidden.conf"
    }

    private func matches(_ name: String, _ daemon: RunningDaemon) async throws -> Bool {
        let faces = try await daemon.manager.match(descriptors: [["name": BusVariant(name)]], options: [:])
        return faces.first?.isEmpty == false
    }

    @Test("A hidden family is in no program and no answer, over a restart, until it is shown again")
    func hiddenAndShown() async throws {
        let home = try makeHome()
        try await RunningDaemon.run(home: home) { daemon in
            let before = try await daemon.manager.generation()
            let planned = try await daemon.typecase("disable", "ugly & <odd>", "--dry-run")
            #expect(planned.standardOutput == "Would be hidden from programs: Ugly & <Odd>\n", "\(planned)")
            let outcome = try await daemon.typecase("disable", "ugly & <odd>")
            #expect(outcome.termination == .exited(0), "\(outcome.standardError)")
            #expect(
                outcome.standardOutput
                    == "Hidden from programs: Ugly & <Odd>. Programs in a sandbox may still find it.\n")
            #expect(outcome.standardError.isEmpty)
            #expect(try await daemon.manager.generation() > before, "programs are told to look again")
            for _ in 0..<2 {
                #expect(try await daemon.fontconfigFamilies() == ["Machine Sans", "Other"])
                #expect(try await !matches("Ugly & <Odd>", daemon))
                let listed = try await daemon.typecase("list", "--all").standardOutput.split(separator: "\n")
                #expect(listed.contains { $0.contains("Machine Sans") && $0.hasSuffix("enabled") })
                #expect(listed.filter { $0.contains("Ugly") }.map { $0.hasSuffix("hidden") } == [true])
                let hidden = try await daemon.management.listHiddenFamilies(filter: [:])
                let expected: [String: BusVariant] = [
                    "family": BusVariant("Ugly & <Odd>"), "faces": BusVariant(UInt32(1)),
                    "file": BusVariant(file(home)),
                ]
                #expect(hidden == [expected])
                try await daemon.restart()
            }
            #expect(try await daemon.typecase("disable", "Ugly & <Odd>").termination == .exited(2))
            #expect(try await daemon.typecase("list", "--hidden").standardOutput.contains("Ugly & <Odd>"))
            let search = try await daemon.typecase("search", "ugly")
            #expect(
                search.standardOutput.split(separator: "\n").dropFirst().map { $0.split(separator: /[ ]{2,}/) }
                    == [["Ugly & <Odd>", "system", "hidden"]], "\(search)")
            #expect(try await daemon.typecase("search", "ugly", "--json").standardOutput.contains("\"hidden\": true"))
            #expect(try await daemon.typecase("search", "ugly", "--covers", "A").termination == .exited(3))
            let why = try await daemon.typecase("why", "Ugly & <Odd>")
            #expect(why.standardOutput.contains("You have hidden the system font family Ugly & <Odd>"), "\(why)")
            #expect(why.succeeded)

            let shown = try await daemon.typecase("enable", "--family", "Ugly & <Odd>")
            #expect(shown.standardOutput == "Shown again: Ugly & <Odd>\n", "\(shown.standardError)")
            #expect(try await daemon.fontconfigFamilies() == ["Machine Sans", "Other", "Ugly & <Odd>"])
            #expect(try await matches("Ugly & <Odd>", daemon))
            #expect(
                try await daemon.typecase("list", "--hidden").standardError
                    == "You have not hidden any system font families.\n")
            #expect(!FileManager.default.fileExists(atPath: file(home)))
            #expect(try await daemon.typecase("enable", "Other").termination == .exited(2))
        }
    }

    @Test("What programs need most is hidden by force only, and what is no family of the system not at all")
    func refused() async throws {
        let home = try makeHome()
        try await RunningDaemon.run(home: home) { daemon in
            let needed = try await daemon.typecase("disable", "Machine Sans")
            #expect(needed.termination == .exited(1))
            #expect(
                needed.standardError.contains("sans-serif, serif, monospace or system-ui get Machine Sans. To hide"),
                "\(needed.standardError)")
            let style = try await daemon.typecase("disable", "Other-Regular")
            #expect(style.standardError.contains("typecase disable --family 'Other'"), "\(style.standardError)")
            let nobody = try await daemon.typecase("disable", "Nobody")
            #expect(nobody.termination == .exited(3))
            #expect(try await daemon.fontconfigFamilies() == ["Machine Sans", "Other", "Ugly & <Odd>"])

            #expect(try await daemon.typecase("disable", "--force", "Machine Sans").succeeded)
            #expect(try await daemon.fontconfigFamilies() == ["Other", "Ugly & <Odd>"])
            // A registered font is meant before a family of the system.
            let id = try await daemon.register(makeFont("Mine"), by: .user)
            #expect(try await daemon.typecase("disable", "Mine").standardOutput == "Disabled Mine Regular 1.000\n")
            #expect(try await daemon.typecase("enable", id).succeeded)
            let many = (0...300).map { "Family \($0)" }
            let tooMany = await #expect(throws: BusError.self) {
                try await daemon.management.setFamiliesHidden(names: many, hidden: true, options: [:])
            }
            #expect(tooMany?.code == .invalidArguments)
        }
    }

    @Test("What one command hid is one change of the history, and is undone with the fonts that it disabled")
    func undone() async throws {
        let home = try makeHome()
        try await RunningDaemon.run(home: home) { daemon in
            _ = try await daemon.register(makeFont("Mine"), by: .user)
            #expect(try await daemon.typecase("disable", "Mine", "Other", "Ugly & <Odd>").succeeded)
            #expect(try await daemon.fontconfigFamilies() == ["Machine Sans"])
            let history = try await daemon.typecase("history").standardOutput
            #expect(
                history.split(separator: "\n").count == 3,
                "one change besides the installation and the head: \(history)")
            #expect(history.contains("Hid Other") && history.contains("Hid Ugly & <Odd>"))
            // Families that are shown already stay out of it.
            #expect(try await daemon.typecase("enable", "Other").succeeded)
            let planned = try await daemon.typecase("undo", "2", "--dry-run")
            #expect(planned.standardOutput.contains("Would be undone: Hid Ugly & <Odd>"), "\(planned)")
            #expect(!planned.standardOutput.contains("Other"))
            #expect(try await daemon.fontconfigFamilies() == ["Machine Sans", "Other"])
            #expect(try await daemon.typecase("undo", "2").succeeded)
            #expect(try await daemon.fontconfigFamilies() == ["Machine Sans", "Mine", "Other", "Ugly & <Odd>"])
            // Undoing that a family came back hides it again.
            let again = try await daemon.typecase("undo", "3")
            #expect(again.standardOutput.contains("Undone: Showed Other again"), "\(again)")
            #expect(try await daemon.fontconfigFamilies() == ["Machine Sans", "Mine", "Ugly & <Odd>"])
        }
    }

    @Test(
        "Families that several programs hide at once are all hidden, and registered fonts of such a family are as well")
    func atOnce() async throws {
        let home = try makeHome()
        let names = (0..<12).map { "Family \($0)" }
        for name in names { try home.addSystemFont(makeFont(name), name: "\(name).ttf") }
        try await RunningDaemon.run(home: home) { daemon in
            try await withThrowingTaskGroup { group in
                for name in names {
                    group.addTask {
                        let results = try await daemon.management.setFamiliesHidden(
                            names: [name], hidden: true, options: [:])
                        #expect(results.first?.boolean("changed") == true, "\(results)")
                    }
                }
                try await group.waitForAll()
            }
            let hidden = try await daemon.management.listHiddenFamilies(filter: [:]).map { $0.text("family") }
            #expect(Set(hidden) == Set(names))
            #expect(try await daemon.fontconfigFamilies().isDisjoint(with: names))
            // Another style of a hidden family, which fontconfig's rule is for too.
            var bold = FontBuilder(family: "Family 0", style: "Bold")
            bold.weight = 700
            _ = try await daemon.register(bold.build(), by: .user)
            #expect(try await daemon.fontconfigFamilies().isDisjoint(with: names))
            #expect(try await !matches("Family 0", daemon))
            let why = try await daemon.typecase("why", "Family 0")
            #expect(why.standardOutput.contains("You have hidden the system font family Family 0"), "\(why)")
        }
    }

    @Test("Who installs a font that a rule of fontconfig's hides is told, and doctor finds it and shows families again")
    func toldOf() async throws {
        let rejected = """
            <selectfont><rejectfont><pattern><patelt name="family"><string>Rejected</string></patelt></pattern>
            </rejectfont></selectfont>
            """
        let home = try ScratchHome(fontconfigRules: Self.rules + rejected)
        try home.addSystemFont(makeFont("Machine Sans"), name: "machine.ttf")
        try home.addSystemFont(makeFont("Other"), name: "other.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            #expect(try await daemon.typecase("disable", "Other").succeeded)
            var bold = FontBuilder(family: "Other", style: "Bold")
            bold.weight = 700
            let hidden = try daemon.home.scratch.write(bold.build(), to: "given/hidden.ttf")
            let own = try await daemon.typecase("install", hidden)
            #expect(own.succeeded && own.standardError.contains("because you have hidden the family Other"), "\(own)")
            #expect(own.standardError.contains("typecase enable --family 'Other'"))
            let foreign = try await daemon.typecase(
                "install", "--json", try daemon.home.scratch.write(makeFont("Rejected"), to: "given/rejected.ttf"))
            #expect(foreign.standardOutput.contains("fontconfig's configuration rejects it"), "\(foreign)")
            let sound = try daemon.home.scratch.write(makeFont("Sound"), to: "given/sound.ttf")
            #expect(try await daemon.typecase("install", sound).standardError.isEmpty)

            func findings() async throws -> [String: Finding] {
                let output = try await daemon.typecase("doctor", "--json").standardOutput
                let all = try JSONDecoder().decode([Finding].self, from: Data(output.utf8))
                return Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            }
            let found = try await findings()
            #expect(found["rejected-fonts"]?.items == ["Rejected Regular"])
            #expect(found["hidden-families"]?.items == ["Other"] && found["hidden-families"]?.severity == "note")
            let fixed = try await daemon.typecase("doctor", "--fix", "hidden-families", "--yes")
            #expect(fixed.standardOutput == "Shown again: Other\n", "\(fixed)")
            #expect(try await daemon.fontconfigFamilies() == ["Machine Sans", "Other", "Sound"])
            #expect(try await findings()["hidden-families"] == nil)
        }
    }

    @Test("A shell is offered the families that can be hidden, and those that can be shown again")
    func completion() async throws {
        let home = try makeHome()
        try await RunningDaemon.run(home: home) { daemon in
            func offered(_ verb: String) async throws -> Set<Substring> {
                let words = ["---completion", verb, "--", "--family", "3", "0", "typecase", verb, "--family", ""]
                return Set(try await daemon.typecase(words).standardOutput.split(separator: "\n"))
            }
            _ = try await daemon.register(makeFont("Mine"), by: .user)
            #expect(try await daemon.typecase("disable", "Other", "Mine").succeeded)
            #expect(try await offered("disable") == ["Machine Sans"], "<Odd> is nothing for a shell to expand")
            #expect(try await offered("enable") == ["Mine", "Other"])
        }
    }

    @Test("The last font with the letters of the user's language stays")
    func language() async throws {
        let home = try ScratchHome(fontconfigRules: Self.rules)
        try home.addSystemFont(makeFont("Machine Sans"), name: "machine.ttf")
        var greek = FontBuilder(family: "Greek")
        greek.characters = String(String.UnicodeScalarView([" "] + (0x384...0x3CE).compactMap(Unicode.Scalar.init)))
        try home.addSystemFont(greek.build(), name: "greek.ttf")
        try await RunningDaemon.run(home: home, isStarted: false) { daemon in
            try await daemon.start(environment: ["LANG": "el_GR.UTF-8"])
            let outcome = try await daemon.typecase("disable", "Greek")
            #expect(outcome.termination == .exited(1))
            #expect(
                outcome.standardError.contains("Only Greek has the letters of your language, el."),
                "\(outcome)")
        }
    }

    @Test("The file counts: what somebody takes out of it or deletes is shown, and one that cannot be written is told")
    func byHand() async throws {
        let home = try makeHome()
        try await RunningDaemon.run(home: home) { daemon in
            let results = try await daemon.management.setFamiliesHidden(
                names: ["Other", "Ugly & <Odd>", "Nobody"], hidden: true, options: [:])
            #expect(results.map { $0["error"] == nil } == [true, true, false])
            #expect(unlink(file(home)) == 0)
            try await eventually("nothing is hidden any more, without a call or a restart") {
                try await daemon.management.listHiddenFamilies(filter: [:]).isEmpty
            }
            #expect(try await matches("Other", daemon))
            let directory = "\(home.configurationDirectory)/fontconfig/conf.d"
            #expect(chmod(directory, 0o500) == 0)
            defer { chmod(directory, 0o700) }
            let outcome = try await daemon.typecase("disable", "Other")
            #expect(outcome.termination == .exited(1))
            #expect(outcome.standardError.contains(file(home)), "\(outcome.standardError)")
            #expect(try await daemon.fontconfigFamilies().contains("Other"))
        }
    }

    @Test("A dry run on the bus tells what would become of families, and changes nothing")
    func dryRun() async throws {
        let home = try makeHome()
        try await RunningDaemon.run(home: home) { daemon in
            let generation = try await daemon.manager.generation()
            let options = ["dry_run": BusVariant(true)]
            let planned = try await daemon.management.setFamiliesHidden(
                names: ["other", "Nobody", "Machine Sans"], hidden: true, options: options)
            #expect(planned.map { $0.text("family") } == ["Other", "Nobody", "Machine Sans"])
            #expect(planned[0].boolean("changed") == true)
            #expect(planned[1].errorName == "NotRegistered" && planned[2].errorName != "")
            let shown = try await daemon.management.setFamiliesHidden(names: ["Other"], hidden: false, options: options)
            #expect(shown.first?.boolean("changed") != true, "it is not hidden: \(shown)")
            #expect(try await daemon.management.listHiddenFamilies(filter: [:]).isEmpty)
            #expect(try await daemon.management.listHistory(filter: [:]).changes.isEmpty)
            #expect(try await daemon.manager.generation() == generation)
            #expect(!FileManager.default.fileExists(atPath: file(home)))
        }
    }
}
