package import FontModel
internal import CLinux
internal import Glibc
package import SystemPackage

/// What `fstat` tells of a file, as far as Typecase needs it.
package struct FileStatus: Sendable, Equatable {
    /// The kind of a file.
    package enum Kind: Sendable, Hashable {
        case regular, directory, symbolicLink, fifo, socket, characterDevice, blockDevice, unknown
    }

    /// The kind of the file.
    package let kind: Kind
    /// The permission bits.
    package let mode: UInt32
    /// The owner.
    package let userID: UInt32
    /// The device the file is on.
    package let device: UInt64
    /// Identity, times and size.
    package let stamp: FileStamp

    /// Asks about an open file.
    package init(of descriptor: OwnedFileDescriptor) throws(Errno) {
        var status = stat()
        try retryingInterrupts { fstat(descriptor.rawValue, &status) }
        self.init(status)
    }

    /// Tells what the kernel knows of an open file without asking whoever serves its file system, so that it never
    /// blocks; for a file on a network it may be out of date.
    package init(knownOf descriptor: OwnedFileDescriptor) throws(Errno) {
        var status = stat()
        try retryingInterrupts { typecase_known_status(descriptor.rawValue, &status) }
        self.init(status)
    }

    /// Asks about an entry of a directory, not following a symbolic link.
    ///
    /// - Parameters:
    ///   - name: The entry's name or a relative path.
    ///   - directory: The directory that the name is in.
    /// - Throws: What `fstatat` said, such as `Errno.noSuchFileOrDirectory`.
    package init(of name: String, in directory: OwnedFileDescriptor) throws(Errno) {
        var status = stat()
        try retryingInterrupts { fstatat(directory.rawValue, name, &status, AT_SYMLINK_NOFOLLOW) }
        self.init(status)
    }

    /// Asks about a path.
    ///
    /// - Parameters:
    ///   - path: An absolute path, or one relative to the working directory.
    ///   - followsLinks: Whether a symbolic link stands for what it leads to.
    /// - Throws: What the system said, such as `Errno.noSuchFileOrDirectory`.
    package init(path: String, followsLinks: Bool = false) throws(Errno) {
        var status = stat()
        try retryingInterrupts {
            fstatat(AT_FDCWD, path.fileSystemRepresentation, &status, followsLinks ? 0 : AT_SYMLINK_NOFOLLOW)
        }
        self.init(status)
    }

    /// Whether nobody but root can have written the file.
    package var isWrittenByRootOnly: Bool { isWritten(onlyBy: [0]) }

    /// Whether nobody but some users can have written the file.
    package func isWritten(onlyBy users: Set<UInt32>) -> Bool { users.contains(userID) && mode & 0o022 == 0 }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            case S_IFIFO: .fifo
            case S_IFSOCK: .socket
            case S_IFCHR: .characterDevice
            case S_IFBLK: .blockDevice
            default: .unknown
            }
        mode = UInt32(status.st_mode) & 0o7777
        userID = status.st_uid
        device = UInt64(status.st_dev)
        stamp = FileStamp(
            inode: UInt64(status.st_ino), size: Int64(status.st_size),
            modificationNanoseconds: Self.nanoseconds(status.st_mtim),
            changeNanoseconds: Self.nanoseconds(status.st_ctim))
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
