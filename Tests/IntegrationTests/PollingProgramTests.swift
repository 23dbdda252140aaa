internal import BusInterface
internal import CLinux
internal import DBus
internal import Glibc
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
            // As a clock that is set back by an hour leaves them; what fontconfig has cached of them fits.
            let root = daemon.publishedDirectory
            for path in [root] + DirectoryListing(root).directories.map({ "\(root)/\($0)" }) {
                var times = [timespec(), timespec()]
                for index in times.indices {
                    clock_gettime(CLOCK_REALTIME, &times[index])
                    times[index].tv_sec += 3600
                }
                try #require(utimensat(AT_FDCWD, path, &times, 0) == 0)
            }
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
}
