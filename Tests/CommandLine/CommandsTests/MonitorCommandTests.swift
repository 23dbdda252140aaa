internal import Commands
internal import DBus
internal import FoundationEssentials
internal import Testing
internal import TestSupport

@Suite struct MonitorCommandTests {
    private let bus: TestBus
    private let service = FakeFontService()
    private let captured = CapturedOutput()

    init() async throws { bus = try await TestBus() }

    /// Starts `typecase monitor`, and returns when it listens.
    private func start(_ arguments: String...) async throws -> Task<CommandExit, Never> {
        let command = try CommandFixture.command(["monitor"] + arguments)
        let environment = CommandEnvironment(output: captured.output(), address: .address(bus.address))
        let task = Task { await command.execute(in: environment) }
        for await _ in service.generationReads { break }
        return task
    }

    private func end(_ monitor: Task<CommandExit, Never>) async {
        monitor.cancel()
        #expect(await monitor.value == .success)
    }

    @Test(.timeLimit(.minutes(10)))
    func `Changes are told as they happen, each once`() async throws {
        let running = try await RunningService(service, on: bus)
        let monitor = try await start()
        try await running.announce(service.change("added", "a"))
        await captured.wait(for: "added a ")
        service.change("disabled", "a")
        try await running.announce(service.change("removed", "a"))
        await captured.wait(for: "removed a ")
        let lines = captured.text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.prefixMatch(of: #/\d\d:\d\d:\d\d /#) != nil })
        #expect(
            lines.map { $0.dropFirst(9) } == [
                "added a (org.example.Foundry, provider)", "disabled a (org.example.Foundry, provider)",
                "removed a (org.example.Foundry, provider)",
            ])
        await end(monitor)
        await running.stop()
    }

    @Test(.timeLimit(.minutes(10)))
    func `Fonts that come and those that leave are told by their names, to the command as well`() async throws {
        let scratch = try ScratchDirectory()
        service.update { $0.fonts = [.init(id: "a", name: "Old Serif")] }
        let running = try await RunningService(service, on: bus)
        let monitor = try await start("--exec", "printf '%s' \"$TYPECASE_CHANGES\" >> '\(scratch["log"])'")
        service.update { $0.fonts = [.init(id: "b", name: "New Sans")] }
        service.change("removed", "a")
        try await running.announce(service.change("added", "b"))
        await captured.wait(for: "added New Sans (")
        #expect(captured.text.contains("removed Old Serif ("))
        try await running.announce(service.change("disabled", "b"))
        await captured.wait(for: "disabled New Sans (")
        #expect(
            try String(contentsOf: URL(filePath: scratch["log"]), encoding: .utf8).hasPrefix(
                "removed\tOld Serif\ta\torg.example.Foundry\tprovider\nadded\tNew Sans\tb\torg.example.Foundry\tprovider\n"
            ))
        await end(monitor)
        await running.stop()
    }

    @Test(.timeLimit(.minutes(10)))
    func `What changes while the service is away is told when it is back`() async throws {
        let first = try await RunningService(service, on: bus)
        let monitor = try await start("--json")
        await first.stop()
        service.change("added", "a")
        service.change("added", "b")
        let second = try await RunningService(service, on: bus)
        await captured.wait(for: "\"b\"")
        let lines = captured.text.split(separator: "\n")
        struct Change: Decodable {
            var generation: Int
            var kind: String
            var id: String
            var provider: String
            var cause: String
        }
        let changes = try lines.map { try JSONDecoder().decode(Change.self, from: Data($0.utf8)) }
        #expect(changes.map(\.id) == ["a", "b"])
        #expect(changes.map(\.generation) == [2, 3])
        await end(monitor)
        await second.stop()
    }

    @Test(.timeLimit(.minutes(10)))
    func `A command runs on each change with the generation, and its failure is told`() async throws {
        let scratch = try ScratchDirectory()
        let running = try await RunningService(service, on: bus)
        let monitor = try await start("--exec", "echo \"$TYPECASE_GENERATION\" >> '\(scratch["log"])'; exit 7")
        try await running.announce(service.change("added", "a"))
        await captured.wait(for: "added a ")
        // The next change is told after the command for this one has ended.
        try await running.announce(service.change("added", "b"))
        await captured.wait(for: "added b ")
        #expect(try String(contentsOf: URL(filePath: scratch["log"]), encoding: .utf8).hasPrefix("2\n"))
        #expect(captured.errorText.hasPrefix("typecase: The command ended with status 7.\n"))
        await end(monitor)
        await running.stop()
    }

    @Test(.timeLimit(.minutes(10)))
    func `Too much to tell is said instead`() async throws {
        let running = try await RunningService(service, on: bus)
        let monitor = try await start("--json")
        service.update { $0.oldestKnown = 100 }
        try await running.announce(service.change("added", "a"))
        await captured.wait(for: "{\"complete\": false, \"generation\": 2}\n")
        await end(monitor)
        await running.stop()
    }

    @Test(.timeLimit(.minutes(10)))
    func `The end of the bus ends the command`() async throws {
        let running = try await RunningService(service, on: bus)
        let monitor = try await start()
        bus.stop()
        #expect(await monitor.value == .unreachable)
        await running.stop()
    }
}
