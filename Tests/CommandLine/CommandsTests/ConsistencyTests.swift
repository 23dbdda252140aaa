internal import ArgumentParser
internal import BusInterface
internal import Commands
internal import DBus
internal import FoundationEssentials
internal import Testing
internal import TestSupport

/// What holds for every command alike.
@Suite(.timeLimit(.minutes(10))) struct ConsistencyTests {
    /// A command line and what it ends with.
    struct Case: Sendable, CustomTestStringConvertible {
        var arguments: [String]
        var exit: CommandExit
        var testDescription: String { arguments.joined(separator: " ") }
    }

    /// Any document: reading it whole is what fails where it is none.
    private struct AnyJSON: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// Every command in every way it can end, but for those that do not end by themselves.
    private static let cases: [Case] = [
        Case(arguments: ["install", "FONT"], exit: .success),
        Case(arguments: ["install", "KNOWN"], exit: .nothingToDo),
        Case(arguments: ["install", "/nonexistent.ttf"], exit: .notFound),
        Case(arguments: ["install", "FONT", "BROKEN"], exit: .failure),
        Case(arguments: ["install", "BROKEN"], exit: .failure),
        Case(arguments: ["plan", "FONT"], exit: .success),
        Case(arguments: ["plan", "KNOWN"], exit: .nothingToDo),
        Case(arguments: ["plan", "BROKEN"], exit: .failure),
        Case(arguments: ["plan", "/nonexistent.ttf"], exit: .notFound),
        Case(arguments: ["install", "--dry-run", "FONT"], exit: .success),
        Case(arguments: ["uninstall", "1"], exit: .success),
        Case(arguments: ["uninstall", "nobody"], exit: .notFound),
        Case(arguments: ["uninstall", "1", "nobody"], exit: .failure),
        Case(arguments: ["uninstall", "Lato"], exit: .failure),
        Case(arguments: ["uninstall", "--purge", "1"], exit: .success),
        Case(arguments: ["restore"], exit: .success),
        Case(arguments: ["restore", "nobody"], exit: .notFound),
        Case(arguments: ["restore", "--all"], exit: .nothingToDo),
        Case(arguments: ["history"], exit: .success),
        Case(arguments: ["history", "7"], exit: .success),
        Case(arguments: ["history", "99"], exit: .notFound),
        Case(arguments: ["undo"], exit: .success),
        Case(arguments: ["undo", "8"], exit: .failure),
        Case(arguments: ["undo", "99"], exit: .notFound),
        Case(arguments: ["collection", "list"], exit: .success),
        Case(arguments: ["collection", "list", "Work"], exit: .success),
        Case(arguments: ["collection", "list", "nobody"], exit: .notFound),
        Case(arguments: ["collection", "create", "New"], exit: .success),
        Case(arguments: ["collection", "create", "New", "1"], exit: .success),
        Case(arguments: ["collection", "create", "Work"], exit: .failure),
        Case(arguments: ["collection", "add", "Work", "2"], exit: .success),
        Case(arguments: ["collection", "add", "Work", "1"], exit: .nothingToDo),
        Case(arguments: ["collection", "add", "Work", "nobody"], exit: .notFound),
        Case(arguments: ["collection", "remove", "Work", "1"], exit: .success),
        Case(arguments: ["collection", "remove", "Work"], exit: .success),
        Case(arguments: ["collection", "remove", "nobody"], exit: .notFound),
        Case(arguments: ["collection", "enable", "Work"], exit: .nothingToDo),
        Case(arguments: ["collection", "disable", "Work"], exit: .success),
        Case(arguments: ["collection", "enable", "nobody"], exit: .notFound),
        Case(arguments: ["collection", "export", "Work"], exit: .success),
        Case(arguments: ["enable", "2"], exit: .success),
        Case(arguments: ["enable", "1"], exit: .nothingToDo),
        Case(arguments: ["enable", "nobody"], exit: .notFound),
        Case(arguments: ["enable", "2", "nobody"], exit: .failure),
        Case(arguments: ["disable", "1"], exit: .success),
        Case(arguments: ["disable", "2"], exit: .nothingToDo),
        Case(arguments: ["disable", "nobody"], exit: .notFound),
        Case(arguments: ["disable", "Lato"], exit: .failure),
        Case(arguments: ["list"], exit: .success),
        Case(arguments: ["list", "--all"], exit: .success),
        Case(arguments: ["list", "--provider", "nobody"], exit: .notFound),
        Case(arguments: ["list", "lato"], exit: .success),
        Case(arguments: ["list", "nobody"], exit: .notFound),
        Case(arguments: ["search", "lato"], exit: .success),
        Case(arguments: ["search", "--covers", "x"], exit: .success),
        Case(arguments: ["copy", "1", "COPIES"], exit: .success),
        Case(arguments: ["copy", "nobody", "COPIES"], exit: .notFound),
        Case(arguments: ["copy", "1", "/nonexistent/directory"], exit: .failure),
        Case(arguments: ["info", "1"], exit: .success),
        Case(arguments: ["info", "nobody"], exit: .notFound),
        Case(arguments: ["info", "Lato"], exit: .success), Case(arguments: ["info", "1", "nobody"], exit: .failure),
        Case(arguments: ["match", "DejaVu Sans"], exit: .success),
        Case(arguments: ["match", "nobody"], exit: .notFound),
        // The fake has no jobs.
        Case(arguments: ["request", "nobody"], exit: .failure),
        Case(arguments: ["open", "1", "-o", "OUTPUT"], exit: .success),
        Case(arguments: ["open", "nobody", "-o", "OUTPUT"], exit: .notFound),
        Case(arguments: ["open", "1", "-o", "/nonexistent/file"], exit: .failure),
        Case(arguments: ["providers"], exit: .success),
        Case(arguments: ["provider", "list"], exit: .success),
        Case(arguments: ["provider", "remove", "user"], exit: .success),
        Case(arguments: ["provider", "remove", "nobody"], exit: .notFound),
        Case(arguments: ["provider", "restore", "removed"], exit: .success),
        Case(arguments: ["provider", "restore", "user"], exit: .notFound),
        Case(arguments: ["status"], exit: .success),
        Case(arguments: ["status", "--apps"], exit: .success),
        Case(arguments: ["grants", "list"], exit: .success),
        Case(arguments: ["icons", "list"], exit: .success),
        Case(arguments: ["icons", "set", "org.example.App", "night"], exit: .success),
        Case(arguments: ["icons", "reset", "--all"], exit: .success),
        Case(arguments: ["grants", "set", "org.example.A", "install-fonts", "allow"], exit: .success),
        Case(arguments: ["grants", "revoke", "org.example.Known"], exit: .success),
        Case(arguments: ["grants", "revoke", "org.example.Unknown"], exit: .nothingToDo),
        Case(arguments: ["text-size"], exit: .success),
        Case(arguments: ["text-size", "XL"], exit: .success),
        Case(arguments: ["text-size", "--app", "org.example.A", "accessibility-large"], exit: .success),
        Case(arguments: ["text-size", "--reset"], exit: .nothingToDo),
        Case(arguments: ["text-styles"], exit: .success),
        Case(arguments: ["text-styles", "--category", "AX5"], exit: .success),
    ]

    /// Commands with tests of their own: they end when they are interrupted only, or examine the machine
    /// or all fonts.
    private static let others = [
        "monitor", "doctor", "validate", "revalidate", "adopt", "manifest", "policy", "consent", "why", "export",
        "apply", "diff",
        "cover", "request", "pick", "resources", "try", "unpack", "preview", "mask",
    ]

    private let scratch: ScratchDirectory
    private let fixture: CommandFixture

    init() async throws {
        scratch = try ScratchDirectory()
        fixture = try await CommandFixture {
            $0.fonts = [
                .init(id: "1", name: "Lato Regular"), .init(id: "2", name: "Lato Bold", enabled: false),
                .init(id: "3", name: "Known"),
            ]
            $0.systemFaces = ["DejaVu Sans"]
            $0.fonts.append(.init(id: "9", name: "Away", provider: "removed"))
            $0.removedProviders = ["removed"]
            $0.grants = ["org.example.Known install-fonts": "deny"]
            $0.icon = "day"
            $0.collections = ["Work": ["1"]]
        }
        for (file, text) in [("FONT", "Fresh"), ("KNOWN", "Known"), ("BROKEN", "broken")] {
            try scratch.write(text, to: file)
        }
    }

    private func run(_ arguments: [String]) async throws -> CommandFixture.Outcome {
        let files = ["FONT", "KNOWN", "BROKEN", "OUTPUT", "COPIES"]
        let captured = CapturedOutput()
        let arguments = arguments.map { files.contains($0) ? scratch[$0] : $0 }
        let exit = try await CommandFixture.command(arguments).execute(in: fixture.environment(captured))
        return .init(exit: exit, output: captured.text, error: captured.errorText)
    }

    @Test func `Every command is among the cases`() {
        let commands = Set(RootCommand.configuration.subcommands.compactMap { $0.configuration.commandName })
        #expect(commands == Set(Self.cases.map { $0.arguments[0] } + Self.others))
    }

    /// The commands that change nothing but the files that they are told to write, and those that ask before they do
    /// anything or take back what they did themselves.
    private static let unchanging: Set = [
        "plan", "export", "diff", "history", "list", "search", "info", "match", "cover", "why", "open", "copy",
        "providers", "provider list", "status", "monitor", "validate", "manifest check", "manifest create",
        "resources list", "grants list", "policy check", "policy explain", "text-styles", "preview", "mask",
        "icons list", "collection list", "collection export", "try", "unpack", "pick", "consent",
    ]

    /// All commands without commands of their own.
    private static let leaves: [String] = leaves(of: RootCommand.configuration, path: [])

    private static func leaves(of configuration: CommandConfiguration, path: [String]) -> [String] {
        configuration.subcommands.flatMap { command in
            let path = path + [command.configuration.commandName ?? ""]
            return command.configuration.subcommands.isEmpty
                ? [path.joined(separator: " ")] : leaves(of: command.configuration, path: path)
        }
    }

    @Test(arguments: leaves.filter { !unchanging.contains($0) })
    func `What changes anything can be tried without a change`(_ command: String) async throws {
        var parsed = try RootCommand.parseAsRoot(command.split(separator: " ").map(String.init) + ["--help"])
        let help = #expect(throws: (any Error).self) { try parsed.run() }
        #expect(help.map { RootCommand.fullMessage(for: $0) }?.contains("--dry-run") == true)
        await fixture.stop()
    }

    @Test(arguments: cases)
    func `The exit code says what became of the command, and text goes where it belongs`(_ test: Case) async throws {
        let outcome = try await run(test.arguments)
        #expect(outcome.exit == test.exit, "\(outcome.error)")
        let failed = test.exit != .success && test.exit != .nothingToDo
        #expect(outcome.error.isEmpty == !failed)
        if failed { #expect(outcome.error.hasPrefix("typecase: ")) }
        #expect(!outcome.output.contains("\u{1B}") && !outcome.error.contains("\u{1B}"), "nobody sees colours")
        await fixture.stop()
    }

    @Test(arguments: cases)
    func `With JSON the exit code is the same, and both streams are JSON`(_ test: Case) async throws {
        struct Failure: Decodable {
            var error: String
            var message: String
        }
        let outcome = try await run(test.arguments + ["--json"])
        #expect(outcome.exit == test.exit, "\(outcome.error)")
        if !outcome.output.isEmpty {
            #expect(throws: Never.self) {
                try JSONDecoder().decode(AnyJSON.self, from: Data(outcome.output.utf8))
            }
        }
        for line in outcome.error.split(separator: "\n") {
            let failure = try JSONDecoder().decode(Failure.self, from: Data(line.utf8))
            #expect(failure.error.contains("."), "the name of an error on the bus")
            #expect(!failure.message.isEmpty)
        }
        #expect(outcome.error.isEmpty == (test.exit == .success || test.exit == .nothingToDo))
        await fixture.stop()
    }

    @Test(arguments: cases)
    func `Quiet commands write errors only, with the same exit code`(_ test: Case) async throws {
        let outcome = try await run(test.arguments + ["--quiet"])
        #expect(outcome.exit == test.exit)
        #expect(outcome.output == "")
        #expect(outcome.error.isEmpty == (test.exit == .success || test.exit == .nothingToDo))
        await fixture.stop()
    }

    @Test(arguments: cases)
    func `Without a service every command ends with the same code and says what to do`(_ test: Case) async throws {
        await fixture.stop()
        // A file that is not there is told first: no service is needed for that.
        if test.arguments.contains("/nonexistent.ttf") { return }
        for option in [[], ["--json"]] {
            let outcome = try await run(test.arguments + option)
            #expect(outcome.exit == .unreachable, "\(outcome.error)")
            #expect(outcome.output == "" || outcome.output == "[]\n")
            #expect(outcome.error.contains("systemctl --user status typecased"))
        }
    }

    @Test func `Names and fonts are read from the standard input where a hyphen stands`() async throws {
        let program = BuildProducts.executable("typecase")
        let environment = ["DBUS_SESSION_BUS_ADDRESS": fixture.bus.address]
        let disabled = try await ChildProcess.run(
            program, ["disable", "-"], environment: environment, input: "1\n\nKnown\r\n")
        #expect(disabled.termination == .exited(0))
        #expect(disabled.standardOutput == "Disabled Lato Regular\nDisabled Known\n")
        let installed = try await ChildProcess.run(
            program, ["install", "-"], environment: environment, input: "From A Pipe")
        #expect(installed.standardOutput == "Installed From A Pipe as id-From A Pipe\n")
        let nothing = try await ChildProcess.run(program, ["uninstall", "-"], environment: environment, input: "\n")
        #expect(nothing.termination == .exited(2))
        let opened = try await ChildProcess.run(program, ["open", "1", "-o", "-"], environment: environment)
        #expect(opened.standardOutput == "bytes of 1")
        await fixture.stop()
    }

    @Test func `An argument that begins with a hyphen follows two`() async throws {
        fixture.service.update { $0.fonts.append(.init(id: "4", name: "--json")) }
        let outcome = try await fixture.run("disable", "--", "--json")
        #expect(outcome.exit == .success)
        #expect(outcome.output == "Disabled --json\n")
        await fixture.stop()
    }

    @Test func `Opening a font with JSON tells what goes with the bytes`() async throws {
        struct Details: Decodable { var file: String }
        let outcome = try await run(["open", "1", "-o", "OUTPUT", "--json"])
        #expect(try JSONDecoder().decode(Details.self, from: Data(outcome.output.utf8)).file == scratch["OUTPUT"])
        await fixture.stop()
    }
}
