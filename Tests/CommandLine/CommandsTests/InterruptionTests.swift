internal import Commands
internal import FoundationEssentials
internal import Testing
internal import TestSupport

/// Commands that are told to end before they are done.
@Suite(.timeLimit(.minutes(10))) struct InterruptionTests {
    private let scratch: ScratchDirectory
    private let fixture: CommandFixture

    init() async throws {
        scratch = try ScratchDirectory()
        fixture = try await CommandFixture { $0.holdsInstalls = true }
        for number in 100..<200 { try scratch.write("Font \(number)", to: "fonts/\(number).ttf") }
    }

    /// Starts the program, and returns when the service has four calls of it.
    private func startInstalling(_ arguments: String...) async throws -> ChildProcess {
        let child = try ChildProcess(
            BuildProducts.executable("typecase"), ["install", scratch["fonts"]] + arguments,
            environment: ["DBUS_SESSION_BUS_ADDRESS": fixture.bus.address])
        for await _ in fixture.service.holds.prefix(4) {}
        return child
    }

    /// Starts the program at a terminal, which shows progress from the start.
    private func startAtTerminal(_ terminal: PseudoTerminal) throws -> ChildProcess {
        try ChildProcess(
            at: terminal, BuildProducts.executable("typecase"), ["install", scratch["fonts"]],
            environment: ["DBUS_SESSION_BUS_ADDRESS": fixture.bus.address, "TERM": "xterm"])
    }

    @Test(arguments: [(1, 129), (2, 130), (15, 143)] as [(Int32, Int32)])
    func `A signal cancels a batch while it is filled, and nothing of it is installed`(
        signal: Int32, exit: Int32
    ) async throws {
        let child = try await startInstalling()
        child.send(signal: signal)
        let outcome = await child.wait()
        #expect(outcome.termination == .exited(exit))
        #expect(fixture.service.snapshot.fonts.count == 0)
        #expect(fixture.service.snapshot.cancelCount == 1)
        #expect(outcome.standardOutput == "")
        #expect(outcome.standardError == "typecase: Interrupted; 100 of 100 files were not installed.\n")
        await fixture.stop()
    }

    @Test func `A terminal that is closed may say so twice, and the batch is cancelled nevertheless`() async throws {
        let child = try await startInstalling()
        child.send(signal: 1)
        child.send(signal: 1)
        let outcome = await child.wait()
        #expect(outcome.termination == .exited(129))
        #expect(outcome.standardError == "typecase: Interrupted; 100 of 100 files were not installed.\n")
        #expect(fixture.service.snapshot.fonts.count == 0)
        #expect(fixture.service.snapshot.cancelCount == 1)
        await fixture.stop()
    }

    @Test func `A signal during Commit cancels the batch, and nothing of it is installed`() async throws {
        fixture.service.update { $0.holdsCommits = true }
        fixture.service.releaseInstalls()
        let terminal = try PseudoTerminal()
        let child = try startAtTerminal(terminal)
        try await child.waitForOutput("  25 %\u{1B}[K")
        try child.write("\u{3}")
        let outcome = await child.wait()
        #expect(outcome.termination == .exited(130))
        #expect(fixture.service.snapshot.fonts.count == 0)
        #expect(fixture.service.snapshot.cancelCount == 1)
        #expect(outcome.standardOutput.contains("Installing fonts  ["))
        #expect(outcome.standardOutput.hasSuffix("Interrupted; 100 of 100 files were not installed.\r\n"))
        await fixture.stop()
    }

    @Test func `A signal that comes too late for a batch lets it be completed, which is success`() async throws {
        fixture.service.update { state in
            state.holdsCommits = true
            state.refusesCancels = true
        }
        fixture.service.releaseInstalls()
        let child = try startAtTerminal(PseudoTerminal())
        try await child.waitForOutput("  25 %\u{1B}[K")
        try child.write("\u{3}")
        let outcome = await child.wait()
        #expect(outcome.termination == .exited(0))
        #expect(fixture.service.snapshot.fonts.count == 100)
        #expect(outcome.standardOutput.contains("Cancelling; press Ctrl-C again to quit"))
        #expect(outcome.standardOutput.hasSuffix("100 installed.\r\n"))
        await fixture.stop()
    }

    @Test func `The files of one message are waited for, as the service installs them regardless`() async throws {
        let child = try ChildProcess(
            BuildProducts.executable("typecase"), ["install", scratch["fonts/100.ttf"], scratch["fonts/101.ttf"]],
            environment: ["DBUS_SESSION_BUS_ADDRESS": fixture.bus.address])
        for await _ in fixture.service.holds.prefix(1) {}
        child.send(signal: 2)
        fixture.service.releaseInstalls()
        let outcome = await child.wait()
        #expect(outcome.termination == .exited(0))
        #expect(outcome.standardOutput.hasSuffix("\n2 installed.\n"), "\(outcome)")
        await fixture.stop()
    }

    @Test func `A second signal ends the program on the spot`() async throws {
        let child = try await startInstalling()
        child.send(signal: 2)
        child.send(signal: 15)
        let outcome = await child.wait()
        // Which of the two comes first is the kernel's choice.
        #expect([.exited(130), .exited(143)].contains(outcome.termination))
        #expect(fixture.service.snapshot.fonts.count == 0)
        fixture.service.releaseInstalls()
        await fixture.stop()
    }

    @Test func `With JSON the interruption is an object, and no result is told of`() async throws {
        struct Failure: Decodable { var error: String }
        let child = try await startInstalling("--json")
        child.send(signal: 2)
        let outcome = await child.wait()
        #expect(outcome.termination == .exited(130))
        let failure = try JSONDecoder().decode(Failure.self, from: Data(outcome.standardError.utf8))
        #expect(failure.error == "org.typecase.Error.Cancelled")
        #expect(outcome.standardOutput == "[]\n")
        await fixture.stop()
    }

    @Test func `A question that waits for its answer is given up`() async throws {
        let captured = CapturedOutput()
        let command = try CommandFixture.command(["list"])
        let environment = fixture.environment(captured)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await command.execute(in: environment)
        }
        #expect(await task.value == .interrupted)
        #expect(captured.errorText == "typecase: Interrupted.\n")
        #expect(captured.text == "")
        await fixture.stop()
    }

    @Test func `A signal that is ignored stays ignored`() async throws {
        let child = try ChildProcess(
            "/bin/sh",
            ["-c", "trap '' INT; exec '\(BuildProducts.executable("typecase"))' install '\(scratch["fonts"])'"],
            environment: ["DBUS_SESSION_BUS_ADDRESS": fixture.bus.address])
        for await _ in fixture.service.holds.prefix(4) {}
        child.send(signal: 2)
        fixture.service.releaseInstalls()
        #expect(await child.wait().termination == .exited(0))
        #expect(fixture.service.snapshot.fonts.count == 100)
        await fixture.stop()
    }

    @Test func `On a terminal the progress of an installation is shown and taken away, and JSON is left alone`()
        async throws
    {
        fixture.service.releaseInstalls()
        let outcome = try await fixture.run("install", scratch["fonts"], isTerminal: true)
        #expect(outcome.exit == .success)
        #expect(outcome.error.contains("Checking fonts"))
        #expect(outcome.error.contains("100 %  100/100"))
        #expect(outcome.error.hasSuffix("\r\u{1B}[K"))
        #expect(!outcome.output.contains("\u{1B}"))
        for option in ["--json", "--quiet"] {
            #expect(try await fixture.run("install", scratch["fonts"], option, isTerminal: true).error == "")
        }
        await fixture.stop()
    }
}
