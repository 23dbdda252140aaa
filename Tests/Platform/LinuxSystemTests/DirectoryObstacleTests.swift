import Glibc
import LinuxSystem
import Testing
import TestSupport

@Suite struct DirectoryObstacleTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func make(_ name: String, mode: mode_t = 0o700) throws -> String {
        try scratch.makeDirectory(name)
        try #require(chmod(scratch[name], mode) == 0)
        return scratch[name]
    }

    @Test func `Nothing is in the way of a directory of one's own, of a link to one, or where there is nothing`() throws
    {
        let path = try make("mine")
        try #require(symlink(path, scratch["link"]) == 0)
        for name in ["mine", "link", "missing", "missing/deeper"] {
            #expect(DirectoryObstacle(of: scratch[name]) == nil, "\(name)")
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"), arguments: [0o500, 0o300, 0o600, 0] as [mode_t])
    func `Permissions that are missing are told with the command that adds them`(mode: mode_t) async throws {
        let path = try make("locked $(x)", mode: mode)
        let obstacle = try #require(DirectoryObstacle(of: path))
        #expect(obstacle.reason == .permissions)
        let command = try #require(obstacle.remedy.split(separator: "'").first { $0.hasPrefix("chmod ") })
        let outcome = try await ChildProcess.run(
            "/bin/sh", ["-c", String(command)], environment: ["PATH": "/bin:/usr/bin"])
        #expect(outcome.succeeded, "\(outcome.standardError)")
        #expect(DirectoryObstacle(of: path) == nil)
    }

    @Test(.enabled(if: geteuid() != 0, "the directory is root's"))
    func `A directory of somebody else is told as theirs`() throws {
        let obstacle = try #require(DirectoryObstacle(of: "/usr/share"))
        #expect(obstacle.reason == .foreignOwner(0))
        #expect(obstacle.message == "/usr/share belongs to root.")
        #expect(obstacle.remedy.contains("sudo chown -R \"$(id -un)\" /usr/share'"))
    }

    @Test(.enabled(if: geteuid() != 0, "the directory is root's"))
    func `What a link leads to is not to be given away`() throws {
        try #require(symlink("/usr/share", scratch["link"]) == 0)
        let obstacle = try #require(DirectoryObstacle(of: scratch["link"]))
        #expect(obstacle.reason == .foreignOwner(0))
        #expect(obstacle.remedy.contains("rm \(scratch["link"])"))
        #expect(!obstacle.remedy.contains("chown"))
    }

    @Test func `A file in the place of a directory is in the way`() throws {
        let path = try scratch.write("file", to: "file")
        #expect(DirectoryObstacle(of: path)?.reason == .notDirectory)
        try #require(symlink("nowhere", scratch["dangling"]) == 0)
        #expect(DirectoryObstacle(of: scratch["dangling"])?.reason == .notDirectory)
    }
}
