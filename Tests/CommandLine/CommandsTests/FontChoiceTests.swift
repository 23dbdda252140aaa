internal import Commands
internal import DBus
internal import FontModel
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import Testing
internal import TestSupport

/// How `uninstall`, `enable` and `disable` find the fonts that they are given.
@Suite(.timeLimit(.minutes(10))) struct FontChoiceTests {
    private let scratch: ScratchDirectory
    private let fixture: CommandFixture

    init() async throws {
        scratch = try ScratchDirectory()
        let digest = try FileDigest.of(FontFile.open(scratch.write("bytes of Lato Bold", to: "lato/Bold.ttf")))
        fixture = try await CommandFixture {
            $0.fonts = [
                .init(id: "1", name: "Lato Regular", enabled: false),
                .init(id: "2", name: "Lato Bold", provider: "org.example.Foundry", digest: digest.hexadecimal),
                .init(id: "3", name: "Latobold Regular"),
            ]
        }
    }

    @Test func `A family stands for all of its fonts, and for those of no other`() async throws {
        let outcome = try await fixture.run("uninstall", "--family", "Lato")
        #expect(outcome.exit == .success)
        #expect(outcome.output == "Removed Lato Regular\nRemoved Lato Bold\n")
        #expect(fixture.service.snapshot.fonts.map(\.id) == ["3"])
        let missing = try await fixture.run("disable", "--family", "Lato")
        #expect(missing.exit == .notFound)
        #expect(missing.error.contains("Lato: This family has no registered fonts"))
        await fixture.stop()
    }

    @Test func `A font that a name and a family stand for is changed once`() async throws {
        let outcome = try await fixture.run("enable", "--family", "Lato", "Lato Regular", "--family", "Latobold")
        #expect(outcome.exit == .success)
        #expect(fixture.service.snapshot.changeSizes == [3])
        await fixture.stop()
    }

    @Test func `A file stands for the font with its content, wherever it is and whatever it is called`() async throws {
        try scratch.write("bytes of Lato Bold", to: "renamed")
        #expect(symlink(scratch["renamed"], scratch["link"]) == 0)
        for path in [scratch["lato/Bold.ttf"], scratch["renamed"], scratch["link"]] {
            #expect(try await fixture.run("disable", path).exit != .failure)
            #expect(fixture.service.snapshot.fonts.map(\.enabled) == [false, false, true])
        }
        let info = try await fixture.run("info", scratch["link"])
        #expect(info.output.contains("Lato Bold"))
        await fixture.stop()
    }

    @Test func `A file whose content is not registered is not found, and one that cannot be read fails`() async throws {
        let path = try scratch.write("other bytes", to: "other.ttf")
        let outcome = try await fixture.run("uninstall", path)
        #expect(outcome.exit == .notFound)
        #expect(outcome.error == "typecase: \(path): No registered font has the content of this file.\n")
        let directory = try await fixture.run("uninstall", scratch["lato"])
        #expect(directory.exit == .failure)
        #expect(directory.error.contains("A directory, where a file is needed."))
        #expect(fixture.service.snapshot.fonts.count == 3)
        await fixture.stop()
    }

    @Test func `Without any font the command line is wrong`() {
        #expect(throws: (any Error).self) { try CommandFixture.command(["uninstall"]) }
    }

    @Test(arguments: [
        ("2\n", "Lato Bold"), ("9\n2\n", "Lato Bold"), ("1,2\n", "Lato Regular\r\nRemoved Lato Bold"),
    ])
    func `On a terminal people are asked which of several fonts is meant`(typed: String, removed: String) async throws {
        let child = try ChildProcess(
            at: PseudoTerminal(), BuildProducts.executable("typecase"), ["uninstall", "Lato "],
            environment: ["DBUS_SESSION_BUS_ADDRESS": fixture.bus.address, "TERM": "xterm"])
        try await child.waitForOutput("or nothing to cancel: ")
        try child.write(typed)
        let outcome = await child.wait()
        #expect(outcome.termination == .exited(0))
        #expect(outcome.standardOutput.contains("Lato  matches 2 fonts."))
        #expect(outcome.standardOutput.hasSuffix("Removed \(removed)\r\n"))
        await fixture.stop()
    }

    @Test func `The question shows ids as short as they tell fonts apart`() async throws {
        let rest = String(repeating: "0", count: 54)
        fixture.service.update { state in
            for index in state.fonts.indices { state.fonts[index].id = "abcdef012\(index)" + rest }
        }
        let child = try ChildProcess(
            at: PseudoTerminal(), BuildProducts.executable("typecase"), ["uninstall", "Lato "],
            environment: ["DBUS_SESSION_BUS_ADDRESS": fixture.bus.address, "TERM": "xterm"])
        try await child.waitForOutput("or nothing to cancel: ")
        try child.write("2\n")
        let outcome = await child.wait()
        #expect(outcome.standardOutput.contains("abcdef0121  org.example.Foundry"), "\(outcome.standardOutput)")
        #expect(!outcome.standardOutput.contains(rest))
        #expect(fixture.service.snapshot.fonts.map(\.name) == ["Lato Regular", "Latobold Regular"])
        await fixture.stop()
    }

    @Test(arguments: [("2\n", 0), ("all\n", 1), ("\n", 2)] as [(String, Int32)])
    func `On a terminal people are asked which of several fonts is written to a file`(
        typed: String, code: Int32
    ) async throws {
        let child = try ChildProcess(
            at: PseudoTerminal(), BuildProducts.executable("typecase"), ["open", "Lato ", "-o", scratch["out.ttf"]],
            environment: ["DBUS_SESSION_BUS_ADDRESS": fixture.bus.address, "TERM": "xterm"])
        try await child.waitForOutput("or nothing to cancel: ")
        try child.write(typed)
        let outcome = await child.wait()
        #expect(outcome.termination == .exited(code), "\(outcome.standardOutput)")
        #expect(outcome.standardOutput.contains("Lato  matches 2 fonts, but only one can be written."))
        let written = FileManager.default.contents(atPath: scratch["out.ttf"])
        #expect(written == (code == 0 ? Data("bytes of 2".utf8) : nil))
        await fixture.stop()
    }

    @Test func `Several fonts and families are written to a directory without a question`() async throws {
        let directory = try scratch.makeDirectory("there")
        let outcome = try await fixture.run("open", "Latobold Regular", "--family", "Lato", "-o", directory)
        #expect(outcome.exit == .success, "\(outcome.error)")
        #expect(
            try Set(FileSystem.names(in: directory)) == ["LatoRegular.ttf", "LatoBold.ttf", "LatoboldRegular.ttf"])
        let missing = try await fixture.run("open", "--family", "Nobody", "-o", directory)
        #expect(missing.exit == .notFound)
        let json = try await fixture.run("info", "--json", "--family", "Latobold")
        #expect(json.output.hasPrefix("["), "a family may have several fonts, and is an array always")
        #expect(try await fixture.run("info", "--json", "Latobold Regular").output.hasPrefix("{"))
        await fixture.stop()
    }

    @Test func `Nobody chooses from more than a thousand fonts, and is told what to do instead`() async throws {
        fixture.service.update { state in
            state.pageSize = 5000
            state.fonts = (0...1000).map { .init(id: "id\($0)", name: "Many \($0)") }
        }
        let child = try ChildProcess(
            at: PseudoTerminal(), BuildProducts.executable("typecase"), ["uninstall", "Many "],
            environment: ["DBUS_SESSION_BUS_ADDRESS": fixture.bus.address, "TERM": "xterm"])
        let outcome = await child.wait()
        #expect(outcome.termination == .exited(1))
        #expect(
            outcome.standardOutput.contains(
                "The name matches 1001 fonts, which is too many to choose from. Use ids, a pattern"
            ),
            "\(outcome.standardOutput.prefix(400))")
        #expect(outcome.standardOutput.contains("and 981 others"))
        #expect(fixture.service.snapshot.fonts.count == 1001)
        await fixture.stop()
    }

    @Test func `Whoever chooses none changes none`() async throws {
        let child = try ChildProcess(
            at: PseudoTerminal(), BuildProducts.executable("typecase"), ["uninstall", "Lato "],
            environment: ["DBUS_SESSION_BUS_ADDRESS": fixture.bus.address, "TERM": "xterm"])
        try await child.waitForOutput("or nothing to cancel: ")
        try child.write("\n")
        #expect(await child.wait().termination == .exited(2))
        #expect(fixture.service.snapshot.fonts.count == 3)
        await fixture.stop()
    }

    @Test(arguments: [["--json"], ["--quiet"]])
    func `Nobody is asked where a program reads the output`(options: [String]) async throws {
        let child = try ChildProcess(
            at: PseudoTerminal(), BuildProducts.executable("typecase"), ["uninstall", "Lato "] + options,
            environment: ["DBUS_SESSION_BUS_ADDRESS": fixture.bus.address, "TERM": "xterm"])
        let outcome = await child.wait()
        #expect(outcome.termination == .exited(1))
        #expect(outcome.standardOutput.contains("The name matches 2 fonts; use an id, or --yes to select all of them."))
        #expect(fixture.service.snapshot.fonts.count == 3)
        await fixture.stop()
    }

    @Test(
        arguments: [
            ("", []), ("  ", []), ("2", [1]), ("3, 1", [0, 2]), ("1-2", [0, 1]), ("2-2 2", [1]), ("all", [0, 1, 2]),
            ("A", [0, 1, 2]),
        ] as [(String, [Int])])
    func `An answer is a list of numbers and ranges`(text: String, positions: [Int]) {
        #expect(ChoiceAnswer.positions(text, of: 3) == positions)
    }

    @Test(arguments: ["0", "4", "2-4", "2-1", "1-2-3", "-1", "1-", "x", "1 x", "all 1", "99999999999999999999"])
    func `What is no choice is no answer`(text: String) {
        #expect(ChoiceAnswer.positions(text, of: 3) == nil)
    }
}
