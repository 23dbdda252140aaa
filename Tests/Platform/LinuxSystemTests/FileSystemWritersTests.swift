import Glibc
import LinuxSystem
import SystemPackage
import TestSupport
import Testing

/// Who can decide what a path leads to.
///
/// The user of the test stands for whoever is not trusted, and for who is.
@Suite struct FileSystemWritersTests {
    private let scratch: ScratchDirectory
    private let file: String
    private let ours: Set<UInt32> = [0, geteuid()]

    init() throws {
        scratch = try ScratchDirectory(name: "writers")
        try scratch.makeDirectory("way", mode: 0o755)
        file = try scratch.write("text", to: "way/to/file")
    }

    private func allow(_ mode: mode_t, _ name: String) throws { try retryingInterrupts { chmod(scratch[name], mode) } }

    private func link(_ target: String, at name: String) throws {
        try retryingInterrupts { symlink(target, scratch[name]) }
    }

    @Test(arguments: ["/etc/passwd", "/etc", "/", "//etc/./passwd", "/proc/self/../passwd"])
    func `What root has put in its own directories is root's, and nobody's where the path goes up`(path: String) {
        #expect(FileSystem.isWritten(onlyBy: [0], at: path) == !path.contains(".."))
    }

    @Test func `What is in a directory of the user's is not root's, whatever it leads to`() throws {
        #expect(FileSystem.isWritten(onlyBy: ours, at: file))
        try link("/etc/passwd", at: "way/link")
        try link("/etc", at: "way/directory")
        #expect(FileSystem.isWritten(onlyBy: ours, at: scratch["way/link"]))
        #expect(FileSystem.isWritten(onlyBy: ours, at: scratch["way/directory/passwd"]))
        guard geteuid() != 0 else { return }
        for name in ["way/to/file", "way", "way/link", "way/directory/passwd", "way/directory"] {
            #expect(!FileSystem.isWritten(onlyBy: [0], at: scratch[name]), "\(name)")
        }
    }

    @Test(
        arguments: [
            ("way/to/file", 0o664), ("way/to/file", 0o646), ("way/to", 0o770), ("way", 0o757), ("", 0o777),
        ] as [(String, mode_t)])
    func `One thing on the way that others can write to is enough`(name: String, mode: mode_t) throws {
        try allow(mode, name)
        #expect(!FileSystem.isWritten(onlyBy: ours, at: file))
        try allow(0o755, name)
        #expect(FileSystem.isWritten(onlyBy: ours, at: file))
    }

    @Test func `Of a directory that all share only the directories of who is trusted count`() throws {
        try link("to/file", at: "way/link")
        try scratch.write("text", to: "way/file")
        try allow(0o1777, "way")
        #expect(FileSystem.isWritten(onlyBy: ours, at: file))
        for name in ["way", "way/file", "way/link", "way/.", "way/absent"] {
            #expect(!FileSystem.isWritten(onlyBy: ours, at: scratch[name]), "\(name)")
        }
    }

    @Test func `A link is followed from where it is, to where nobody else can have put anything`() throws {
        try scratch.makeDirectory("other")
        try link("../way/to", at: "other/relative")
        try link(scratch["way"], at: "other/absolute")
        try link("turns", at: "other/turns")
        #expect(FileSystem.isWritten(onlyBy: ours, at: scratch["other/relative/file"]))
        #expect(FileSystem.isWritten(onlyBy: ours, at: scratch["other/absolute/to/file"]))
        try allow(0o777, "way/to")
        #expect(!FileSystem.isWritten(onlyBy: ours, at: scratch["other/relative/file"]))
        #expect(!FileSystem.isWritten(onlyBy: ours, at: scratch["other/absolute/to/file"]))
        for name in ["other/turns", "other/absent", "way/to/file/more"] {
            #expect(!FileSystem.isWritten(onlyBy: ours, at: scratch[name]), "\(name)")
        }
        #expect(!FileSystem.isWritten(onlyBy: ours, at: "way/to/file"), "where it begins nobody knows")
    }
}
