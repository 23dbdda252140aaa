internal import BusInterface
internal import DBus
internal import FoundationEssentials
internal import Glibc
internal import TestSupport
internal import Testing

/// What an installation would do, with the real daemon and the real command.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct PlanTests {
    private func write(_ daemon: RunningDaemon, _ family: String, _ revision: Double) throws -> String {
        var font = FontBuilder(family: family)
        font.revision = revision
        font.characters = " ABC"
        return try daemon.home.scratch.write(font.build(), to: "given/\(family)-\(revision).ttf")
    }

    @Test("A plan tells what comes, what is replaced and what is refused, changes nothing, and comes true")
    func plan() async throws {
        try await RunningDaemon.run { daemon in
            let (old, new) = (try write(daemon, "Planned", 1), try write(daemon, "Planned", 2))
            let first = try await daemon.typecase("plan", old)
            #expect(first.standardOutput == "Planned Regular 1.000 would be installed\n", "\(first)")
            let generation = try await daemon.manager.generation()
            #expect(try await daemon.list(by: .user).isEmpty)

            #expect(try await daemon.typecase("install", new).succeeded)
            let known = try await daemon.typecase("install", "--dry-run", new)
            #expect(known.termination == .exited(2))
            let downgrade = try await daemon.typecase("plan", old)
            #expect(downgrade.termination == .exited(1) && downgrade.standardError.contains("--allow-downgrade"))
            let allowed = try await daemon.typecase("plan", "--allow-downgrade", old)
            #expect(allowed.standardOutput == "Planned Regular 2.000 → 1.000 would be downgraded\n", "\(allowed)")
            #expect(try await daemon.manager.generation() == generation + 1, "one installation alone changed fonts")
            #expect(try await daemon.management.listHistory(filter: [:]).changes.count == 1)

            // Two versions in one call, of which the older one is refused: the plan foresees what comes of it.
            let (newer, newest) = (try write(daemon, "Planned", 3), try write(daemon, "Planned", 4))
            let both = try await daemon.typecase("plan", newer, newest)
            #expect(both.standardOutput == "Planned Regular 2.000 → 4.000 would be upgraded\n", "\(both)")
            let done = try await daemon.typecase("install", newer, newest)
            #expect(done.standardOutput.hasPrefix("Upgraded Planned Regular"))
            #expect(both.termination == done.termination)
            #expect(both.standardError == done.standardError)
        }
    }

    @Test("A plan names the generic names and aliases that fontconfig's rules would give the font, and leaves nothing")
    func rules() async throws {
        let home = try ScratchHome(
            fontconfigRules: """
                <alias><family>sans-serif</family><prefer><family>Coming</family><family>Machine</family></prefer></alias>
                <alias><family>serif</family><prefer><family>Machine</family></prefer></alias>
                <alias binding="same"><family>Coming</family><default><family>Known Elsewhere</family></default></alias>
                <alias binding="same"><family>Known Elsewhere</family><accept><family>Coming</family></accept></alias>
                """)
        try home.addSystemFont(makeFont("Machine"), name: "machine.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            let path = try write(daemon, "Coming", 1)
            let before = try await daemon.run("/usr/bin/fc-list").standardOutput
            let planned = try await daemon.typecase("plan", path)
            let lines = planned.standardOutput.split(separator: "\n")
            #expect(
                lines.contains {
                    $0.hasPrefix("Programs that ask for sans-serif")
                        && $0.hasSuffix("Known Elsewhere would get Coming Regular; now they get Machine Regular.")
                }, "\(planned)")
            #expect(!planned.standardOutput.contains(" serif"), "\(planned)")
            let list = try await daemon.typecase("plan", "--json", path).standardOutput
            #expect(list.contains(#""programs_would_get": "Coming Regular""#), "\(list)")
            #expect(try await daemon.run("/usr/bin/fc-list").standardOutput == before)
            let left = try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path)
            #expect(!left.contains { $0.hasPrefix("typecase-plan-") })

            #expect(try await daemon.typecase("install", path).succeeded)
            // In a pattern of fontconfig's a hyphen begins a size.
            for name in [#"sans\-serif"#, "Known Elsewhere"] {
                let given = try await daemon.run("/usr/bin/fc-match", "--format", "%{family}", name)
                #expect(given.standardOutput == "Coming", "what was foreseen of \(name) comes true")
            }
        }
    }

    @Test("A plan names what would stand for another face, and not the names that stay as they are")
    func names() async throws {
        func style(_ name: String, _ weight: UInt16) -> FontBuilder {
            var font = FontBuilder(family: "Styled", style: name)
            font.weight = weight
            font.characters = " ABC"
            return font
        }
        try await RunningDaemon.run { daemon in
            let bold = try daemon.home.scratch.write(style("Bold", 700).build(), to: "given/bold.ttf")
            let regular = try daemon.home.scratch.write(style("Regular", 400).build(), to: "given/regular.ttf")
            #expect(try await daemon.typecase("install", bold).succeeded)
            let planned = try await daemon.typecase("plan", regular).standardOutput
            #expect(planned.contains("Styled would select this font; now it selects Styled-Bold"), "\(planned)")
            #expect(try await daemon.typecase("install", regular).succeeded)
            let known = try await daemon.typecase("plan", bold, regular).standardOutput
            #expect(!known.contains("would select this font"), "\(known)")
            #expect(try await daemon.typecase("uninstall", "Styled-Bold").succeeded)
            let again = try await daemon.typecase("plan", bold).standardOutput
            #expect(!again.contains("Styled would select this font"), "the regular one stays: \(again)")
        }
    }

    @Test("A plan tells a copy from a font that is installed, and says where it did not check names")
    func copies() async throws {
        try await RunningDaemon.run { daemon in
            let font = try write(daemon, "Planned", 1)
            let copy = try daemon.home.scratch.write(readAll(font), to: "given/copy.ttf")
            let both = try await daemon.typecase("plan", font, copy)
            #expect(
                both.standardOutput == """
                    Planned Regular 1.000 would be installed
                    Planned Regular 1.000 is the same as another of these fonts

                    """, "\(both)")
            #expect(try await daemon.typecase("install", font).succeeded)
            let known = try await daemon.typecase("plan", font, copy).standardOutput
            #expect(known.split(separator: "\n").allSatisfy { $0.hasSuffix("is installed already") }, "\(known)")

            let entries = [ArchiveBuilder.Entry("packed.ttf", makeFont("Packed"))]
            let archive = try daemon.home.scratch.write(ArchiveBuilder(entries).build(.zip), to: "given/packed.zip")
            let packed = try await daemon.typecase("plan", archive).standardOutput
            #expect(packed.contains("names and aliases were not checked for 1 font in archives"), "\(packed)")
            let tried = try await daemon.typecase("try", archive, "--", "true")
            #expect(tried.termination == .exited(1), "\(tried)")
            #expect(tried.standardError.contains("to install its fonts, use 'typecase install'"), "\(tried)")

            for number in 100...200 {
                try daemon.home.scratch.write(makeFont("Many \(number)"), to: "many/\(number).ttf")
            }
            let many = try await daemon.typecase("plan", "--json", daemon.home.scratch["many"]).standardOutput
            let told = #""names_not_checked": "Generic names and aliases were not checked"#
            #expect(many.contains(told), "\(many.suffix(300))")
        }
    }

    @Test("An interruption that only fontconfig's program got ends the plan as one", arguments: ["INT", "TERM"])
    func interruptedProgram(signal: String) async throws {
        try await RunningDaemon.run { daemon in
            let program = try daemon.home.scratch.write("#!/bin/sh\nkill -\(signal) $$\n", to: "programs/fc-match")
            #expect(chmod(program, 0o755) == 0)
            let path = "\(daemon.home.scratch["programs"]):/usr/bin:/bin"
            let planned = try await ChildProcess.run(
                BuildProducts.executable("typecase"), ["plan", write(daemon, "Planned", 1)],
                environment: daemon.environment.merging(["PATH": path]) { $1 })
            #expect(planned.termination == .exited(130), "\(planned)")
            #expect(planned.standardError.contains("Interrupted before all names were checked."), "\(planned)")
        }
    }

    @Test("A plan for fonts that web browsers show refuses the others, as the installation does")
    func browserSafe() async throws {
        try await RunningDaemon.run { daemon in
            let odd = try daemon.home.scratch.write(BrowserConcernSamples.all[0].bytes, to: "given/odd.ttf")
            #expect(try await daemon.typecase("install", "--dry-run", odd).succeeded)
            let planned = try await daemon.typecase("install", "--dry-run", "--browser-safe", odd)
            #expect(planned.termination == .exited(1) && planned.standardError.contains("browser"), "\(planned)")
            let done = try await daemon.typecase("install", "--browser-safe", odd)
            #expect(done.termination == planned.termination && done.standardError == planned.standardError)
        }
    }
}
