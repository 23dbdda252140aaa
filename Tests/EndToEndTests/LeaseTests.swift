internal import BusInterface
internal import DBus
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Fonts that a program registers for a time or until it ends them by their handle, and never for longer than it runs.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct LeaseTests {
    private func register(
        _ families: String..., on connection: BusConnection, _ options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        let fonts = try families.map { try SealedMemory(bytes: makeFont($0)).descriptor }
        return try await FontManager1Client(connection).registerFonts(
            fonts: fonts, scope: "session", enabled: true, options: options
        ).results
    }

    private func seconds(_ count: UInt32) -> [String: BusVariant] { ["lease_seconds": BusVariant(count)] }

    private func handle(_ name: String) -> [String: BusVariant] { ["lease_handle": BusVariant(name)] }

    private func expectError(_ name: String, _ body: () async throws -> Void) async {
        let error = await #expect(throws: BusError.self) { try await body() }
        #expect(error?.name == name)
    }

    /// Waits until programs find these fonts and no others.
    private func waitFor(_ families: Set<String>, _ daemon: RunningDaemon) async throws {
        // Listens before it looks, so that nothing falls between.
        let changes = try await daemon.manager.fontsChanged()
        if try await daemon.fontconfigFamilies() == families { return }
        for await _ in changes where try await daemon.fontconfigFamilies() == families { return }
    }

    @Test(
        "A lease of some seconds ends in time, also where the clock was set back under it",
        .enabled("a library can be compiled here") { SteppedClock.isAvailable })
    func clockSetBack() async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            let clock = try await SteppedClock(in: daemon.home.scratch)
            try await daemon.start(environment: clock.environment)
            let connection = try await daemon.connect()
            let begin = ContinuousClock.now
            let results = try await register("For Seconds", on: connection, seconds(3))
            #expect(results[0].errorName == "")
            _ = try await register("For Hours", on: connection, seconds(7200))
            try clock.setBack()
            try await waitFor(["For Hours"], daemon)
            let time = ContinuousClock.now - begin
            #expect(time >= .seconds(3) && time < .seconds(120), "\(time)")
            // It looks at the clock for other things, which is what shows that it was set back.
            _ = try await register("Another", on: connection, handle("another"))
            #expect(clock.wasRead)
            await connection.close()
            try await waitFor([], daemon)
        }
    }

    @Test("The time of a lease goes on over a restart of the service, and what is over meanwhile is gone after it")
    func restart() async throws {
        try await RunningDaemon.run { daemon in
            let connection = try await daemon.connect()
            _ = try await register("Over Meanwhile", on: connection, seconds(1))
            _ = try await register("Soon Over", on: connection, seconds(15))
            _ = try await register("By Handle", on: connection, handle("mine"))
            await daemon.stop(signal: 9)
            let begin = ContinuousClock.now
            try await daemon.start()
            try await daemon.waitUntilRecovered()
            try await waitFor(["Soon Over", "By Handle"], daemon)
            try await waitFor(["By Handle"], daemon)
            #expect(ContinuousClock.now - begin < .seconds(60))
            _ = try await FontManager1Client(connection).endLease(handle: "mine", options: [:])
            #expect(try await daemon.fontconfigFamilies() == [])
            await connection.close()
        }
    }

    @Test("EndLease ends what was registered by a handle, before it answers, and nobody else's")
    func handles() async throws {
        try await RunningDaemon.run { daemon in
            let (connection, other) = (try await daemon.connect(), try await daemon.connect())
            let manager = FontManager1Client(connection)
            _ = try await register("One", "Two", on: connection, handle("mine"))
            _ = try await register("Three", on: connection, handle("mine"))
            _ = try await register("Four", on: connection, handle("another"))
            _ = try await register("Five", on: other, handle("mine"))
            let before = try await manager.generation()
            let after = try await manager.endLease(handle: "mine", options: [:])
            #expect(after > before)
            #expect(try await daemon.fontconfigFamilies() == ["Four", "Five"])
            for name in ["mine", "never"] {
                await expectError("org.typecase.Error.NotRegistered") {
                    _ = try await manager.endLease(handle: name, options: [:])
                }
            }
            _ = try await register("Six", on: connection, handle("mine"))
            #expect(try await daemon.fontconfigFamilies() == ["Four", "Five", "Six"], "a handle can be used again")
            await connection.close()
            try await waitFor(["Five"], daemon)
            await other.close()
            try await waitFor([], daemon)
        }
    }

    @Test("Registered for several leases a font lasts until the last has ended, and what lasts longer stays")
    func several() async throws {
        try await RunningDaemon.run { daemon in
            let connection = try await daemon.connect()
            let manager = FontManager1Client(connection)
            _ = try await register("Extended", on: connection, seconds(1))
            _ = try await register("Extended", on: connection, handle("long"))
            _ = try await register("Witness", on: connection, seconds(2))
            let kept = try await daemon.register(makeFont("Kept"))
            _ = try await register("Kept", on: connection, seconds(1))
            try await waitFor(["Extended", "Kept"], daemon)
            _ = try await manager.endLease(handle: "long", options: [:])
            #expect(try await daemon.fontconfigFamilies() == ["Kept"])
            #expect(try await daemon.list().map { $0.text("id") } == [kept])
            _ = try await manager.setEnabled(ids: [kept], enabled: false, options: [:])
            let refused = try await register("Kept", on: connection, seconds(1))
            #expect(refused.map(\.errorName) == ["RegistrationFailed"], "it would be enabled for good")
            await connection.close()
        }
    }

    @Test("Of 1,000 leases of one client a hundred are had, the others are typed errors, and others are served")
    func thousandLeases() async throws {
        try await RunningDaemon.run { daemon in
            let (connection, other) = (try await daemon.connect(), try await daemon.connect())
            var errors: [String] = []
            var count = 0
            for number in 0..<1000 {
                do {
                    let results = try await register("Lease \(number % 4)", on: connection, handle("h\(number)"))
                    if results[0].errorName == "" { count += 1 }
                } catch let error as BusError {
                    errors.append(error.name)
                }
            }
            #expect(count == 100 && errors.count == 900)
            #expect(Set(errors) == ["org.typecase.Error.ExceededResourceLimit"])
            let results = try await register("Of Another", on: other, seconds(600))
            #expect(results[0].errorName == "")
            await connection.close()
            try await waitFor(["Of Another"], daemon)
            await other.close()
            try await waitFor([], daemon)
        }
    }

    @Test("The library leases more files than a message takes, and ends them by their handle or with the process")
    func library() async throws {
        try await RunningDaemon.run { daemon in
            let paths = try (0..<20).map {
                try daemon.home.scratch.write(makeFont("Leased \($0)"), to: "given/\($0).ttf")
            }
            let other = try daemon.home.scratch.write(makeFont("Other"), to: "given/other.ttf")
            let answers = try await ClientProgram.run(
                [
                    ["lease", "many"] + paths, ["lease", "other", other], ["reload"], ["fontconfig", "Leased 19"],
                    ["end-lease", "many"], ["reload"], ["fontconfig", "Leased 19"], ["fontconfig", "Other"],
                    ["end-lease", "many"],
                ], environment: daemon.environment)
            #expect(answers.prefix(5) == ["20", "1", "done", "Leased 19", "done"], "\(answers)")
            #expect(answers[6] != "Leased 19" && answers[7] == "Other", "\(answers)")
            #expect(answers[8].lowercased().contains("notregistered"), "\(answers)")
            try await waitFor([], daemon)
        }
    }

    @Test("What cannot be had for a lease is refused, and nothing is registered")
    func refusals() async throws {
        try await RunningDaemon.run { daemon in
            let refused: [[String: BusVariant]] = [
                seconds(0), seconds(.max), handle(""), handle("with space"),
                ["lease": BusVariant(false), "lease_seconds": BusVariant(UInt32(1))],
                ["lease": BusVariant(true), "request_id": BusVariant("named")], ["lease": BusVariant("yes")],
            ]
            for options in refused {
                await expectError("org.freedesktop.DBus.Error.InvalidArgs") {
                    _ = try await register("Refused", on: daemon.connection, options)
                }
            }
            let font = try SealedMemory(bytes: makeFont("Refused")).descriptor
            await expectError("org.freedesktop.DBus.Error.InvalidArgs") {
                _ = try await daemon.manager.registerFonts(
                    fonts: [font], scope: "persistent", enabled: true, options: seconds(1))
            }
            await expectError("org.freedesktop.DBus.Error.InvalidArgs") {
                _ = try await daemon.manager.beginBatch(scope: "session", enabled: true, options: seconds(1))
            }
            await expectError("org.freedesktop.DBus.Error.InvalidArgs") {
                _ = try await daemon.manager.endLease(handle: "", options: [:])
            }
            #expect(try await daemon.list(by: .user).isEmpty)
        }
    }
}
