internal import ArgumentParser
internal import Commands
internal import DBus
internal import FontModel
internal import Testing
internal import TestSupport

@Suite struct CommandExitTests {
    private func report(changed: Int = 0, unchanged: Int = 0, _ exits: CommandExit...) -> ItemReport {
        var report = ItemReport()
        report.changed = changed
        report.unchanged = unchanged
        report.failures = exits.map { CommandFailure($0, code: .notRegistered, "") }
        return report
    }

    @Test func `What became of the items decides the exit code`() {
        #expect(report(changed: 1).exit == .success)
        #expect(report(changed: 1, unchanged: 1).exit == .success)
        #expect(report(unchanged: 1).exit == .nothingToDo)
        #expect(report().exit == .nothingToDo)
        #expect(report(.notFound, .notFound).exit == .notFound)
        #expect(report(.notFound, .failure).exit == .failure)
        #expect(report(changed: 1, .notFound).exit == .failure)
        #expect(report(unchanged: 1, .notFound).exit == .failure)
    }

    @Test func `The codes are those that are documented`() {
        #expect(
            CommandExit.allCases.map(\.rawValue) == [0, 1, 2, 3, 64, 69, 129, 130, 143])
        for exit in CommandExit.allCases {
            #expect(RootCommand.helpMessage(columns: 200).contains("\(exit.rawValue)  \(exit.meaning)"))
        }
    }

    @Test(arguments: [
        ["frobnicate"], ["install"], ["uninstall"], ["info"], ["undo", "a"], ["match"], ["list", "--unknown"],
        ["match", "--weight", "2000"], ["match", "--slant", "steep"], ["list", "--all", "--provider", "user"],
    ])
    func `A command line that makes no sense is wrong usage`(arguments: [String]) throws {
        let error = try #require(throws: (any Error).self) { try RootCommand.parseAsRoot(arguments) }
        #expect(RootCommand.exitCode(for: error).rawValue == CommandExit.usage.rawValue)
    }

    @Test(arguments: [
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.Spawn.ChildExited",
        "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.TimedOut",
        "org.freedesktop.DBus.Error.Disconnected", "org.freedesktop.DBus.Error.FileNotFound",
    ])
    func `Errors of a bus that does not reach the service are unreachable`(name: String) {
        #expect(CommandFailure(BusError(name: name, message: "")).exit == .unreachable)
    }

    @Test func `What the bus says and what to do about it are sentences`() {
        let failure = CommandFailure(
            BusError(name: "org.freedesktop.DBus.Error.ServiceUnknown", message: "Nobody provides the name"))
        #expect(
            failure.message == """
                The font service cannot be reached: Nobody provides the name. To check whether typecased is \
                installed, run 'systemctl --user status typecased'.
                """)
    }

    @Test func `Errors of the service are not`() {
        #expect(CommandFailure(BusError(name: "org.typecase.Error.NotRegistered", message: "")).exit == .notFound)
        #expect(CommandFailure(BusError(name: "org.typecase.Error.FileNotFound", message: "")).exit == .failure)
        #expect(CommandFailure(BusError(name: "org.typecase.Error.Busy", message: "")).exit == .failure)
    }

    @Test func `A description becomes a descriptor with the types of the bus`() throws {
        let command = try #require(
            try RootCommand.parseAsRoot([
                "match", "Lato", "--weight", "700", "--slant", "italic", "--no-monospace", "--language", "de",
                "--language", "el", "--source", "system",
            ]) as? MatchCommand)
        #expect(
            command.descriptor == [
                "name": BusVariant("Lato"), "weight": BusVariant(700.0), "slant": BusVariant("italic"),
                "monospace": BusVariant(false), "languages": BusVariant(["de", "el"]), "source": BusVariant("system"),
            ])
    }
}

