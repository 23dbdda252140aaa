internal import TestSupport
internal import Testing

/// Fonts of a process in which others use fontconfig as well, as toolkits do: they look for fonts at any moment, and have
/// its configuration loaded anew.
@Suite(.timeLimit(.minutes(10)))
struct SharedFontconfigTests {
    private let home: ScratchHome

    init() throws { home = try ScratchHome() }

    /// Does what lines say, and returns the answers.
    private func answers(_ lines: [[String]]) async throws -> [String] {
        try await ClientProgram.run(lines, environment: home.environment)
    }

    private func write(_ bytes: [UInt8], _ name: String) throws -> String {
        try home.scratch.write(bytes, to: "app/\(name)")
    }

    @Test("A configuration that is loaded anew gets the fonts of the process back with the next look")
    func reloaded() async throws {
        let path = try write(makeFont("Own Sans"), "own.ttf")
        let answers = try await answers([
            ["register", "process", path], ["reload"], ["fontconfig", "Own Sans"], ["match", "Own Sans"],
            ["fontconfig", "Own Sans"],
        ])
        #expect(
            answers == [
                "OwnSans-Regular process new", "done", "none", "process OwnSans-Regular", "Own Sans",
            ])
    }

    @Test("A configuration that is loaded anew gets a font of the process back when it is registered again")
    func registeredAgainAfterReload() async throws {
        let path = try write(makeFont("Own Sans"), "OwnSans-Regular.ttf")
        let copy = try write(makeFont("Own Sans"), "copy.ttf")
        let answers = try await answers([
            ["font", home.scratch["app"], "OwnSans-Regular"], ["reload"], ["fontconfig", "Own Sans"],
            ["register", "process", path], ["fontconfig", "Own Sans"], ["reload"], ["fontconfig", "Own Sans"],
            ["register", "process", copy], ["fontconfig", "Own Sans"],
        ])
        #expect(
            answers == [
                "OwnSans-Regular 12.0", "done", "none", "OwnSans-Regular process known", "Own Sans", "done", "none",
                "OwnSans-Regular process known", "Own Sans",
            ])
    }

    @Test("Fonts are registered while another thread goes on loading the configuration anew, and none is lost")
    func amidReloads() async throws {
        let paths = try (0..<4).map { try write(makeFont("Own \($0)"), "own-\($0).ttf") }
        // What is freed is overwritten, so that nobody can use it and not notice.
        let environment = home.environment.merging(["MALLOC_PERTURB_": "165"]) { $1 }
        let answers = try await ClientProgram.run(
            [["register-amid-reloads", "50"] + paths, ["list"], ["faces", "Own 0", "process"]]
                + (0..<4).map { ["fontconfig", "Own \($0)"] },
            environment: environment)
        #expect(
            answers == [
                "done", "Own0-Regular, Own1-Regular, Own2-Regular, Own3-Regular", "process Own0-Regular", "Own 0",
                "Own 1", "Own 2", "Own 3",
            ])
    }

    @Test("Fonts come and go while another thread goes on looking for fonts, which finds what is there in the end")
    func amidSearches() async throws {
        // More than there is room for at first, so that a configuration with more takes the place of the first.
        let names = (0..<80).map { "Own \($0)" }
        for number in 0..<40 { try home.addSystemFont(makeFont("Machine \(number)"), name: "machine-\(number).ttf") }
        let paths = try names.enumerated().map { try write(makeFont($1), "own-\($0).ttf") }
        // What is freed is overwritten, so that nobody can use it and not notice.
        let environment = home.environment.merging(["MALLOC_PERTURB_": "165"]) { $1 }
        let answers = try await ClientProgram.run(
            [["fontconfig", "Machine 1"], ["register-amid-searches", "5"] + paths]
                + names.map { ["fontconfig", $0] } + paths.map { ["unregister", "process", $0] }
                + [["fontconfig", "Own 1"], ["register", "process", paths[1]], ["fontconfig", "Own 1"]],
            environment: environment)
        #expect(answers.prefix(2) == ["Machine 1", "done"])
        #expect(answers.dropFirst(2).prefix(80) == names[...])
        #expect(answers.dropFirst(82).prefix(80).allSatisfy { $0 == "done" })
        #expect(answers.count == 165 && answers[162].hasPrefix("Machine"))
        #expect(answers.suffix(2) == ["Own1-Regular process new", "Own 1"])
    }

    @Test("An application that has made a configuration of its own keeps it")
    func ownConfiguration() async throws {
        try home.addSystemFont(makeFont("Machine Sans"), name: "machine.ttf")
        try home.addSystemFont(makeFont("Machine Serif"), name: "serif.ttf")
        let path = try write(makeFont("Own Sans"), "own.ttf")
        let other = try write(makeFont("Other Sans"), "other.ttf")
        let rules = try home.scratch.write(
            """
            <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>
            <match><test name="family"><string>Brand</string></test>
            <edit name="family" mode="assign" binding="strong"><string>Machine Serif</string></edit></match></fontconfig>
            """, to: "rules.conf")
        let answers = try await answers([
            ["own-configuration", rules], ["fontconfig", "Brand"], ["register", "process", path],
            ["unregister", "process", path], ["register", "process", path], ["register", "process", other],
            ["fontconfig", "Brand"], ["fontconfig", "Own Sans"], ["fontconfig", "Other Sans"],
        ])
        #expect(
            answers == [
                "done", "Machine Serif", "OwnSans-Regular process new", "done", "OwnSans-Regular process new",
                "OtherSans-Regular process new", "Machine Serif", "Own Sans", "Other Sans",
            ])
    }
}
