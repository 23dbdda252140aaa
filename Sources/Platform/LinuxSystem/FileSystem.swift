internal import CLinux
internal import Glibc
package import SystemPackage

/// Properties of file systems that determine how to store data on them.
package enum FileSystem {
    /// The type numbers of file systems that only one machine uses at a time.
    ///
    /// The numbers are from statfs(2), linux/magic.h and the sources of ZFS and bcachefs.
    ///
    /// An unknown file system counts as shared, because that mistake is cheaper. If a shared file system is taken for a
    /// local one, two machines damage the registry. If a local one is taken for a shared one, the session scope is lost
    /// and each change takes a few milliseconds longer. Therefore eCryptfs is not in this list: it reports its own
    /// number for any file system below it, which may be NFS.
    private static let localTypes: Set<UInt32> = [
        0xEF53,  // ext2, ext3, ext4
        0x5846_5342,  // XFS
        0x9123_683E,  // Btrfs
        0xF2F5_2010,  // F2FS
        0x2FC1_2FC1,  // ZFS
        0xCA45_1A4E,  // bcachefs
        0x3153_464A,  // JFS
        0x5265_4973,  // ReiserFS
        0x3434,  // NILFS2
        0x7366_746E,  // NTFS, as the kernel has it
        0x2011_BAB0,  // exFAT
        0x4D44,  // FAT
        0x2405_1905,  // UBIFS
        0x72B6,  // JFFS2
        0x0102_1994,  // tmpfs
        0x8584_58F6,  // ramfs
        // overlayfs: changed files are in its upper layer, which must not be used by another mount at the same time, on
        // this machine or another one (the kernel's Documentation/filesystems/overlayfs.rst). The lower layers are only
        // read.
        0x794C_7630,
    ]

    /// Resolves the symbolic links in a path.
    ///
    /// - Parameter path: A path that exists.
    /// - Returns: An absolute path.
    /// - Throws: The system's error.
    package static func resolved(_ path: String) throws(Errno) -> String {
        guard let resolved = realpath(path.fileSystemRepresentation, nil) else {
            throw Errno(rawValue: typecase_errno())
        }
        defer { free(resolved) }
        return PathText.text(
            of: UnsafeBufferPointer(start: resolved, count: strlen(resolved)).map(UInt8.init(bitPattern:)))
    }

    /// The names in a directory, in the order of the file system.
    ///
    /// - Parameter directory: The path of the directory.
    /// - Returns: The names without `.` and `..`, in the form of ``PathText``.
    /// - Throws: The system's error.
    package static func names(in directory: String) throws(Errno) -> [String] {
        guard let stream = opendir(directory.fileSystemRepresentation) else { throw Errno(rawValue: typecase_errno()) }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                let failure = typecase_errno()
                if failure != 0 { throw Errno(rawValue: failure) }
                return names
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { PathText.text(of: $0.prefix { $0 != 0 }) }
            if name != "." && name != ".." { names.append(name) }
        }
    }

    /// A number that distinguishes the file system of a path from others.
    ///
    /// The number stays the same across restarts if the file system has an identity. XFS and F2FS report their device
    /// number instead.
    ///
    /// - Parameter path: A path that exists.
    /// - Returns: `f_fsid` of statfs(2).
    /// - Throws: The system's error.
    package static func identity(of path: String) throws(Errno) -> UInt64 {
        var status = statfs()
        try retryingInterrupts { statfs(path.fileSystemRepresentation, &status) }
        return identity(status)
    }

    /// A number that distinguishes the file system of an open file from others, as ``identity(of:)-(String)`` does.
    ///
    /// - Parameter descriptor: The open file.
    /// - Returns: `f_fsid` of statfs(2).
    /// - Throws: The system's error.
    package static func identity(of descriptor: OwnedFileDescriptor) throws(Errno) -> UInt64 {
        var status = statfs()
        try retryingInterrupts { fstatfs(descriptor.rawValue, &status) }
        return identity(status)
    }

    private static func identity(_ status: statfs) -> UInt64 {
        let (first, second) = status.f_fsid.__val
        return UInt64(UInt32(bitPattern: first)) << 32 | UInt64(UInt32(bitPattern: second))
    }

    /// The available and total space of an open file's file system.
    ///
    /// - Parameter descriptor: The open file.
    /// - Returns: The number of bytes that this user can still write, and the number of bytes in all blocks, used or
    ///   unused.
    /// - Throws: The system's error.
    package static func space(of descriptor: OwnedFileDescriptor) throws(Errno) -> (available: Int, total: Int) {
        var status = statfs()
        try retryingInterrupts { fstatfs(descriptor.rawValue, &status) }
        let blockSize = Double(status.f_frsize > 0 ? status.f_frsize : status.f_bsize)
        return (Int(Double(status.f_bavail) * blockSize), Int(Double(status.f_blocks) * blockSize))
    }

    /// The mount point of the file system that contains a path.
    ///
    /// A symbolic link on the path counts as the file that it points to.
    ///
    /// - Parameter path: An absolute path that exists.
    /// - Returns: The path or the beginning of it; `/` if only the root file system is mounted on the path.
    /// - Throws: The system's error.
    package static func mountPoint(of path: String) throws(Errno) -> String {
        var current = path
        var device = try FileStatus(path: current, followsLinks: true).device
        while let slash = current.lastIndex(of: "/"), current != "/" {
            let parent = slash == current.startIndex ? "/" : String(current[..<slash])
            let above = try FileStatus(path: parent, followsLinks: true).device
            if above != device { return current }
            (current, device) = (parent, above)
        }
        return "/"
    }

    /// Whether processes that map a path's file into memory might see different contents.
    ///
    /// - Parameter path: A path that exists.
    /// - Returns: Whether shared memory is unreliable on the file system.
    /// - Throws: The system's error.
    package static func mayBeShared(_ path: String) throws(Errno) -> Bool {
        var status = statfs()
        try retryingInterrupts { statfs(path.fileSystemRepresentation, &status) }
        return mayBeShared(type: UInt32(truncatingIfNeeded: status.f_type))
    }

    /// Whether several machines can mount a file system, or a user-space program may implement it.
    ///
    /// - Parameter type: The number of the file system, as reported by `statfs`.
    /// - Returns: `true` for an unknown file system.
    static func mayBeShared(type: UInt32) -> Bool { !localTypes.contains(type) }
}