@Suite struct ProgramTests {
    private func run(_ arguments: String..., bus: String? = nil) async throws -> ChildProcess.Outcome {
        var environment = ["PATH": "/usr/bin:/bin"]
        if let bus { environment["DBUS_SESSION_BUS_ADDRESS"] = bus }
        return try await ChildProcess.run(
            BuildProducts.executable("typecase"), arguments, environment: environment)
    }

    @Test func `The program ends with the documented codes`() async throws {
        #expect(try await run("--version").termination == .exited(0))
        #expect(try await run("--help").termination == .exited(0))
        #expect(try await run("frobnicate").termination == .exited(64))
        #expect(try await run("list", bus: "unix:path=/nonexistent").termination == .exited(69))
    }

    @Test
    func `Help and version go to standard output, wrong usage to standard error, as JSON where that is asked for`()
        async throws
    {
        for arguments in [["--help"], ["help"], ["help", "install"], ["install", "--help"]] {
            let outcome = try await ChildProcess.run(
                BuildProducts.executable("typecase"), arguments, environment: [:])
            #expect(outcome.termination == .exited(0))
            #expect(outcome.standardOutput.contains("USAGE: typecase"))
            #expect(outcome.standardError == "")
        }
        #expect(try await run("--version").standardOutput == "typecase \(TypecaseVersion.current)\n")
        let text = try await run("match", "--weight", "heavy")
        #expect(text.standardOutput == "")
        #expect(text.standardError.hasPrefix("typecase: The value 'heavy' is invalid for '--weight <weight>'"))
        #expect(text.standardError.contains("\nUsage: typecase match "))
        let json = try await run("match", "--weight", "heavy", "--json")
        #expect(json.termination == .exited(64))
        #expect(json.standardError.hasPrefix("{\"error\": \"org.freedesktop.DBus.Error.InvalidArgs\", \"message\": "))
        #expect(json.standardError.hasSuffix("}\n"))
        // What follows two hyphens is no option.
        #expect(try await run("undo", "a", "--", "--json").standardError.hasPrefix("typecase: "))
    }

    @Test func `Output that cannot be written ends the program, which says so where it is not that nobody reads`()
        async throws
    {
        func run(_ script: String) async throws -> ChildProcess.Outcome {
            try await ChildProcess.run(
                "/bin/bash", ["-c", script], environment: ["T": BuildProducts.executable("typecase")])
        }
        let full = try await run("\"$T\" --help >/dev/full")
        #expect(full.termination == .exited(1))
        #expect(full.standardError == "typecase: Cannot write to standard output: No space left on device.\n")
        let unread = try await run("set -o pipefail; \"$T\" --help | exec 0<&-; exit 7")
        #expect(unread.termination == .exited(7))
        #expect(unread.standardError == "")
        // The exit code tells what nobody could read.
        #expect(try await run("\"$T\" frobnicate 2>/dev/full").termination == .exited(64))
        #expect(try await run("\"$T\" frobnicate 2>&-").termination == .exited(64))
    }

    @Test func `The program finds the bus in its environment, and writes without colour where nobody looks`()
        async throws
    {
        let bus = try await TestBus()
        let service = FakeFontService()
        service.update { $0.fonts = [.init(id: "1", name: "Lato")] }
        let running = try await RunningService(service, on: bus)
        let outcome = try await run("list", bus: bus.address)
        #expect(outcome.termination == .exited(0))
        #expect(
            outcome.standardOutput == "ID  NAME  PROVIDER  SCOPE       STATE\n1   Lato  user      persistent  enabled\n"
        )
        let missing = try await run("uninstall", "nobody", "--json", bus: bus.address)
        #expect(missing.termination == .exited(3))
        #expect(missing.standardError.hasPrefix("{\"error\": \"org.typecase.Error.NotRegistered\", "))
        #expect(missing.standardOutput == "[]\n")
        let opened = try await run("open", "1", bus: bus.address)
        #expect(opened.standardOutput == "bytes of 1")
        await running.stop()
    }
}
