import SystemPackage
import Testing

@testable import LinuxSystem

@Suite struct FileSystemKindTests {
    /// A kind of file system.
    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        let type: UInt32

        var testDescription: String { name }
    }

    @Test(arguments: [
        Kind(name: "NFS", type: 0x6969), Kind(name: "SMB", type: 0x517B), Kind(name: "CIFS", type: 0xFF53_4D42),
        Kind(name: "SMB 2", type: 0xFE53_4D42), Kind(name: "AFS", type: 0x5346_414F),
        Kind(name: "kAFS", type: 0x6B41_4653), Kind(name: "Ceph", type: 0x00C3_6400),
        Kind(name: "9P", type: 0x0102_1997), Kind(name: "FUSE, virtiofs", type: 0x6573_5546),
        Kind(name: "Lustre", type: 0x0BD0_0BD0), Kind(name: "GPFS", type: 0x4750_4653),
        Kind(name: "OCFS2", type: 0x7461_636F), Kind(name: "GFS2", type: 0x0116_1970),
        Kind(name: "BeeGFS", type: 0x1983_0326), Kind(name: "PanFS", type: 0xAAD7_AAEA),
        Kind(name: "OrangeFS", type: 0x2003_0528), Kind(name: "Coda", type: 0x7375_7245),
        Kind(name: "VirtualBox", type: 0x786F_4256), Kind(name: "VMware", type: 0xBACB_ACBC),
        Kind(name: "eCryptfs, over whatever it is", type: 0xF15F),
        Kind(name: "one of next year", type: 0x1234_5678), Kind(name: "none", type: 0),
    ])
    func `A file system that several machines can have, or that nobody knows, may be shared`(kind: Kind) {
        #expect(FileSystem.mayBeShared(type: kind.type))
    }

    @Test(arguments: [
        Kind(name: "ext4", type: 0xEF53), Kind(name: "XFS", type: 0x5846_5342), Kind(name: "Btrfs", type: 0x9123_683E),
        Kind(name: "F2FS", type: 0xF2F5_2010), Kind(name: "ZFS", type: 0x2FC1_2FC1),
        Kind(name: "bcachefs", type: 0xCA45_1A4E), Kind(name: "tmpfs", type: 0x0102_1994),
        Kind(name: "overlayfs", type: 0x794C_7630),
    ])
    func `A file system that is known to be of one machine is not shared`(kind: Kind) {
        #expect(!FileSystem.mayBeShared(type: kind.type))
    }

    @Test func `A file system in memory belongs to this machine alone`() throws {
        #expect(try !FileSystem.mayBeShared("/dev/shm"))
    }

    /// Its number is none of those of a disk, and every machine has it.
    @Test func `A mounted file system that is not known may be shared`() throws {
        #expect(try FileSystem.mayBeShared("/proc/self"))
    }

    @Test func `A path that is not there is an error`() {
        #expect(throws: Errno.noSuchFileOrDirectory) { try FileSystem.mayBeShared("/nonexistent") }
    }
}
