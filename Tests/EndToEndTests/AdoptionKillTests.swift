internal import BusInterface
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// `typecase adopt` of a font on another file system is killed at each call that copies, names or removes a file.
@Suite(
    .serialized, .timeLimit(.minutes(15)), DaemonLog.trait,
    .enabled("there is another file system") { ScratchDirectory.otherFileSystem != nil },
    .enabled("system calls may be supervised here") { await CallSupervisor.isAvailable() })
struct AdoptionKillTests {
    /// Some have other names on some machines.
    private static let calls = [
        "sendfile", "fchmod", "utimensat", "fsync", "renameat2", "rename", "renameat", "unlink", "unlinkat",
    ]

    private let font = makeFont("Elsewhere")

    private static func parent(of path: String) -> String { path.replacing(/\/[^\/]*$/, with: "") }

    /// Runs the program under a supervisor that may end it.
    private func run(
        _ daemon: RunningDaemon, _ arguments: [String], endingAt point: Int?
    ) async throws -> CallSupervisor {
        let supervisor = try CallSupervisor(Self.calls, endingAt: point)
        let command = supervisor.wrapper + [BuildProducts.executable("typecase"), "adopt", "--yes"] + arguments
        let outcome = try await ChildProcess.run(
            command[0], Array(command.dropFirst()), environment: daemon.environment)
        #expect(
            supervisor.hasEndedProgram ? outcome.termination == .signalled(SIGKILL) : outcome.succeeded,
            "\(outcome.standardError)")
        return supervisor
    }

    /// Runs the program to its end, which finds something to do or nothing any more.
    private func finish(_ daemon: RunningDaemon, _ arguments: [String], _ comment: Comment) async throws {
        let outcome = try await ChildProcess.run(
            BuildProducts.executable("typecase"), ["adopt", "--yes"] + arguments, environment: daemon.environment)
        #expect(
            outcome.termination == .exited(0) || outcome.termination == .exited(2),
            "\(comment): \(outcome.standardError)")
    }

    /// The originals that lie aside.
    private func asideFiles(_ daemon: RunningDaemon) -> [String: FileStatus] {
        TreeListing("\(daemon.home.dataDirectory)/typecase/adopted").files.filter { path, _ in
            path.hasSuffix(".ttf") || path.hasSuffix(".part")
        }
    }

    /// Expects that the font is whole at an end at least, and at none under its name in part.
    private func expectWhole(_ daemon: RunningDaemon, _ path: String, _ comment: Comment) async throws {
        var count = 0
        for path in [path] + asideFiles(daemon).keys where access(path, F_OK) == 0 && !path.hasSuffix(".part") {
            #expect(try readAll(path) == font, comment)
            count += 1
        }
        #expect(count > 0, comment)
        #expect(try await daemon.fontconfigFamilies() == ["Elsewhere"], comment)
    }

    /// Expects the font to be as it was, and nothing else.
    private func expectOriginal(
        _ daemon: RunningDaemon, _ path: String, _ before: FileStatus, _ comment: Comment
    ) async throws {
        let files = TreeListing(Self.parent(of: path)).files
        #expect(files.keys.sorted() == [path], comment)
        #expect(files[path]?.mode == before.mode, comment)
        #expect(files[path]?.stamp.modificationNanoseconds == before.stamp.modificationNanoseconds, comment)
        #expect(try readAll(path) == font, comment)
        #expect(asideFiles(daemon).isEmpty, comment)
        #expect(try await daemon.list(by: .user).isEmpty, comment)
        #expect(daemon.publishedFiles.isEmpty, comment)
    }

    /// Runs a body with a daemon whose user has a font on another file system.
    private func withFont(
        _ body: (_ daemon: RunningDaemon, _ path: String, _ status: FileStatus) async throws -> Void
    ) async throws {
        let other = try ScratchDirectory.onOtherFileSystem()
        let home = try ScratchHome(fontconfigRules: "<dir>\(other.path)</dir>")
        let path = try other.write(font, to: "font.ttf")
        let time = timespec(tv_sec: 1_000_000_000, tv_nsec: 123_456_789)
        #expect(chmod(path, 0o640) == 0)
        #expect(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
        try await RunningDaemon.run(home: home) { daemon in
            try await daemon.waitUntilRecovered()
            try await body(daemon, path, FileStatus(path: path))
        }
    }

    @Test("Killed at any call an adoption loses nothing, and is finished by the next one or taken back")
    func adoption() async throws {
        try await withFont { daemon, path, before in
            let directory = Self.parent(of: path)
            var point = 0
            while true {
                point += 1
                let comment: Comment = "killed before call \(point)"
                let wasKilled = try await run(daemon, [directory], endingAt: point).hasEndedProgram
                try await expectWhole(daemon, path, comment)
                // Every other time the next run goes on, before all of it is taken back.
                if point % 2 == 0 || !wasKilled {
                    try await finish(daemon, [directory], comment)
                    #expect(TreeListing(directory).files.isEmpty, comment)
                    #expect(asideFiles(daemon).count == 1, comment)
                    try await expectWhole(daemon, path, comment)
                    #expect(daemon.publishedFiles.count == 1, comment)
                }
                try await finish(daemon, ["--undo"], comment)
                try await expectOriginal(daemon, path, before, comment)
                if !wasKilled { break }
            }
            #expect(point > 10, "a copy alone is that many calls")
        }
    }

    @Test("Killed at any call an adoption that is taken back loses nothing, and is taken back by the next attempt")
    func undo() async throws {
        try await withFont { daemon, path, before in
            var point = 0
            while true {
                point += 1
                let comment: Comment = "killed before call \(point)"
                try await finish(daemon, [Self.parent(of: path)], comment)
                #expect(asideFiles(daemon).count == 1, comment)
                let wasKilled = try await run(daemon, ["--undo"], endingAt: point).hasEndedProgram
                try await expectWhole(daemon, path, comment)
                try await finish(daemon, ["--undo"], comment)
                try await expectOriginal(daemon, path, before, comment)
                if !wasKilled { break }
            }
            #expect(point > 10, "a copy alone is that many calls")
        }
    }
}
