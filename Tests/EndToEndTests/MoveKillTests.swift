internal import BusInterface
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// The command line program is killed at each call that moves files of the user, and done again.
@Suite(
    .serialized, .timeLimit(.minutes(10)), DaemonLog.trait,
    .enabled("system calls may be supervised here") { await CallSupervisor.isAvailable() })
struct MoveKillTests {
    /// What moves a font, and what replaces the list of what is to be moved; each has other names on some machines.
    private static let systemCalls = [["renameat2"], ["rename", "renameat"]]

    /// Runs the program, which is killed before one of the calls or gets to its end.
    private func run(_ daemon: RunningDaemon, _ arguments: [String], _ supervisor: CallSupervisor) async throws {
        let outcome = try await daemon.typecase(arguments, supervisedBy: supervisor)
        let expected: ChildProcess.Termination = supervisor.hasEndedProgram ? .signalled(SIGKILL) : .exited(0)
        #expect(outcome.termination == expected, "\(outcome.standardOutput)\(outcome.standardError)")
    }

    @Test(
        "Killed at any move, a repair of the font directories loses nothing, and another one completes it",
        arguments: [false, true])
    func repair(hasBothDirectories: Bool) async throws {
        let loose = ["Alpha", "Beta", "Zeta"]
        let expected = Set(loose + ["Managed"] + (hasBothDirectories ? ["New"] : []))
        let repair = ["doctor", "--yes", "--fix", hasBothDirectories ? "two-font-directories" : "old-font-directory"]
        let killed = try await KillSweep.run(["renameat2"]) { supervisor in
            let home = try ScratchHome()
            for family in loose { try home.scratch.write(makeFont(family), to: "home/.fonts/\(family).ttf") }
            try await RunningDaemon.run(home: home) { daemon in
                let id = try await daemon.register(makeFont("Managed"), by: .user)
                #expect(DirectoryListing("\(home.path)/.fonts/typecase").files.contains { $0.name.hasSuffix(".ttf") })
                if hasBothDirectories { try home.scratch.write(makeFont("New"), to: "home/.local/share/fonts/new.ttf") }
                try await run(daemon, repair, supervisor)
                #expect(try await daemon.fontconfigFamilies() == expected, "at point \(supervisor.count)")

                // It has ended the daemon before it moved anything.
                _ = await daemon.waitForEnd()
                try await daemon.start()
                try await daemon.waitUntilRecovered()
                #expect(try await daemon.fontconfigFamilies() == expected, "at point \(supervisor.count)")
                #expect(try await daemon.list(by: .user).map { $0.text("id") } == [id])
                if supervisor.hasEndedProgram {
                    let again = try await ChildProcess.run(
                        BuildProducts.executable("typecase"), repair, environment: daemon.environment)
                    #expect(again.termination == .exited(0), "at point \(supervisor.count): \(again.standardError)")
                    await daemon.stop()
                    try await daemon.start()
                    try await daemon.waitUntilRecovered()
                }
                #expect(access("\(home.path)/.fonts", F_OK) != 0, "nothing is left there at point \(supervisor.count)")
                for family in loose {
                    #expect(try readAll("\(home.userFontDirectory)/\(family).ttf") == makeFont(family))
                }
                #expect(try await daemon.fontconfigFamilies() == expected)
                #expect(daemon.publishedFiles.count == 1)
                let font = try #require(try await daemon.list(by: .user).first)
                #expect(font.text("id") == id && font.boolean("enabled") == true)
                #expect(font.boolean("quarantined") == false)
            }
        }
        #expect(killed == (hasBothDirectories ? loose.count + 1 : 1), "each move was a point")
    }

    @Test(
        "Killed at any move, an adoption that is taken back loses nothing, and is taken back by the next attempt",
        arguments: systemCalls)
    func undo(calls: [String]) async throws {
        let families = (10..<16).map { "Family \($0)" }
        let killed = try await KillSweep.run(calls) { supervisor in
            let home = try ScratchHome()
            for family in families {
                try home.scratch.write(makeFont(family), to: "home/.local/share/fonts/\(family).ttf")
            }
            try await RunningDaemon.run(home: home) { daemon in
                let before = try looseFiles(home)
                #expect(try await daemon.typecase("adopt", "--yes").termination == .exited(0))
                #expect(try looseFiles(home).isEmpty)
                let undo = ["adopt", "--undo", "--yes"]
                try await run(daemon, undo, supervisor)
                #expect(try await daemon.fontconfigFamilies() == Set(families), "at point \(supervisor.count)")
                try await daemon.restart(signal: SIGKILL)
                try await daemon.waitUntilRecovered()
                #expect(try await daemon.fontconfigFamilies() == Set(families), "at point \(supervisor.count)")
                if supervisor.hasEndedProgram {
                    let again = try await ChildProcess.run(
                        BuildProducts.executable("typecase"), undo, environment: daemon.environment)
                    #expect(again.termination == .exited(0), "at point \(supervisor.count): \(again.standardError)")
                }
                #expect(try looseFiles(home) == before, "the very files, as they were")
                #expect(try await daemon.list(by: .user).isEmpty)
                #expect(daemon.publishedFiles.isEmpty)
                #expect(try await daemon.fontconfigList().map(\.family).sorted() == families, "each once")
                #expect(try await daemon.typecase("adopt", "--undo", "--yes").termination == .exited(2))
            }
        }
        #expect(killed >= (calls == ["renameat2"] ? families.count : 1), "each move was a point")
    }

    /// The loose files: what they are, without what a move changes.
    private func looseFiles(_ home: ScratchHome) throws -> [String: String] {
        var files: [String: String] = [:]
        for (path, status) in TreeListing(home.userFontDirectory).files where !path.contains("/typecase/") {
            let stamp = status.stamp
            files[path] = "\(stamp.inode) \(stamp.modificationNanoseconds) \(status.mode) \(try readAll(path))"
        }
        return files
    }
}
