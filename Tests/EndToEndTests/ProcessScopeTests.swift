internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing
internal import Typecase

/// Fonts that an application registers for its own process, with no service and no bus anywhere.
@Suite(.timeLimit(.minutes(10)))
struct ProcessScopeTests {
    private let home: ScratchHome

    init() throws { home = try ScratchHome() }

    /// Does what lines say, and returns the answers.
    private func answers(_ lines: [[String]]) async throws -> [String] {
        try await ClientProgram.run(lines, environment: home.environment)
    }

    private func write(_ bytes: [UInt8], _ name: String) throws -> String {
        try home.scratch.write(bytes, to: "app/\(name)")
    }

    @Test("A font is found by fontconfig and by name while it is registered, and is not after that")
    func wholeLife() async throws {
        try home.addSystemFont(makeFont("Machine Sans"), name: "machine.ttf")
        let path = try write(makeFont("Own Sans"), "own.ttf")
        let other = try write(makeFont("Other Sans"), "other.ttf")
        let answers = try await answers([
            ["fontconfig", "Own Sans"], ["register", "process", path], ["register", "process", other],
            ["fontconfig", "Own Sans"], ["match", "own sans"], ["match", "OwnSans-Regular"], ["scope", path],
            ["unregister", "process", path], ["fontconfig", "Own Sans"], ["fontconfig", "Other Sans"],
            ["match", "Own Sans", "process"], ["list"], ["unregister", "process", path],
        ])
        #expect(
            answers == [
                "Machine Sans", "OwnSans-Regular process new", "OtherSans-Regular process new", "Own Sans",
                "process OwnSans-Regular", "process OwnSans-Regular", "process", "done", "Machine Sans", "Other Sans",
                "none", "OtherSans-Regular", "error NotRegistered",
            ])
        #expect(access("\(home.dataDirectory)/typecase", F_OK) != 0, "nothing is written")
    }

    @Test("A disabled font waits, and the same bytes are one registration wherever they lie")
    func disabled() async throws {
        let path = try write(makeFont("Own Sans"), "own.ttf")
        let copy = try write(makeFont("Own Sans"), "copy.ttf")
        let answers = try await answers([
            ["register", "process", path, "disabled"], ["fontconfig", "Own Sans"], ["list"],
            ["register", "process", copy], ["fontconfig", "Own Sans"], ["list"], ["disable", "OwnSans-Regular"],
            ["fontconfig", "Own Sans"], ["register-named", "process", "Own Sans"], ["fontconfig", "Own Sans"],
        ])
        #expect(
            answers == [
                "OwnSans-Regular process new", "none", "OwnSans-Regular disabled", "OwnSans-Regular process known",
                "Own Sans", "OwnSans-Regular", "done", "none", "1", "Own Sans",
            ])
    }

    @Test("Fonts of the process are disabled and enabled by name; of other names only a service knows")
    func disabledByName() async throws {
        let path = try write(makeFont("Own Sans"), "own.ttf")
        let answers = try await answers([
            ["register", "process", path], ["disable-named", "Own Sans"], ["fontconfig", "Own Sans"],
            ["enable-named", "OwnSans-Regular"], ["fontconfig", "Own Sans"],
            ["disable-named", "Own Sans", "Another"], ["own", ""], ["list"],
        ])
        #expect(
            answers == [
                "OwnSans-Regular process new", "done", "none", "done", "Own Sans", "error ServiceUnavailable",
                "error ServiceUnavailable", "OwnSans-Regular",
            ])
    }

    @Test("What is no font, not there, or has a name that is taken is refused, each with its code, and nothing is lost")
    func refused() async throws {
        let path = try write(makeFont("Own Sans"), "own.ttf")
        let taken = try write(makeFont("Own Sans", characters: "AB"), "taken.ttf")
        let text = try write(Array("not a font at all".utf8), "text.ttf")
        let link = home.scratch["app/link.ttf"]
        #expect(symlink(path, link) == 0)
        let answers = try await answers([
            ["register", "process", path], ["register", "process", taken], ["register", "process", text],
            ["register", "process", home.scratch["app/none.ttf"]], ["register", "process", link],
            ["register", "process", home.scratch["app"]], ["register", "process", taken, "disabled"], ["list"],
            ["enable", "OwnSans-Regular"], ["fontconfig", "Own Sans"],
        ])
        #expect(
            answers.prefix(8) == [
                "OwnSans-Regular process new", "error DuplicatedName", "error UnrecognizedFormat",
                "error FileNotFound", "OwnSans-Regular process known", "error InsufficientPermissions",
                "OwnSans-Regular process new", "OwnSans-Regular, OwnSans-Regular disabled",
            ])
        #expect(answers.suffix(2) == ["error DuplicatedName", "Own Sans"])
    }

    @Test("A font whose file has been deleted is unregistered by the path that it had")
    func deletedFile() async throws {
        let path = try write(makeFont("Own Sans"), "own.ttf")
        let other = try write(makeFont("Other Sans"), "other.ttf")
        #expect(symlink(home.scratch["app"], home.scratch["link"]) == 0)
        let answers = try await answers([
            ["register", "process", path], ["register", "process", other], ["delete", path],
            ["unregister", "process", path], ["list"], ["unregister", "process", path], ["delete", other],
            ["unregister", "process", home.scratch["link/other.ttf"]], ["list"],
        ])
        #expect(
            answers == [
                "OwnSans-Regular process new", "OtherSans-Regular process new", "done", "done", "OtherSans-Regular",
                "error FileNotFound", "done", "done", "",
            ])
    }

    @Test("A font whose name is not UTF-8 is used like any other")
    func otherEncoding() async throws {
        let font = makeFont("Own Sans")
        let usual = try write(font, "own.ttf")
        let other = home.scratch["app/caf\\xE9.ttf"]
        try #require(rename(usual, other.fileSystemRepresentation) == 0)
        let answers = try await answers([
            ["register", "process", other], ["fontconfig", "Own Sans"], ["size", "OwnSans-Regular"], ["scope", other],
            ["describe", other], ["disable", "OwnSans-Regular"], ["enable", "OwnSans-Regular"],
            ["fontconfig", "Own Sans"], ["unregister", "process", other], ["fontconfig", "Own Sans"],
        ])
        #expect(
            answers == [
                "OwnSans-Regular process new", "Own Sans", "\(font.count)", "process", "Own Sans Regular", "done",
                "done",
                "Own Sans", "done", "none",
            ])
    }

    @Test("A font of a cache that the process has lost, or given back, is registered again with its next use")
    func lostByCache() async throws {
        _ = try write(makeFont("Own Sans"), "OwnSans-Regular.ttf")
        let answers = try await answers([
            ["font", home.scratch["app"], "OwnSans-Regular"], ["reload"], ["fontconfig", "Own Sans"],
            ["again", "OwnSans-Regular"], ["fontconfig", "Own Sans"], ["forget", "OwnSans-Regular"],
            ["fontconfig", "Own Sans"], ["again", "OwnSans-Regular"], ["fontconfig", "Own Sans"], ["list"],
        ])
        #expect(
            answers == [
                "OwnSans-Regular 12.0", "done", "none", "OwnSans-Regular", "Own Sans", "done", "none",
                "OwnSans-Regular", "Own Sans", "OwnSans-Regular",
            ])
    }

    /// A font that covers Hebrew and no other language.
    static var hebrew: [UInt8] {
        let letters = (UInt32(0x5d0)...0x5ea).compactMap { Unicode.Scalar($0) }
        return makeFont("Own Hebrew", characters: " " + letters.map { String($0) }.joined())
    }

    /// A variable font with two axes, and a name for one place in its design space.
    static var flexible: [UInt8] {
        var builder = FontBuilder(family: "Own Flex")
        builder.axes = [
            VariationAxis(tag: "wght", name: "Weight", minimum: 300, defaultValue: 400, maximum: 700),
            VariationAxis(tag: "wdth", name: "Width", minimum: 75, defaultValue: 100, maximum: 100),
        ]
        builder.namedInstances = [
            NamedInstance(name: "Bold", postscriptName: "OwnFlex-Bold", coordinates: [700, 100])
        ]
        return builder.build()
    }

    /// A variable font that is made italic by one axis and oblique by another.
    static var leaning: [UInt8] {
        var builder = FontBuilder(family: "Own Lean")
        builder.axes = [
            VariationAxis(tag: "ital", name: "Italic", minimum: 0, defaultValue: 0, maximum: 1),
            VariationAxis(tag: "slnt", name: "Slant", minimum: -10, defaultValue: 0, maximum: 0),
        ]
        return builder.build()
    }

    /// What is asked of some fonts, and what the answer is.
    static let questions: [([String], String)] = [
        (["name=Own Hebrew", "languages=he"], "Own Hebrew Regular"),
        (["name=Own Hebrew", "languages=he_IL"], "Own Hebrew Regular"),
        (["name=Own Hebrew", "languages=he,ru"], "none"), (["name=Own Sans", "languages=he"], "none"),
        (["languages=he"], "Own Hebrew Regular"),
        // The face with most of the characters, of two of one family.
        (["name=Own Sans", "characters=xyz"], "Own Sans Bold"),
        (["name=Own Sans", "characters=ABC"], "Own Sans Regular"),
        (["name=Own Sans", "characters=xyz\u{5d0}"], "Own Sans Bold"),
        (["name=Own Sans", "characters=xyz\u{5d0}", "mandatory=characters"], "none"),
        (["characters=\u{5d0}\u{5ea}"], "Own Hebrew Regular"), (["characters=\u{5d0}x"], "none"),
        (["name=Own Flex", "variation=wght:650"], "Own Flex Regular wdth=100.0 wght=650.0"),
        (["name=Own Flex", "variation=wght:650,wdth:80"], "Own Flex Regular wdth=80.0 wght=650.0"),
        (["name=Own Flex", "variation=wght:700"], "Own Flex Bold wdth=100.0 wght=700.0"),
        (["name=Own Flex", "style=Bold", "variation=wdth:80"], "Own Flex Regular wdth=80.0 wght=700.0"),
        // Further than the axis goes, and an axis that there is not.
        (["name=Own Flex", "variation=wght:900"], "Own Flex Bold wdth=100.0 wght=700.0"),
        (["name=Own Flex", "variation=wght:900", "mandatory=instance"], "none"),
        (["name=Own Sans", "variation=wght:650"], "Own Sans Regular"),
        (["name=Own Sans", "variation=wght:650", "mandatory=instance"], "none"),
        (["variation=wght:650"], "Own Flex Regular wdth=100.0 wght=650.0"),
        (["name=Own Sans", "weight=700", "mandatory=style,weight", "style=Bold"], "none"),
        // Traits are values of the axes that decide them, unless such a value is asked for itself.
        (["name=Own Flex", "weight=650"], "Own Flex Regular wdth=100.0 wght=650.0"),
        (["name=Own Flex", "weight=650", "mandatory=weight"], "Own Flex Regular wdth=100.0 wght=650.0"),
        (["name=Own Flex", "weight=700"], "Own Flex Bold wdth=100.0 wght=700.0"),
        (["name=Own Flex", "weight=900"], "Own Flex Bold wdth=100.0 wght=700.0"),
        (["name=Own Flex", "weight=900", "mandatory=weight"], "none"),
        (["name=Own Flex", "weight=650", "width=80"], "Own Flex Regular wdth=80.0 wght=650.0"),
        (["name=Own Flex", "weight=650", "variation=wdth:80"], "Own Flex Regular wdth=80.0 wght=650.0"),
        (["name=Own Flex", "bold=yes", "variation=wght:500"], "Own Flex Regular wdth=100.0 wght=500.0"),
        (["name=Own Flex", "bold=yes"], "Own Flex Bold wdth=100.0 wght=700.0"),
        (["name=Own Flex", "bold=no"], "Own Flex Regular wdth=100.0 wght=400.0"),
        (["name=Own Flex", "style=Bold", "weight=500"], "Own Flex Bold wdth=100.0 wght=700.0"),
        (["name=OwnFlex-Bold", "weight=500"], "Own Flex Bold wdth=100.0 wght=700.0"),
        (["name=Own Flex", "italic=yes"], "Own Flex Regular"),
        (["name=Own Lean", "italic=yes"], "Own Lean Regular ital=1.0 slnt=0.0"),
        (["name=Own Lean", "italic=yes", "mandatory=italic"], "Own Lean Regular ital=1.0 slnt=0.0"),
        (["name=Own Lean", "slant=oblique"], "Own Lean Regular ital=0.0 slnt=-10.0"),
        (["name=Own Lean", "slant=italic"], "Own Lean Regular ital=1.0 slnt=0.0"),
        (["name=Own Lean", "italic=no"], "Own Lean Regular ital=0.0 slnt=0.0"),
        (["name=Own Lean"], "Own Lean Regular"),
    ]

    /// The files of those fonts.
    static func writeQuestioned(_ scratch: ScratchDirectory) throws -> [String] {
        [
            try scratch.write(hebrew, to: "asked/hebrew.ttf"), try scratch.write(flexible, to: "asked/flexible.ttf"),
            try scratch.write(leaning, to: "asked/leaning.ttf"),
            try scratch.write(makeFont("Own Sans"), to: "asked/sans.ttf"),
            try scratch.write(
                makeFont("Own Sans", style: "Bold", characters: " xyz"), to: "asked/bold.ttf"),
        ]
    }

    @Test("Languages, characters and axis values are matched without a service")
    func attributes() async throws {
        let paths = try Self.writeQuestioned(home.scratch)
        let answers = try await answers(
            paths.map { ["register", "process", $0] }
                + Self.questions.map { ["match-like", "source=process"] + $0.0 } + [
                    ["faces", "", "process", "he"], ["faces", "", "process", "he-IL", "en"],
                    ["faces", "Own Sans", "process", "he"], ["match-like", "name=Own Hebrew", "languages=ru"],
                ])
        for (question, answer) in zip(Self.questions, answers.dropFirst(paths.count)) {
            #expect(answer == question.1, "\(question.0)")
        }
        #expect(
            answers.suffix(4) == ["process OwnHebrew-Regular", "", "", "error ServiceUnavailable"])
    }

    @Test("What was registered is not found by what another file in its place says")
    func replacedFile() async throws {
        let path = try home.scratch.write(Self.hebrew, to: "app/own.ttf")
        let other = try write(makeFont("Other Sans"), "other.ttf")
        let program = try ChildProcess(
            BuildProducts.executable("ClientProgram"), environment: home.environment, acceptsInput: true)
        let questions = "match-like\tsource=process\tcharacters=A\nfaces\t\tprocess\the\n"
        try program.write("register\tprocess\t\(path)\nmatch-like\tsource=process\tcharacters=\u{5d0}\n")
        try await program.waitForOutput("Own Hebrew Regular\n")
        try #require(rename(other, path) == 0)
        try program.write(questions)
        program.closeInput()
        #expect(
            await program.wait().standardOutput == "OwnHebrew-Regular process new\nOwn Hebrew Regular\nnone\n\n")
    }

    @Test("The user's rules for what is scanned hold for a font of a cache as for any other")
    func scanRules() async throws {
        let home = try ScratchHome(
            fontconfigRules: """
                <match target="scan">
                  <test name="family"><string>Own Sans</string></test>
                  <edit name="family" mode="assign"><string>Renamed</string></edit>
                </match>
                """)
        let path = try home.scratch.write(makeFont("Own Sans"), to: "app/OwnSans-Regular.ttf")
        // The first is read before there is a configuration, the second after that.
        for line in [["font", home.scratch["app"], "OwnSans-Regular"], ["register", "process", path]] {
            let answers = try await ClientProgram.run(
                [line, ["fontconfig", "Renamed"], ["faces", "Renamed", "process"]], environment: home.environment)
            #expect(answers.suffix(2) == ["Renamed", "process OwnSans-Regular"], "\(answers)")
        }
    }

    @Test("A rule of the user's that changes no more than the case of a name holds as well")
    func scanRuleOfCase() async throws {
        let home = try ScratchHome(
            fontconfigRules: """
                <match target="scan">
                  <test name="family"><string>Own Sans</string></test>
                  <edit name="family" mode="assign"><string>OWN SANS</string></edit>
                </match>
                """)
        try home.scratch.write(makeFont("Own Sans"), to: "app/OwnSans-Regular.ttf")
        let answers = try await ClientProgram.run(
            [["font", home.scratch["app"], "OwnSans-Regular"], ["family"]], environment: home.environment)
        #expect(answers.last == "OWN SANS")
    }

    @Test("A cache looks at the file of a font again that has been replaced, and takes the new one for what it is")
    func replacedFileOfCache() async throws {
        let path = try write(makeFont("Own Sans"), "OwnSans-Regular.ttf")
        let directory = String(path[..<(try #require(path.lastIndex(of: "/")))])
        let other = try write(makeFont("Other Sans"), "other.ttf")
        let newer = try write(makeFont("Own Sans", characters: " xyz"), "newer.ttf")
        let program = try ChildProcess(
            BuildProducts.executable("ClientProgram"), environment: home.environment, acceptsInput: true)
        try program.write("font\t\(directory)\tOwnSans-Regular\nmatch-like\tname=Own Sans\tcharacters=A\n")
        try await program.waitForOutput("Own Sans Regular\n")
        try #require(rename(other, path) == 0)
        try program.write("again\tOwnSans-Regular\n")
        try await program.waitForOutput("error nameMismatch\n")
        try #require(rename(newer, path) == 0)
        try program.write("again\tOwnSans-Regular\nmatch-like\tsource=process\tcharacters=A\n")
        try program.write("match-like\tsource=process\tcharacters=x\n")
        program.closeInput()
        let answers = await program.wait().standardOutput
        #expect(answers.hasSuffix("OwnSans-Regular\nnone\nOwn Sans Regular\n"), "\(answers)")
    }

    @Test("A font whose bytes are in memory needs no file, and is registered once however it comes")
    func memory() async throws {
        let path = try write(makeFont("Own Sans"), "own.ttf")
        let other = try write(makeFont("Other Sans"), "other.ttf")
        let text = try write(Array("not a font at all".utf8), "text.ttf")
        let size = "\(makeFont("Own Sans").count)"
        let answers = try await answers([
            ["register-bytes", "process", path], ["delete", path], ["fontconfig", "Own Sans"], ["match", "own sans"],
            ["faces", "Own Sans", "process"], ["size", "OwnSans-Regular"], ["reload"],
            ["faces", "own sans", "process"], ["fontconfig", "Own Sans"], ["disable", "OwnSans-Regular"],
            ["fontconfig", "Own Sans"],
            ["enable", "OwnSans-Regular"], ["fontconfig", "Own Sans"], ["forget", "OwnSans-Regular"],
            ["fontconfig", "Own Sans"], ["register-bytes", "process", other], ["fontconfig", "Other Sans"],
            ["register", "process", other], ["register-bytes", "process", text], ["list"],
        ])
        #expect(
            answers == [
                "OwnSans-Regular no path new", "done", "Own Sans", "process OwnSans-Regular",
                "process OwnSans-Regular", size, "done", "process OwnSans-Regular", "Own Sans", "done", "none", "done",
                "Own Sans", "done", "none", "OtherSans-Regular no path new", "Other Sans",
                "OtherSans-Regular process known", "error UnrecognizedFormat", "OtherSans-Regular",
            ])
    }

    @Test("Changes of the fonts of the process are told, with no bus anywhere")
    func changes() async throws {
        let path = try write(makeFont("Own Sans"), "own.ttf")
        let other = try write(makeFont("Other Sans"), "other.ttf")
        let answers = try await answers([
            ["follow"], ["register", "process", path], ["changes"], ["register", "process", path],
            ["register", "process", other, "disabled"], ["changes"], ["disable", "OwnSans-Regular"],
            ["enable", "OwnSans-Regular"], ["unregister", "process", path], ["changes"],
        ])
        #expect(
            answers == [
                "done", "OwnSans-Regular process new", "added", "OwnSans-Regular process known",
                "OtherSans-Regular process new", "disabled", "done", "done", "done", "disabled enabled removed",
            ])
    }

    @Test("A file that was replaced while its font was disabled is not enabled in the place of it")
    func replacedWhileDisabled() async throws {
        let path = try write(makeFont("Own Sans"), "own.ttf")
        let other = try write(makeFont("Other Sans"), "other.ttf")
        let program = try ChildProcess(
            BuildProducts.executable("ClientProgram"), environment: home.environment, acceptsInput: true)
        try program.write("register\tprocess\t\(path)\tdisabled\n")
        try await program.waitForOutput("OwnSans-Regular process new\n")
        try #require(rename(other, path) == 0)
        try program.write("enable\tOwnSans-Regular\nfontconfig\tOther Sans\n")
        program.closeInput()
        #expect(
            await program.wait().standardOutput == "OwnSans-Regular process new\nerror FileNotFound\nnone\n")
    }

    @Test("A named instance of a variable font is found by its name")
    func namedInstances() async throws {
        var builder = FontBuilder(family: "Own Flex")
        builder.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 400, defaultValue: 400, maximum: 700)]
        builder.namedInstances = [
            NamedInstance(name: "Regular", postscriptName: "OwnFlex-Regular", coordinates: [400]),
            NamedInstance(name: "Bold", postscriptName: "OwnFlex-Bold", coordinates: [700]),
        ]
        let path = try write(builder.build(), "OwnFlex-Bold.ttf")
        let answers = try await answers([
            ["font", home.scratch["app"], "OwnFlex-Bold"], ["resolve"], ["match", "OwnFlex-Bold"], ["list"],
            ["postscript-name", path],
        ])
        #expect(
            answers == [
                "OwnFlex-Bold 12.0", "Own Flex", "process OwnFlex-Bold", "OwnFlex-Regular", "OwnFlex-Regular",
            ])
    }

    @Test("A named instance is called what the font declares, however it would usually be called")
    func declaredInstanceNames() async throws {
        var builder = FontBuilder(family: "Own Flex")
        builder.axes = [
            VariationAxis(tag: "wght", name: "Weight", minimum: 400, defaultValue: 400, maximum: 700),
            VariationAxis(tag: "wdth", name: "Width", minimum: 75, defaultValue: 100, maximum: 100),
        ]
        builder.namedInstances = [
            // The face itself, under a name that only the instance has.
            NamedInstance(name: "Book", postscriptName: "Flexible-Text", coordinates: [400, 100]),
            NamedInstance(name: "Bold", postscriptName: "Flexible-Heavy", coordinates: [700, 100]),
            NamedInstance(name: "Bold Narrow", postscriptName: "Flexible-HeavyNarrow", coordinates: [700, 87.5]),
        ]
        let path = try write(builder.build(), "flex.ttf")
        let answers = try await answers([
            ["instances", path], ["register", "process", path], ["match", "Flexible-Heavy"],
            ["match", "Flexible-Text"],
        ])
        #expect(
            answers == [
                """
                Flexible-Text Book 400.0 100.0, Flexible-Heavy Bold 700.0 100.0, \
                Flexible-HeavyNarrow Bold Narrow 700.0 87.5
                """,
                "OwnFlex-Regular process new", "process Flexible-Heavy", "process Flexible-Text",
            ])
        // Where it declares none, they are made of the family and the style.
        for index in builder.namedInstances.indices { builder.namedInstances[index].postscriptName = nil }
        let plain = try write(builder.build(), "plain.ttf")
        #expect(
            try await self.answers([["instances", plain]]) == [
                """
                OwnFlex-Book Book 400.0 100.0, OwnFlex-Bold Bold 700.0 100.0, \
                OwnFlex-BoldNarrow Bold Narrow 700.0 87.5
                """
            ])
    }

    @Test("All other scopes say what is missing where there is no bus")
    func withoutBus() async throws {
        let path = try write(makeFont("Own Sans"), "own.ttf")
        let answers = try await answers([
            ["register", "session", path], ["register", "persistent", path], ["match", "Sans"], ["families"],
            ["register", "process", path], ["match", "Own Sans"], ["describe", path], ["describe-bytes", path],
            ["describe-bytes", home.fontconfigFile], ["describe-bytes", "/nonexistent"],
        ])
        #expect(
            answers == Array(repeating: "error ServiceUnavailable", count: 4) + [
                "OwnSans-Regular process new", "process OwnSans-Regular", "Own Sans Regular", "Own Sans Regular", "",
                "",
            ])
    }
}
