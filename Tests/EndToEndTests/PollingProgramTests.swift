internal import BusInterface
internal import CLinux
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Programs that poll fontconfig, as running applications and desktops do.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct PollingProgramTests {
    @Test("A program that looked in the very second of a change sees it later: fonts that come, and that are disabled")
    func sameSecond() async throws {
        try await RunningDaemon.run { daemon in
            // The directories have to be there when the program starts, as for any program that watches known ones.
            _ = try await daemon.register(makeFont("There Before"))
            let program = try ChildProcess(
                "/usr/bin/python3", [sourcePath("Tests", "Helpers", "poll-fontconfig.py"), "Polled"],
                environment: daemon.environment, acceptsInput: true)
            var id = ""
            func step(_ name: String, _ result: String, _ change: () async throws -> Void) async throws {
                try program.write("\(name)\n")
                try await program.waitForOutput("looked: \(name)\n")
                try await change()
                try program.write("\(result)\n")
                try await program.waitForOutput("looked after: \(name)\n")
                try await program.waitForOutput("seen: \(name)\n")
            }
            try await step("register", "added") { id = try await daemon.register(makeFont("Polled")) }
            try await step("disable", "removed") { _ = try await daemon.setEnabled([id], false) }
            program.closeInput()
            let outcome = await program.wait()
            #expect(outcome.succeeded, "\(outcome.standardError)")
        }
    }

    @Test("A program sees a change after the clock was set back by an hour")
    func clockSetBack() async throws {
        try await RunningDaemon.run { daemon in
            _ = try await daemon.register(makeFont("There Before"))
            await daemon.stop()
            try setAhead(directories(of: daemon))
            #expect(try await daemon.fontconfigFamilies() == ["There Before"])
            try await daemon.start()
            let program = try ChildProcess(
                "/usr/bin/python3", [sourcePath("Tests", "Helpers", "poll-fontconfig.py"), "Polled"],
                environment: daemon.environment, acceptsInput: true)
            try program.write("register\n")
            try await program.waitForOutput("looked: register\n")
            _ = try await daemon.register(makeFont("Polled"))
            try program.write("added\n")
            try await program.waitForOutput("seen: register\n")
            program.closeInput()
            let outcome = await program.wait()
            #expect(outcome.succeeded, "\(outcome.standardError)")
            #expect(try await Set(daemon.fontconfigFamilies()) == ["There Before", "Polled"])
        }
    }

    /// No test may set the machine's clock.
    ///
    /// What a clock that is set back leaves behind for fontconfig and for the service is that directories, and what is
    /// cached of them, are ahead of it: this is made here, under the running service. All that the service asks the
    /// clock for is how directories stand to it.
    @Test("After the clock was set back by an hour under the running service, a font that comes is found by everybody")
    func clockSetBackWhileRunning() async throws {
        try await RunningDaemon.run { daemon in
            let before = try await daemon.register(makeFont("There Before"))
            let process = daemon.processID
            let directories = directories(of: daemon)
            try setAhead(directories)
            #expect(try await daemon.fontconfigFamilies() == ["There Before"])
            let generation = try await daemon.manager.generation()
            let id = try await daemon.register(makeFont("Afterwards"))
            #expect(try await daemon.fontconfigFamilies() == ["There Before", "Afterwards"])
            // The notices to programs put right what would keep these from looking.
            try await eventually("no directory is ahead of the clock", below: daemon.publishedDirectory) {
                try directories.allSatisfy { try FileStatus(path: $0).stamp.modificationNanoseconds <= now() }
            }
            #expect(try await daemon.fontconfigFamilies() == ["There Before", "Afterwards"])
            let changes = try await daemon.manager.changes(sinceGeneration: generation).changes
            #expect(changes.map { $0.text("id") } == [id], "nothing is taken for a change by hand")
            _ = try await daemon.unregister([before])
            #expect(try await daemon.fontconfigFamilies() == ["Afterwards"])
            #expect(daemon.processID == process)
        }
    }

    @Test(
        "Two fonts between which the service's clock is set back by an hour are both there, in their order, and stay",
        .enabled("a library can be compiled here") { SteppedClock.isAvailable })
    func clockSetBackBetweenFonts() async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            let clock = try await SteppedClock(in: daemon.home.scratch)
            try await daemon.start(environment: clock.environment)
            let first = try await daemon.register(makeFont("First"))
            let start = try await daemon.manager.generation()
            try clock.setBack()
            let second = try await daemon.register(makeFont("Second"))
            let batch = try await Batch(on: daemon.connection, with: Batch.fonts(160)).commit()
            #expect(batch.results.allSatisfy { $0.errorName == "" })
            #expect(clock.wasRead, "the service has looked at the clock that was set back")
            let (reached, changes, isComplete) = try await daemon.manager.changes(sinceGeneration: start)
            #expect(isComplete && reached == batch.generation && batch.generation > start)
            #expect(changes.map { $0.text("id") } == [second] + batch.results.map { $0.text("id") })
            #expect(changes.allSatisfy { $0.text("kind") == "added" }, "nothing is taken for a change by hand")
            let listed = try await daemon.list(["limit": BusVariant(UInt32(1000))]).map { $0.text("id") }
            #expect(Array(listed.prefix(2)) == [first, second] && listed.count == 162)
            let families = Set(["First", "Second"] + (0..<160).map { "Batch \($0)" })
            #expect(try await daemon.fontconfigFamilies() == families)
            // The next start finds files that are younger than its clock.
            await daemon.stop()
            try await daemon.start(environment: clock.environment)
            try await daemon.waitUntilRecovered()
            #expect(try await daemon.fontconfigFamilies() == families)
            _ = try await daemon.unregister([first])
            #expect(try await daemon.fontconfigFamilies() == families.subtracting(["First"]))
            #expect(try await daemon.management.status()["quarantined"]?.converted(to: UInt32.self) ?? 0 == 0)
        }
    }

    /// The published root and what is in it.
    private func directories(of daemon: RunningDaemon) -> [String] {
        let root = daemon.publishedDirectory
        return [root] + DirectoryListing(root).directories.map { "\(root)/\($0)" }
    }

    private func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Gives directories times as a clock that is set back by an hour leaves them.
    private func setAhead(_ paths: [String]) throws {
        for path in paths {
            var times = [timespec(), timespec()]
            for index in times.indices {
                clock_gettime(CLOCK_REALTIME, &times[index])
                times[index].tv_sec += 3600
            }
            try #require(utimensat(AT_FDCWD, path, &times, 0) == 0)
        }
    }
}
