internal import ArgumentParser
internal import Commands
internal import DBus
internal import Testing

/// A bus with a ``FakeFontService`` on it, and commands that run in this process.
struct CommandFixture {
    /// How a command ended and what it wrote.
    struct Outcome {
        var exit: CommandExit
        var output: String
        var error: String
    }

    let bus: TestBus
    let service = FakeFontService()
    private let running: RunningService

    init(_ prepare: (inout FakeFontService.State) -> Void = { _ in }) async throws {
        bus = try await TestBus()
        service.update(prepare)
        running = try await RunningService(service, on: bus)
    }

    func stop() async { await running.stop() }

    /// Runs a command to its end.
    func run(_ arguments: String..., isTerminal: Bool = false) async throws -> Outcome {
        let captured = CapturedOutput()
        let exit = try await Self.command(arguments).execute(in: environment(captured, isTerminal: isTerminal))
        return Outcome(exit: exit, output: captured.text, error: captured.errorText)
    }

    /// What a command works with when it writes to `captured`.
    func environment(_ captured: CapturedOutput, isTerminal: Bool = false) -> CommandEnvironment {
        CommandEnvironment(output: captured.output(isTerminal: isTerminal), address: .address(bus.address))
    }

    /// Parses a command line.
    static func command(_ arguments: [String]) throws -> any ServiceCommand {
        try #require(try RootCommand.parseAsRoot(arguments) as? any ServiceCommand)
    }
}
