internal import Commands
internal import DBus
internal import Testing

@Suite(.timeLimit(.minutes(10))) struct TextStylesWatchTests {
    @Test func `The styles are shown anew whenever the text size changes, and when the service is back`() async throws {
        let bus = try await TestBus()
        let service = FakeFontService()
        let captured = CapturedOutput()
        let running = try await RunningService(service, on: bus)
        let command = try CommandFixture.command(["text-styles", "--watch", "--json"])
        let environment = CommandEnvironment(
            output: captured.output(isTerminal: false), address: .address(bus.address))
        let watch = Task { await command.execute(in: environment) }
        await captured.wait(for: "\"category\": \"extra-extra-large\"")
        service.update { $0.textSizes[""] = "small" }
        try await running.announceTextSizes()
        await captured.wait(for: "\"category\": \"small\"")
        await running.stop()
        service.update { $0.textSizes[""] = "medium" }
        let second = try await RunningService(service, on: bus)
        await captured.wait(for: "\"category\": \"medium\"")
        watch.cancel()
        #expect(await watch.value == .success)
        #expect(captured.text.split(separator: "\n").count == 3, "an object a line")
        await second.stop()
    }
}
