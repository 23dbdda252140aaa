internal import Commands
internal import FoundationEssentials
internal import Testing
internal import TestSupport

/// Commands that are told to end before they are done.
@Suite(.timeLimit(.minutes(1))) struct InterruptionTests {
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

    @Test(arguments: [(2, 130), (15, 143)] as [(Int32, Int32)])
    func `A signal ends an installation when the service has done what it has, and the program says what was not done`(
        signal: Int32, exit: Int32
    ) async throws {
        let child = try await startInstalling()
        child.send(signal: signal)
        fixture.service.releaseInstalls()
        let outcome = await child.wait()
        #expect(outcome.termination == .exited(exit))
        let installed = fixture.service.snapshot.fonts.count
        #expect(outcome.standardOutput.split(separator: "\n").count == installed)
        #expect(installed == 64, "the four calls of 16 fonts that were under way")
        #expect(outcome.standardError == "typecase: Interrupted; 36 of 100 files were not tried.\n")
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

    @Test func `With JSON the interruption is an object, and the results are those of what was done`() async throws {
        struct Failure: Decodable { var error: String }
        struct Result: Decodable { var id: String }
        let child = try await startInstalling("--json")
        child.send(signal: 2)
        fixture.service.releaseInstalls()
        let outcome = await child.wait()
        #expect(outcome.termination == .exited(130))
        let failure = try JSONDecoder().decode(Failure.self, from: Data(outcome.standardError.utf8))
        #expect(failure.error == "org.typecase.Error.Cancelled")
        #expect(try JSONDecoder().decode([Result].self, from: Data(outcome.standardOutput.utf8)).count == 64)
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
        #expect(outcome.error.contains("Installing fonts"))
        #expect(outcome.error.contains("100 %  100/100"))
        #expect(outcome.error.hasSuffix("\r\u{1B}[K"))
        #expect(!outcome.output.contains("\u{1B}"))
        for option in ["--json", "--quiet"] {
            #expect(try await fixture.run("install", scratch["fonts"], option, isTerminal: true).error == "")
        }
        await fixture.stop()
    }
}
