internal import CLinux
internal import Glibc
package import SystemPackage

/// What kind of file system a path is on, as far as it decides how to keep data there.
package enum FileSystem {
    /// The numbers of file systems that several machines can have mounted, or that a program in user space answers for.
    ///
    /// NFS, CIFS, SMB 2, AFS, Ceph, 9P and FUSE, from statfs(2) and linux/magic.h.
    private static let sharedTypes: Set<UInt32> = [
        0x6969, 0xFF53_4D42, 0xFE53_4D42, 0x5346_414F, 0x00C3_6400, 0x0102_1997, 0x6573_5546,
    ]

    /// The path of what a path leads to, without symbolic links.
    ///
    /// - Parameter path: A path that exists.
    /// - Returns: An absolute path.
    /// - Throws: What the system said.
    package static func resolved(_ path: String) throws(Errno) -> String {
        guard let resolved = realpath(path, nil) else { throw Errno(rawValue: typecase_errno()) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Whether processes that have a path's file mapped into memory might not all see the same.
    ///
    /// - Parameter path: A path that exists.
    /// - Returns: Whether the file system is one that shared memory cannot be trusted on.
    /// - Throws: What the system said.
    package static func mayBeShared(_ path: String) throws(Errno) -> Bool {
        var status = statfs()
        try retryingInterrupts { statfs(path, &status) }
        return sharedTypes.contains(UInt32(truncatingIfNeeded: status.f_type))
    }
}
