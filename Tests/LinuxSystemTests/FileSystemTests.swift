import LinuxSystem
import SystemPackage
import Testing

@Suite struct FileSystemKindTests {
    @Test func `A file system in memory belongs to this machine alone`() throws {
        #expect(try !FileSystem.mayBeShared("/dev/shm"))
    }

    @Test func `A path that is not there is an error`() {
        #expect(throws: Errno.noSuchFileOrDirectory) { try FileSystem.mayBeShared("/nonexistent") }
    }
}
