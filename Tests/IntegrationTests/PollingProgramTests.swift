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
                "/usr/bin/python3", [sourcePath("Tests", "Integration", "poll-fontconfig.py"), "Polled"],
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
                "/usr/bin/python3", [sourcePath("Tests", "Integration", "poll-fontconfig.py"), "Polled"],
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
            for path in directories {
                while try FileStatus(path: path).stamp.modificationNanoseconds > now() {
                    _ = try await daemon.manager.whoAmI()
                }
            }
            #expect(try await daemon.fontconfigFamilies() == ["There Before", "Afterwards"])
            let changes = try await daemon.manager.changes(sinceGeneration: generation).changes
            #expect(changes.map { $0.text("id") } == [id], "nothing is taken for a change by hand")
            _ = try await daemon.unregister([before])
            #expect(try await daemon.fontconfigFamilies() == ["Afterwards"])
            #expect(daemon.processID == process)
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
