internal import CLinux
internal import Glibc
package import SystemPackage

/// What kind of file system a path is on, as far as it decides how to keep data there.
package enum FileSystem {
    /// The numbers of file systems that one machine has for itself, from statfs(2), linux/magic.h and the sources of
    /// ZFS and bcachefs.
    ///
    /// What is not known may be shared: on a shared file system taken for a local one two machines damage the registry,
    /// while a local one taken for shared costs the session scope and a few milliseconds a change. So eCryptfs is none of
    /// these: it gives its own number for whatever is below it, which may well be NFS.
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
        // overlayfs: what is changed lies in its upper layer, which no other mount, of this machine or another, may have
        // at the same time (the kernel's Documentation/filesystems/overlayfs.rst); what is below is only read.
        0x794C_7630,
    ]

    /// The path of what a path leads to, without symbolic links.
    ///
    /// - Parameter path: A path that exists.
    /// - Returns: An absolute path.
    /// - Throws: What the system said.
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
    /// - Parameter directory: The path.
    /// - Returns: The names without `.` and `..`, as ``PathText`` has them.
    /// - Throws: What the system said.
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

    /// What tells the file system of a path from others, over restarts too where the file system has an identity: XFS and
    /// F2FS have the number of their device for it.
    ///
    /// - Parameter path: A path that exists.
    /// - Returns: `f_fsid` of statfs(2).
    /// - Throws: What the system said.
    package static func identity(of path: String) throws(Errno) -> UInt64 {
        var status = statfs()
        try retryingInterrupts { statfs(path.fileSystemRepresentation, &status) }
        return identity(status)
    }

    /// What tells the file system of an open file from others, as ``identity(of:)-(String)`` does.
    ///
    /// - Parameter descriptor: The open file.
    /// - Returns: `f_fsid` of statfs(2).
    /// - Throws: What the system said.
    package static func identity(of descriptor: OwnedFileDescriptor) throws(Errno) -> UInt64 {
        var status = statfs()
        try retryingInterrupts { fstatfs(descriptor.rawValue, &status) }
        return identity(status)
    }

    private static func identity(_ status: statfs) -> UInt64 {
        let (first, second) = status.f_fsid.__val
        return UInt64(UInt32(bitPattern: first)) << 32 | UInt64(UInt32(bitPattern: second))
    }

    /// The room of an open file's file system.
    ///
    /// - Parameter descriptor: The open file.
    /// - Returns: The bytes that this user may still write, and those of all blocks, used or not.
    /// - Throws: What the system said.
    package static func space(of descriptor: OwnedFileDescriptor) throws(Errno) -> (available: Int, total: Int) {
        var status = statfs()
        try retryingInterrupts { fstatfs(descriptor.rawValue, &status) }
        let blockSize = Double(status.f_frsize > 0 ? status.f_frsize : status.f_bsize)
        return (Int(Double(status.f_bavail) * blockSize), Int(Double(status.f_blocks) * blockSize))
    }

    /// The directory on the way to a path where its file system is mounted, symbolic links counting as what they lead to.
    ///
    /// - Parameter path: An absolute path that exists.
    /// - Returns: The path or the beginning of it; `/` where nothing but the root is mounted on the way.
    /// - Throws: What the system said.
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

    /// Whether processes that have a path's file mapped into memory might not all see the same.
    ///
    /// - Parameter path: A path that exists.
    /// - Returns: Whether the file system is one that shared memory cannot be trusted on.
    /// - Throws: What the system said.
    package static func mayBeShared(_ path: String) throws(Errno) -> Bool {
        var status = statfs()
        try retryingInterrupts { statfs(path.fileSystemRepresentation, &status) }
        return mayBeShared(type: UInt32(truncatingIfNeeded: status.f_type))
    }

    /// Whether several machines can have a file system mounted, or a program in user space may answer for it.
    ///
    /// - Parameter type: Its number, as `statfs` has it.
    /// - Returns: `true` for one that is not known.
    static func mayBeShared(type: UInt32) -> Bool { !localTypes.contains(type) }
}
