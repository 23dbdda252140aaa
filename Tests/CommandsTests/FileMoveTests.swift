internal import CLinux
internal import Commands
internal import FontModel
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import SystemPackage
internal import TestSupport
internal import Testing

@Suite struct FileMoveTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func makeFile(_ name: String = "source") throws -> (path: String, status: FileStatus) {
        let path = try scratch.write([1, 2, 3], to: name)
        let time = timespec(tv_sec: 1_000_000_000, tv_nsec: 123_456_789)
        #expect(chmod(path, 0o640) == 0)
        #expect(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
        return (path, try FileStatus(path: path))
    }

    @Test func `On one file system the very file moves`() throws {
        let (path, before) = try makeFile()
        try FileMove.move(path, to: scratch["target"])
        let after = try FileStatus(path: scratch["target"])
        #expect(after.stamp.inode == before.stamp.inode)
        #expect(throws: Errno.noSuchFileOrDirectory) { try FileStatus(path: path) }
    }

    @Test func `What is there already is never replaced`() throws {
        let (path, before) = try makeFile()
        let target = try scratch.write([9], to: "target")
        #expect(throws: Errno.fileExists) { try FileMove.move(path, to: target) }
        #expect(try FileStatus(path: path) == before)
        #expect(FileManager.default.contents(atPath: target) == Data([9]))
    }

    @Test(.enabled(if: FileMoveTests.hasOtherFileSystem))
    func `Between file systems bytes, mode and time move, and nothing is replaced either`() throws {
        let (path, before) = try makeFile()
        let other = "/dev/shm/typecase-move-\(getpid())"
        defer { unlink(other) }
        try FileMove.move(path, to: other)
        let after = try FileStatus(path: other)
        #expect(after.device != before.device)
        #expect(after.mode == before.mode)
        #expect(after.stamp.modificationNanoseconds == before.stamp.modificationNanoseconds)
        #expect(FileManager.default.contents(atPath: other) == Data([1, 2, 3]))
        #expect(throws: Errno.noSuchFileOrDirectory) { try FileStatus(path: path) }
        let (second, status) = try makeFile("second")
        #expect(throws: Errno.fileExists) { try FileMove.move(second, to: other) }
        #expect(try FileStatus(path: second) == status)
    }

    private static let hasOtherFileSystem: Bool = {
        let places = ["/dev/shm", "/tmp"].compactMap { try? FileStatus(path: $0) }
        return places.count == 2 && places[0].device != places[1].device && access("/dev/shm", W_OK) == 0
    }()
}
