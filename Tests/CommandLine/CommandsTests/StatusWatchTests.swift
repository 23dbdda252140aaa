internal import BusInterface
@testable import Commands
internal import DBus
internal import Testing

@Suite(.timeLimit(.minutes(10))) struct StatusWatchTests {
    private let bus: TestBus
    private let service = FakeFontService()
    private let captured = CapturedOutput()

    init() async throws { bus = try await TestBus() }

    private func start(_ arguments: String..., isTerminal: Bool = false) throws -> Task<CommandExit, Never> {
        let command = try CommandFixture.command(["status", "--watch"] + arguments)
        let output = captured.output(isTerminal: isTerminal)
        let environment = CommandEnvironment(output: output, address: .address(bus.address))
        return Task { await command.execute(in: environment) }
    }

    private func install(_ name: String, _ running: RunningService) async throws {
        service.update { $0.fonts.append(.init(id: name, name: name)) }
        try await running.announce(service.change("added", name))
    }

    @Test func `A line tells of each change, of the end of the service and of its return`() async throws {
        let running = try await RunningService(service, on: bus)
        let watch = try start()
        await captured.wait(for: "0 fonts, ")
        try await install("a", running)
        await captured.wait(for: "1 fonts, ")
        // What changes nothing that is shown says nothing.
        try await running.announce(service.change("enabled", "a"))
        await running.stop()
        await captured.wait(for: "is not running")
        service.update { $0.fonts.append(.init(id: "b", name: "b")) }
        let second = try await RunningService(service, on: bus)
        await captured.wait(for: "2 fonts, ")
        watch.cancel()
        #expect(await watch.value == .success)
        #expect(
            captured.text == """
                generation 0, 0 fonts, 0 enabled, 0 quarantined, 0 providers, 0 B
                generation 0, 1 fonts, 0 enabled, 0 quarantined, 0 providers, 0 B
                The font service is not running; the session bus starts it when it is needed.
                generation 0, 2 fonts, 0 enabled, 0 quarantined, 0 providers, 0 B

                """)
        await second.stop()
    }

    @Test func `A line tells of each change of the state, without any change of the fonts`() async throws {
        service.update { $0.status = ["ready": BusVariant(false)] }
        let running = try await RunningService(service, on: bus)
        let watch = try start()
        await captured.wait(for: "not ready\n")
        service.update { $0.status = ["ready": BusVariant(true)] }
        try await running.announceStatus()
        await captured.wait(for: "0 B\n")
        service.update {
            $0.status = [
                "ready": BusVariant(false), "read_only": BusVariant(true),
                "read_only_reason": BusVariant("The disk is full."),
            ]
        }
        try await running.announceStatus()
        await captured.wait(for: "0 B, read-only: The disk is full.\n")
        watch.cancel()
        #expect(await watch.value == .success)
        #expect(captured.text.split(separator: "\n").count == 3)
        await running.stop()
    }

    @Test func `On a terminal there is as much as it has room for, and how much more there is`() async throws {
        let running = try await RunningService(service, on: bus)
        let command = try CommandFixture.command(["status", "--watch"])
        var output = captured.output(isTerminal: true)
        output.rows = { 5 }
        output.columns = { 80 }
        let environment = CommandEnvironment(output: output, address: .address(bus.address))
        let watch = Task { await command.execute(in: environment) }
        await captured.wait(for: "more lines")
        watch.cancel()
        #expect(await watch.value == .success)
        let lines = captured.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 5 && lines.last == "", "the cursor is in the last line: \(captured.text)")
        #expect(lines[0].hasPrefix("\u{1B}[H\u{1B}[2JService ") && lines[3] == "and 3 more lines")
        await running.stop()
    }

    @Test(arguments: [
        (80, 4, "a\nb\nc\n"), (80, 3, "a\nand 2 more lines\n"), (80, 2, "and 3 more lines\n"),
        (80, 1, "and 3 more lines\n"), (9, 3, "a\nand 2 mo…\n"),
    ])
    func `A text is cut to the lines of a terminal`(columns: Int, rows: Int, expected: String) {
        #expect(StatusWatch.cut("a\nb\nc\n", columns: columns, rows: rows) == expected)
    }

    @Test func `A line that is wider than the terminal takes several of its lines`() {
        let long = String(repeating: "x", count: 25)
        #expect(StatusWatch.cut("\(long)\ny\n", columns: 10, rows: 5) == "\(long)\ny\n")
        #expect(StatusWatch.cut("\(long)\ny\n", columns: 10, rows: 4) == "and 2 mor…\n")
    }

    @Test func `With JSON a line is an object`() async throws {
        let running = try await RunningService(service, on: bus)
        let watch = try start("--json", isTerminal: true)
        await captured.wait(for: "\"fonts\": 0")
        try await install("a", running)
        await captured.wait(for: "\"fonts\": 1")
        await running.stop()
        await captured.wait(for: "\"running\"")
        watch.cancel()
        #expect(await watch.value == .success)
        #expect(
            captured.text == """
                {"daemon_version": "1.2.3", "fonts": 0, "ready": true}
                {"daemon_version": "1.2.3", "fonts": 1, "ready": true}
                {"running": false}

                """)
    }

    @Test func `On a terminal the new state takes the place of the old`() async throws {
        let running = try await RunningService(service, on: bus)
        let watch = try start(isTerminal: true)
        await captured.wait(for: "ready\n")
        try await install("a", running)
        await captured.wait(for: "1 installed")
        watch.cancel()
        #expect(await watch.value == .success)
        let screens = captured.text.split(separator: "\u{1B}[H\u{1B}[2J")
        #expect(screens.count == 2)
        #expect(
            screens.last == """
                Service    version 1.2.3, ready
                Fonts      1 installed, 0 enabled, 0 B
                Removed    none that 'typecase restore' could bring back
                Providers  0 with fonts
                Disk       the free space is not known
                Directory  \("")

                """)
        await running.stop()
    }

    @Test(arguments: [false, true])
    func `An error that the service answers with is a state, at first and later`(asJSON: Bool) async throws {
        func fail(_ name: String, _ message: String) {
            service.update { $0.failure = BusError(name: BusErrorNames.prefix + name, message: message) }
        }
        fail("Corrupt", "The home cannot\nbe used.")
        let running = try await RunningService(service, on: bus)
        let watch = try asJSON ? start("--json") : start()
        await captured.wait(for: asJSON ? "be used.\"}\n" : "be used.\n")
        service.update { $0.failure = nil }
        try await running.announceStatus()
        await captured.wait(for: asJSON ? "\"fonts\": 0" : "0 fonts, ")
        fail("Busy", "The registry is closed.")
        try await running.announceStatus()
        await captured.wait(for: "The registry is closed.")
        service.update { $0.failure = nil }
        try await install("a", running)
        await captured.wait(for: asJSON ? "\"fonts\": 1" : "1 fonts, ")
        watch.cancel()
        #expect(await watch.value == .success)
        #expect(
            captured.text
                == (asJSON
                    ? #"""
                    {"error": "org.typecase.Error.Corrupt", "message": "The home cannot\nbe used."}
                    {"daemon_version": "1.2.3", "fonts": 0, "ready": true}
                    {"error": "org.typecase.Error.Busy", "message": "The registry is closed."}
                    {"daemon_version": "1.2.3", "fonts": 1, "ready": true}

                    """#
                    : #"""
                    The font service cannot report its state: The home cannot\u{A}be used.
                    generation 0, 0 fonts, 0 enabled, 0 quarantined, 0 providers, 0 B
                    The font service cannot report its state: The registry is closed.
                    generation 0, 1 fonts, 0 enabled, 0 quarantined, 0 providers, 0 B

                    """#))
        await running.stop()
    }
}
