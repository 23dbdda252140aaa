internal import BusInterface
internal import Commands
internal import DBus
internal import EventLoop
internal import Testing
internal import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ConsentCommandTests {
    private let bus: TestBus
    private let service = FakeFontService()
    private let captured = CapturedOutput()
    private let type: AsyncStream<String>.Continuation
    private let lines: AsyncStream<String>

    init() async throws {
        bus = try await TestBus()
        (lines, type) = AsyncStream.makeStream(of: String.self)
    }

    /// Starts the command, and tells where its agent is.
    private func start(
        _ arguments: String...
    ) async throws -> (command: Task<CommandExit, Never>, owner: String, path: ObjectPath) {
        let command = try CommandFixture.command(["consent"] + arguments)
        let environment = CommandEnvironment(
            output: captured.output(), address: .address(bus.address), lines: { [lines] in lines })
        let task = Task { await command.execute(in: environment) }
        for await agent in service.agents { return (task, agent.owner, agent.path) }
        throw BusError.disconnected
    }

    /// Asks as the service does.
    private func ask(
        _ running: RunningService, _ owner: String, _ path: ObjectPath, _ question: String,
        _ more: [String: BusVariant] = [:]
    ) async throws -> (answered: String, decision: String) {
        let request: [String: BusVariant] = [
            "provider": BusVariant("org.unheard.App"), "kind": BusVariant("flatpak"),
            "display_name": BusVariant("Good\u{1B}[2J App"), "rights": BusVariant(["install-fonts"]),
        ]
        return try await ConsentAgent1Client(running.connection, busName: owner, path: path).ask(
            question: question, request: request.merging(more) { $1 }, timeout: .seconds(600))
    }

    @Test func `The user sees who wants what, and a line answers the question that is shown`() async throws {
        let running = try await RunningService(service, on: bus)
        let (command, owner, path) = try await start()
        for (line, decision) in [("y", "allow"), ("No", "deny"), ("", "dismiss"), ("what?", "dismiss")] {
            let names: [String: BusVariant] = [
                "fonts": BusVariant(["One of '\(line)'", "Two"]), "more_fonts": BusVariant(UInt32(3)),
            ]
            async let answer = ask(running, owner, path, "q-\(line)", names)
            await captured.waitForError("  One of '\(line)'\n  Two\n  and 3 more\nAllow it?")
            type.yield(line)
            #expect(try await answer == ("q-\(line)", decision))
        }
        #expect(captured.errorText.contains("org.unheard.App, which calls itself Good\\u{1B}[2J App, asks to install"))
        #expect(!captured.errorText.contains("\u{1B}"), "nothing of a program reaches the terminal as it is")
        command.cancel()
        #expect(await command.value == .success)
        await running.stop()
    }

    @Test func `Questions are shown one after the other, and one that is taken back is not answered`() async throws {
        let running = try await RunningService(service, on: bus)
        let (command, owner, path) = try await start("--json")
        async let first = ask(running, owner, path, "q1")
        await captured.waitForError("Allow it?")
        async let second = ask(running, owner, path, "q2", ["provider": BusVariant("org.unheard.Second")])
        let client = ConsentAgent1Client(running.connection, busName: owner, path: path)
        try await client.withdraw(question: "q1")
        #expect(try await first == ("q1", "dismiss"))
        await captured.waitForError("org.unheard.Second")
        type.yield("y")
        #expect(try await second == ("q2", "allow"))
        await captured.wait(for: "allow")
        #expect(
            captured.text
                == "{\"provider\": \"org.unheard.Second\", \"rights\": [\"install-fonts\"], \"decision\": \"allow\"}\n")
        command.cancel()
        #expect(await command.value == .success)
        await running.stop()
    }

    @Test func `It ends after one answer where that is wanted, and not before the service has it`() async throws {
        let running = try await RunningService(service, on: bus)
        let (command, owner, path) = try await start("--once")
        async let answer = ask(running, owner, path, "q1")
        await captured.waitForError("Allow it?")
        type.yield("n")
        #expect(try await answer == ("q1", "deny"))
        #expect(await command.value == .success)
        await running.stop()
    }

    @Test func `Only the service is listened to, and one that starts anew hears of it again`() async throws {
        let first = try await RunningService(service, on: bus)
        let (command, owner, path) = try await start()
        let loop = try EventLoop(name: "stranger")
        let stranger = try await BusConnection.open(.address(bus.address), on: loop)
        let error = await #expect(throws: BusError.self) {
            try await ConsentAgent1Client(stranger, busName: owner, path: path).ask(question: "q", request: [:])
        }
        #expect(error?.code == .accessDenied)
        #expect(captured.errorText == "")
        await first.stop()
        let second = try await RunningService(service, on: bus)
        for await agent in service.agents {
            #expect(agent.owner == owner && agent.path == path)
            break
        }
        async let answer = ask(second, owner, path, "q2")
        await captured.waitForError("Allow it?")
        type.yield("y")
        #expect(try await answer == ("q2", "allow"))
        command.cancel()
        #expect(await command.value == .success)
        await stranger.close()
        await loop.stop()
        await second.stop()
    }

    @Test func `Without a terminal it says so`() async throws {
        let command = try CommandFixture.command(["consent"])
        let environment = CommandEnvironment(output: captured.output(), address: .address(bus.address))
        #expect(await command.execute(in: environment) == .failure)
        #expect(captured.errorText.contains("no terminal"))
    }
}
