internal import BusInterface
internal import DBus
internal import FoundationEssentials
internal import TestSupport
internal import Testing

/// Families and patterns of names, of registered fonts and of the system's, and dry runs of what gets something.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct PatternTests {
    private func withFonts(_ body: (RunningDaemon) async throws -> Void) async throws {
        let home = try ScratchHome()
        for style in ["Regular", "Bold"] {
            try home.addSystemFont(FontBuilder(family: "Machine Sans", style: style).build(), name: "\(style).ttf")
        }
        try home.addSystemFont(FontBuilder(family: "Machine Serif").build(), name: "serif.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            _ = try await daemon.register(makeFont("Machine Own"), by: .user)
            _ = try await daemon.register(makeFont("Other"), by: .user, enabled: false)
            try await body(daemon)
        }
    }

    private func lines(_ outcome: ChildProcess.Outcome) -> [Substring] { outcome.standardOutput.split(separator: "\n") }

    @Test("info and open take families and patterns of all fonts, several at a time, each font once")
    func queries() async throws {
        try await withFonts { daemon in
            func names(_ arguments: String...) async throws -> Set<Substring> {
                let outcome = try await ChildProcess.run(
                    BuildProducts.executable("typecase"), ["info"] + arguments, environment: daemon.environment)
                #expect(outcome.succeeded, "\(outcome.standardError)")
                return Set(
                    lines(outcome).filter { $0.hasPrefix("PostScript name ") }
                        .map { $0.dropFirst("PostScript name ".count).drop { $0 == " " } })
            }
            let own: Substring = "MachineOwn-Regular"
            let system: Set<Substring> = ["MachineSans-Regular", "MachineSans-Bold", "MachineSerif-Regular"]
            #expect(try await names("Machine*") == system.union([own]))
            #expect(try await names("Machine Sans") == ["MachineSans-Regular", "MachineSans-Bold"])
            #expect(try await names("Machine Own", "Machine Serif", "Machine Own") == [own, "MachineSerif-Regular"])
            let some = try await daemon.typecase("info", "Machine Own", "Nobody")
            #expect(some.termination == .exited(1) && some.standardError.contains("Nobody: "))
            #expect(some.standardOutput.contains(own))
            let directory = try daemon.home.scratch.makeDirectory("there")
            #expect(try await daemon.typecase("open", "Machine*").termination == .exited(1), "several need a directory")
            let opened = try await daemon.typecase("open", "Machine*", "-o", directory)
            #expect(opened.succeeded, "\(opened.standardError)")
            #expect(
                try Set(FileManager.default.contentsOfDirectory(atPath: directory))
                    == Set(system.union([own]).map { "\($0).ttf" }))
        }
    }

    @Test("A family and style stand for the font that has them, whatever its full name is and in whatever case")
    func familyAndStyle() async throws {
        try await RunningDaemon.run { daemon in
            var bold = FontBuilder(family: "Odd Letters", style: "Bold")
            (bold.postscriptName, bold.fullName) = ("OL-7", "OL Seven")
            _ = try await daemon.register(bold.build(), by: .user)
            _ = try await daemon.register(FontBuilder(family: "Odd Letters").build(), by: .user)
            let disabled = try await daemon.typecase("disable", "odd letters bold")
            #expect(lines(disabled).count == 1 && disabled.standardOutput.contains("OL Seven"), "\(disabled)")
            #expect(try await daemon.typecase("disable", "Odd Letters Light").termination == .exited(3))
        }
    }

    @Test("A name that a face shares with its family stands for all fonts of the family, registered or the system's")
    func familyNamedAsFace() async throws {
        func fonts(_ family: String) -> [[UInt8]] {
            var regular = FontBuilder(family: family)
            regular.fullName = family
            return [regular.build(), FontBuilder(family: family, style: "Bold").build()]
        }
        let home = try ScratchHome()
        for (index, font) in fonts("Machine").enumerated() { try home.addSystemFont(font, name: "\(index).ttf") }
        try await RunningDaemon.run(home: home) { daemon in
            for font in fonts("Plain") { _ = try await daemon.register(font, by: .user) }
            let refused = try await daemon.typecase("uninstall", "Plain")
            #expect(refused.termination == .exited(1))
            #expect(refused.standardError.contains("The name matches 2 fonts"), "\(refused.standardError)")
            for family in ["Plain", "Machine"] {
                let info = try await daemon.typecase("info", family)
                let names = lines(info).filter { $0.hasPrefix("PostScript name ") }
                #expect(names.count == 2, "\(info.standardOutput)")
                for verb in ["copy", "open"] {
                    let directory = try daemon.home.scratch.makeDirectory("\(verb)-\(family)")
                    let arguments = verb == "copy" ? [family, directory] : [family, "-o", directory]
                    let outcome = try await ChildProcess.run(
                        BuildProducts.executable("typecase"), [verb] + arguments, environment: daemon.environment)
                    #expect(outcome.succeeded, "\(outcome.standardError)")
                    #expect(
                        try Set(FileManager.default.contentsOfDirectory(atPath: directory))
                            == ["\(family)-Regular.ttf", "\(family)-Bold.ttf"])
                }
            }
            #expect(lines(try await daemon.typecase("disable", "--yes", "Plain")).count == 2)
            #expect(try await daemon.typecase("enable", "Plain").termination == .exited(1), "two again")
            #expect(lines(try await daemon.typecase("uninstall", "Plain-Regular")).count == 1)
            #expect(lines(try await daemon.typecase("uninstall", "Plain")).count == 1, "one is left of the family")
        }
    }

    @Test("A pattern hides families of the system after a yes, and lists show them as hidden")
    func families() async throws {
        try await withFonts { daemon in
            let asked = try await daemon.typecase("disable", "Machine S*")
            #expect(asked.termination == .exited(1) && asked.standardError.contains("--yes"), "\(asked.standardError)")
            let needed = try await daemon.typecase("disable", "--yes", "Machine S*")
            #expect(needed.termination == .exited(1) && needed.standardError.contains("--force"), "\(needed)")
            for family in ["Machine Sans", "Machine Serif"] {
                let told = needed.standardOutput + needed.standardError
                #expect(told.contains(family), "each is told of, hidden or not: \(told)")
            }
            _ = try await daemon.typecase("enable", "--yes", "Machine S*")
            #expect(try await daemon.typecase("disable", "--yes", "--force", "Machine S*").succeeded)
            let all = lines(try await daemon.typecase("list", "--all"))
            #expect(all.count { $0.contains("Machine S") && $0.hasSuffix("hidden") } == 2, "\(all)")
            let json = try await daemon.typecase("list", "--all", "--json", "serif")
            #expect(json.standardOutput.contains("\"hidden\": true"), "\(json.standardOutput)")
            #expect(try await daemon.typecase("enable", "--yes", "Machine S*").succeeded)
            #expect(try await !daemon.typecase("list", "--all").standardOutput.contains("hidden"))
        }
    }

    @Test("A pattern of registered fonts tells which families of the system it passes over")
    func passedOver() async throws {
        try await withFonts { daemon in
            let disabled = try await daemon.typecase("disable", "Machine*")
            #expect(disabled.succeeded, "\(disabled)")
            #expect(disabled.standardOutput == "Disabled Machine Own Regular 1.000\n")
            #expect(
                disabled.standardError
                    == "typecase: Machine*: 2 system font families with matching names were not changed: Machine "
                    + "Sans, Machine Serif. To change the first, run: typecase disable --family 'Machine Sans'\n")
            let enabled = try await daemon.typecase("enable", "Machine*")
            #expect(enabled.succeeded && enabled.standardError.isEmpty, "none is hidden: \(enabled)")
            #expect(try await daemon.typecase("disable", "--json", "Machine*").standardError.isEmpty)
        }
    }

    @Test("A dry run of a request tells what would come, and brings nothing into use")
    func requests() async throws {
        try await withFonts { daemon in
            let outcome = try await daemon.typecase("request", "--dry-run", "Machine Own", "Other", "Nobody")
            #expect(outcome.termination == .exited(1), "\(outcome.standardOutput)\(outcome.standardError)")
            #expect(outcome.standardOutput.contains("Other: Other"), "\(outcome.standardOutput)")
            #expect(outcome.standardOutput.contains("would be activated"))
            #expect(outcome.standardError.contains("Nobody: No source has a font for 'Nobody'."))
            #expect(try await !daemon.fontconfigFamilies().contains("Other"))
            #expect(
                try await daemon.typecase("text-size", "--dry-run", "XL").standardOutput.contains("Would be chosen"))
            #expect(try await daemon.typecase("text-size", "--dry-run", "--reset").termination == .exited(2))
            #expect(try await daemon.typecase("icons", "reset", "--all", "--dry-run").termination == .exited(2))
        }
    }

    @Test("Messages repeat of a long argument its start and its end alone")
    func longArguments() async throws {
        try await withFonts { daemon in
            let long = String(repeating: "ab ", count: 3_400) + "end"
            for arguments in [["info", long], ["enable", long], [long], ["list", "--\(long)"], ["undo", long]] {
                let outcome = try await ChildProcess.run(
                    BuildProducts.executable("typecase"), arguments, environment: daemon.environment)
                #expect(!outcome.succeeded)
                #expect(outcome.standardError.utf8.count < 2_000, "\(arguments[0].prefix(10))")
                #expect(outcome.standardError.contains("end"), "\(outcome.standardError)")
            }
        }
    }
}
