import FontModel
import Glibc
import LinuxSystem
import SystemPackage
import TestSupport
import Testing

struct ScratchTests {
    @Test func `A scratch directory goes with its last reference, whatever a test left in it`() throws {
        var directory: ScratchDirectory? = try ScratchDirectory()
        let path = try #require(directory).path
        try directory?.write("text", to: "closed/deep/file")
        #expect(symlink("/etc", "\(path)/link") == 0)
        #expect(mkdir("\(path)/closed/\u{1}", 0o700) == 0)
        #expect(chmod("\(path)/closed/deep", 0) == 0)
        #expect(chmod("\(path)/closed", 0) == 0)
        directory = nil
        #expect(access(path, F_OK) == -1)
        #expect(access("/etc/passwd", R_OK) == 0)
    }

    @Test func `A file is written with its directories, over an older one`() throws {
        let directory = try ScratchDirectory()
        let path = try directory.write("longer content", to: "a/b/file")
        try directory.write("short", to: "a/b/file")
        let descriptor = OwnedFileDescriptor(adopting: try retryingInterrupts { open(path, O_RDONLY) })
        #expect(try FileStatus(of: descriptor).stamp.size == 5)
    }

    @Test func `Nothing a program does in a scratch home reaches the real one`() async throws {
        let home = try ScratchHome()
        let outcome = try await ChildProcess.run("/usr/bin/env", environment: home.environment)
        let variables = outcome.standardOutput.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1) }
        let ordinary: Set<Substring> = ["PATH", "LANG"]
        for variable in variables where !ordinary.contains(variable[0]) {
            #expect(variable[1].contains(home.scratch.path), "\(variable[0])")
        }
    }

    @Test func `Fontconfig looks for fonts in the scratch home only`() async throws {
        let home = try ScratchHome()
        let list = try await ChildProcess.run("/usr/bin/fc-list", environment: home.environment)
        #expect(list.succeeded)
        #expect(list.standardOutput.isEmpty)
    }
}
