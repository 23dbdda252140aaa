internal import BusInterface
internal import DBus
internal import Glibc
internal import TestSupport
internal import Testing

/// What the daemon leaves behind for the next login: a note where there is nothing to do, and only there.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct RestTests {
    /// Whether a login finds nothing to do, as the program says that the unit asks.
    private func isAtRest(
        _ daemon: RunningDaemon, _ program: String = BuildProducts.executable("typecased")
    ) async throws -> Bool {
        let outcome = try await daemon.run(program, "--at-rest")
        #expect(outcome.standardError == "" && outcome.standardOutput == "")
        return outcome.succeeded
    }

    /// Has the daemon leave by itself, when all is done that it has to do, and nobody start it again.
    private func leave(_ daemon: RunningDaemon) async throws {
        await daemon.stop()
        try await daemon.start(environment: ["TYPECASE_IDLE_TIME": "0.1"])
        let outcome = try #require(await daemon.waitForEnd())
        #expect(outcome.succeeded, "\(outcome.standardError)")
    }

    /// A bus that could start the daemon, or it would not leave.
    private static func bus() throws -> PrivateBus { try PrivateBus(starting: IdleExitTests.programs) }

    @Test("A new home is at rest, and one with fonts, and none while a daemon runs")
    func rest() async throws {
        try await RunningDaemon.run(bus: Self.bus()) { daemon in
            #expect(try await !isAtRest(daemon), "while a daemon runs, it knows better")
            try await leave(daemon)
            #expect(try await isAtRest(daemon))
            try await daemon.start()
            #expect(try await !isAtRest(daemon), "once a daemon has begun")
            _ = try await daemon.register(makeFont("Own"), by: .user)
            try await leave(daemon)
            #expect(try await isAtRest(daemon))
        }
    }

    @Test("After a daemon that was killed there is no rest, nor after one that was ended in the middle of something")
    func killed() async throws {
        try await RunningDaemon.run(bus: Self.bus()) { daemon in
            try await leave(daemon)
            #expect(try await isAtRest(daemon))
            try await daemon.start()
            await daemon.stop(signal: SIGKILL)
            #expect(try await !isAtRest(daemon))
            try await daemon.start()
            _ = try await daemon.register(makeFont("Own"), by: .user)
            // Programs that poll are still to be told of it.
            await daemon.stop()
            #expect(try await !isAtRest(daemon))
            try await leave(daemon)
            #expect(try await isAtRest(daemon))
        }
    }

    @Test("A worker that is replaced is asked anew about the fonts, and the daemon as well")
    func judges() async throws {
        try await RunningDaemon.run(bus: Self.bus(), isStarted: false) { daemon in
            let directory = try daemon.home.scratch.makeDirectory("programs")
            func install(_ name: String) async throws {
                // As package managers do it: another file in its place.
                let (new, path) = ("\(directory)/\(name).new", "\(directory)/\(name)")
                let copied = try await daemon.run("/bin/cp", BuildProducts.executable(name), new)
                try #require(copied.succeeded && rename(new, path) == 0, "\(copied.standardError)")
            }
            for name in ["typecased", "typecase-inspect"] { try await install(name) }
            let program = "\(directory)/typecased"
            for name in ["typecase-inspect", "typecased"] {
                try await daemon.start(
                    wrapper: ["/bin/sh", "-c", "exec '\(program)'"], environment: ["TYPECASE_IDLE_TIME": "0.1"])
                #expect(try await #require(daemon.waitForEnd()).succeeded)
                #expect(try await isAtRest(daemon, program))
                #expect(try await !isAtRest(daemon), "another program judges otherwise")
                try await install(name)
                #expect(try await !isAtRest(daemon, program), "\(name) is another one")
            }
        }
    }
}
