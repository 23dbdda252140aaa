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
    fileprivate let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    fileprivate func makeFile(_ name: String = "source") throws -> (path: String, status: FileStatus) {
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

    @Test func `Who may not take a file away leaves it where it is, at one end`() throws {
        let (path, before) = try makeFile("kept/source")
        #expect(chmod(scratch["kept"], 0o500) == 0)
        #expect(throws: Errno.permissionDenied) { try FileMove.move(path, to: scratch["target"]) }
        #expect(try FileStatus(path: path) == before)
        #expect(TreeListing(scratch.path).files.keys.sorted() == [path])
    }

    @Suite(.enabled("there is another file system") { ScratchDirectory.otherFileSystem != nil })
    struct BetweenFileSystems {
        private let tests: FileMoveTests
        private let other: ScratchDirectory

        init() throws {
            tests = try FileMoveTests()
            other = try ScratchDirectory.onOtherFileSystem()
        }

        @Test func `Bytes, mode and time move, and nothing is replaced either`() throws {
            let (path, before) = try tests.makeFile()
            let target = other["target"]
            try FileMove.move(path, to: target)
            let after = try FileStatus(path: target)
            #expect(after.device != before.device)
            #expect(after.mode == before.mode)
            #expect(after.stamp.modificationNanoseconds == before.stamp.modificationNanoseconds)
            #expect(FileManager.default.contents(atPath: target) == Data([1, 2, 3]))
            #expect(throws: Errno.noSuchFileOrDirectory) { try FileStatus(path: path) }
            let (second, status) = try tests.makeFile("second")
            #expect(throws: Errno.fileExists) { try FileMove.move(second, to: target) }
            #expect(try FileStatus(path: second) == status)
            #expect(TreeListing(other.path).files.keys.sorted() == [target], "no part of the second is left")
        }

        @Test func `Who may not take a file away leaves it where it is, at one end`() throws {
            let (path, before) = try tests.makeFile("kept/source")
            #expect(chmod(tests.scratch["kept"], 0o500) == 0)
            #expect(throws: Errno.permissionDenied) { try FileMove.move(path, to: other["target"]) }
            #expect(try FileStatus(path: path) == before)
            #expect(TreeListing(other.path).files.isEmpty)
        }

        @Test func `What a move that was killed has left is removed, and nothing else`() throws {
            let kept = [".typecase", "typecase-1.part", ".hidden.part"]
            for name in kept + [".typecase-1f.part", ".typecase-2.part"] { try other.write([1], to: name) }
            FileMove.removeParts(in: other.path)
            #expect(TreeListing(other.path).files.keys.sorted() == kept.map { other[$0] }.sorted())
        }
    }
}
