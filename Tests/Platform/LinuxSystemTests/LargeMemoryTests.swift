import CLinux
import FontModel
import Glibc
import LinuxSystem
import TestSupport
import Testing

/// Bytes that are too many for memory.
struct LargeMemoryTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory(name: "large") }

    private func copy(_ bytes: [UInt8], limit: Int = 100, memory: Int = 10) throws -> SealedMemory {
        let file = try OwnedFileDescriptor.reading(scratch.write(bytes, to: "font"))
        return try SealedMemory(copying: file, limit: limit, inMemoryUpTo: memory, otherwiseIn: scratch.path)
    }

    @Test func `many bytes go to a file without a name, for reading only, and few to memory`() throws {
        let bytes = (0..<50).map { UInt8($0) }
        let large = try copy(bytes)
        #expect(large.isOnDisk && large.size == 50)
        #expect(SealedMemory.isFixed(large.descriptor) && !SealedMemory.isSealed(large.descriptor))
        let inMemory = try SealedMemory(bytes: bytes)
        #expect(large.digest == inMemory.digest)
        #expect(write(large.descriptor.rawValue, bytes, 1) == -1)
        let small = try copy(Array(bytes[..<10]))
        #expect(!small.isOnDisk && SealedMemory.isSealed(small.descriptor) && SealedMemory.isFixed(small.descriptor))
    }

    @Test func `more than the limit is refused in either case`() throws {
        for memory in [10, 1000] {
            #expect(throws: SealedMemory.Failure.tooLarge(limit: 20)) {
                try copy([UInt8](repeating: 1, count: 21), limit: 20, memory: memory)
            }
        }
    }

    @Test func `what could be written, or has a name, is not fixed`() throws {
        let named = try OwnedFileDescriptor.reading(scratch.write([1], to: "named"))
        #expect(!SealedMemory.isFixed(named))
        let writable = try UnlinkedFile.make(in: scratch.path)
        let memory = try SealedMemory.unsealed()
        let readOnly = try memory.openedAgain()
        for file in [writable, memory, readOnly] { #expect(!SealedMemory.isFixed(file)) }
    }
}
