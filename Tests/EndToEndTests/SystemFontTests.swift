internal import BusInterface
internal import DBus
internal import TestSupport
internal import Testing
internal import Typecase

/// Fonts that an application has not brought along: those of the machine, by what they are for and by their names.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct SystemFontTests {
    private static let rules = """
        <alias binding="same"><family>system-ui</family><prefer><family>Interface</family></prefer></alias>
        <alias binding="same"><family>monospace</family><prefer><family>Code</family></prefer></alias>
        """

    private func makeHome() throws -> ScratchHome {
        let home = try ScratchHome(fontconfigRules: Self.rules)
        for (name, weight) in [("Regular", 400), ("SemiBold", 600), ("Bold", 700)] {
            var font = FontBuilder(family: "Interface", style: name)
            font.weight = UInt16(weight)
            try home.addSystemFont(font.build(), name: "interface-\(name).ttf")
        }
        try home.addSystemFont(makeFont("Code"), name: "code.ttf")
        return home
    }

    @Test("A font of the system is found by its weight and design, and any font by its name, without a service")
    func withoutService() async throws {
        let home = try makeHome()
        let own = try home.scratch.write(makeFont("Own Sans"), to: "app/own.ttf")
        let answers = try await ClientProgram.run(
            [
                ["system", "42", "default", "600"], ["system", "0", "default", "400"],
                ["system", "9", "monospaced", "400"],
                ["named", "Interface-SemiBold"], ["named", "Code Regular"], ["named", "Interface"],
                ["named", "Nobody"],
                ["register", "process", own], ["named", "OwnSans-Regular"],
            ], environment: home.environment)
        let short = answers.map { $0.split(separator: " system-").first.map(String.init) ?? $0 }
        #expect(
            short == [
                "Interface-SemiBold 600.0 42.0 system", "Interface-Regular 400.0 12.0 system",
                "Code-Regular 400.0 9.0 system", "Interface-SemiBold Interface SemiBold 17.0 system",
                "Code-Regular Code 17.0 system", "Interface-Regular Interface 17.0 system", "none",
                "OwnSans-Regular process new", "OwnSans-Regular Own Sans 17.0 process",
            ])
    }

    @Test("A design kit of twelve plain properties has the sizes of its text styles in each category")
    func kit() async throws {
        let home = try makeHome()
        let answers = try await ClientProgram.run(
            [["kit", "large"], ["kit", "accessibility-extra-large"]], environment: home.environment)
        let faces =
            ["Bold", "SemiBold", "Bold", "SemiBold", "SemiBold"] + Array(repeating: "Regular", count: 5) + ["SemiBold"]
        let names = faces.map { "Interface-\($0)" } + ["Code-Regular", "Interface-Regular", "Interface-Regular"]
        let sizes = [52, 42, 28, 22, 17, 17, 16, 15, 13, 12, 11, 15, 17, 11]
        // The size times the leading of the style there, by that in the category large, in whole points: 42 × 57 / 34.
        let leadings = [
            (61, 41), (57, 34), (52, 28), (51, 25), (48, 22), (48, 22), (46, 21), (43, 20), (40, 18), (39, 16),
            (35, 13),
        ]
        let scaled = zip(sizes, leadings).map { size, leading in
            (Double(size) * Double(leading.0) / Double(leading.1)).rounded()
        }
        // 15 × 48 / 22 would be 33, and the tables say 40 of body.
        let large = scaled + [20, 40, 11]
        #expect(answers[0] == zip(names, sizes).map { "\($0) \(Double($1))" }.joined(separator: ", "))
        #expect(answers[1] == zip(names, large).map { "\($0) \($1)" }.joined(separator: ", "))
        #expect(large[1] == 70)
    }

    @Test("A font by its name is there for as long as its file is, and one of the process until it is removed")
    func availability() async throws {
        let home = try makeHome()
        let own = try home.scratch.write(makeFont("Own Sans"), to: "app/own.ttf")
        let inMemory = try home.scratch.write(makeFont("In Memory"), to: "app/memory.ttf")
        let answers = try await ClientProgram.run(
            [
                ["named", "Code"], ["available"], ["delete", "\(home.systemFontDirectory)/code.ttf"], ["available"],
                ["register", "process", own], ["named", "OwnSans-Regular"], ["available"],
                ["disable", "OwnSans-Regular"],
                ["available"], ["enable", "OwnSans-Regular"], ["available"], ["unregister", "process", own],
                ["available"], ["register-bytes", "process", inMemory], ["named", "InMemory-Regular"],
            ], environment: home.environment)
        #expect(answers.last == "InMemory-Regular In Memory 17.0 process", "\(answers)")
        #expect(answers.filter { $0 == "yes" || $0 == "no" } == ["yes", "no", "yes", "no", "yes", "no"], "\(answers)")
    }

    @Test("The id of a system font is the one that the service has for it")
    func identifiers() async throws {
        try await RunningDaemon.run(home: makeHome()) { daemon in
            let answer = try await ClientProgram.run(
                [["system", "12", "default", "700"]], environment: daemon.environment)
            let descriptor = ["postscript_name": BusVariant("Interface-Bold")]
            let known = try await daemon.manager.match(descriptors: [descriptor], options: [:]).first?.text("id")
            #expect(answer.first?.split(separator: " ").last.map(String.init) == known)
            // What the service has published is told as its own, under its id.
            let id = try await daemon.register(makeFont("Published"))
            // What comes after fontconfig was loaded is found all the same, and what was found before stays.
            let late = try daemon.home.scratch.write(FontBuilder(family: "Late").build(), to: "given/late.ttf")
            let own = try daemon.home.scratch.write(FontBuilder(family: "Own Late").build(), to: "given/own-late.ttf")
            let found = try await ClientProgram.run(
                [
                    ["register", "process", own], ["named", "Late-Regular"], ["register", "session", late],
                    ["named", "Late-Regular"], ["available"], ["named", "OwnLate-Regular"],
                ], environment: daemon.environment)
            #expect(found[1] == "none" && found[3] == "Late-Regular Late 17.0 typecase", "\(found)")
            #expect(found[4] == "yes" && found[5].hasPrefix("OwnLate-Regular"), "\(found)")
            let named = try await ClientProgram.run([["named", "Published-Regular"]], environment: daemon.environment)
            #expect(named == ["Published-Regular Published 17.0 typecase"])
            #expect(!id.isEmpty)
        }
    }

    @Test("Families are in the order of the user's language")
    func order() async throws {
        let home = try ScratchHome()
        let locales = try home.scratch.makeDirectory("locales")
        let made = try await ChildProcess.run(
            "/usr/bin/localedef", ["-i", "de_DE", "-f", "UTF-8", "\(locales)/de_DE.UTF-8"],
            environment: home.environment)
        try #require(made.succeeded, "Debian's package locales is needed: \(made)")
        let lines = [["sorted", "Zebra", "Ärger", "alpha", "Beta"]]
        let german = ["LOCPATH": locales, "LC_ALL": "de_DE.UTF-8"]
        let sorted = try await ClientProgram.run(lines, environment: home.environment.merging(german) { $1 })
        #expect(sorted == ["alpha, Ärger, Beta, Zebra"])
    }

    @Test("Without an application id the caller's own is taken, and where it has none that is said")
    func application() async throws {
        try await RunningDaemon.run { daemon in
            #expect(try await daemon.fontManager.applicationID() == nil)
            let error = try await #require(throws: FontManagerError.self) {
                try await daemon.fontManager.matchingFaces(
                    for: [FontDescriptor(familyName: "Missing")], activatingFontsOf: nil)
            }
            #expect(error.code == .insufficientInfo)
        }
    }
}
