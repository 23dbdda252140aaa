import CLinux
import Glibc
import LinuxSystem
import SystemPackage
import Testing

@Suite struct MemoryFileTests {
    private func read(_ file: OwnedFileDescriptor) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = pread(file.rawValue, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(count, 0)))
    }

    @Test func `A file in memory has what was added to it, in order, and then nobody changes it`() throws {
        let file = try MemoryFile(name: "test", limit: 64)
        for piece in ["one ", "", "two"] { try file.append(Array(piece.utf8)) }
        #expect(file.size == 7)
        let sealed = try file.seal()
        #expect(read(sealed) == Array("one two".utf8))
        #expect(lseek(sealed.rawValue, 0, SEEK_CUR) == 0)
        #expect(pwrite(sealed.rawValue, "x", 1, 0) == -1)
        #expect(throws: SealedMemory.Failure.self) { try file.append([1]) }
        #expect(read(sealed) == Array("one two".utf8))
    }

    @Test func `A file in memory takes nothing any more after what does not fit`() throws {
        let file = try MemoryFile(name: "test", limit: 4)
        try file.append([1, 2, 3])
        #expect(throws: SealedMemory.Failure.tooLarge(limit: 4)) { try file.append([4, 5]) }
        #expect(file.failure == .tooLarge(limit: 4))
        #expect(throws: SealedMemory.Failure.tooLarge(limit: 4)) { try file.append([4]) }
        #expect(read(try file.seal()) == [1, 2, 3])
    }

    @Test func `A descriptor knows whether anybody else has its file open or mapped`() throws {
        let memory = try SealedMemory(bytes: Array(repeating: 7, count: 8192)).descriptor
        let own = try memory.openedAgain()
        #expect(typecase_fcntl(own.rawValue, F_GETFL, 0) & O_ACCMODE == O_RDONLY)
        var other: OwnedFileDescriptor? = try own.openedAgain()
        #expect(try own.isOpenElsewhere())
        let descriptor = try #require(other).rawValue
        let mapping = mmap(nil, 8192, PROT_READ, MAP_PRIVATE, descriptor, 0)
        try #require(mapping != MAP_FAILED)
        other = nil
        #expect(try own.isOpenElsewhere(), "a mapping needs no descriptor")
        munmap(mapping, 8192)
        #expect(try !own.isOpenElsewhere())
        let duplicate = try OwnedFileDescriptor(duplicating: own.rawValue)
        #expect(try !own.isOpenElsewhere(), "a duplicate is the same opening")
        _ = duplicate
    }
}
