package import FontModel
internal import CLinux
internal import Glibc
package import SystemPackage

/// The parts of a file's `fstat` result that Typecase needs.
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
    /// The device that contains the file.
    package let device: UInt64
    /// Identity, times and size.
    package let stamp: FileStamp

    /// Creates the status of an open file.
    package init(of descriptor: OwnedFileDescriptor) throws(Errno) {
        var status = stat()
        try retryingInterrupts { fstat(descriptor.rawValue, &status) }
        self.init(status)
    }

    /// Creates the status of an open file from what the kernel knows, without blocking.
    ///
    /// The kernel does not query the server of the file system, so the status of a file on a network may be out of
    /// date.
    package init(knownOf descriptor: OwnedFileDescriptor) throws(Errno) {
        var status = stat()
        try retryingInterrupts { typecase_known_status(descriptor.rawValue, &status) }
        self.init(status)
    }

    /// Creates the status of a directory entry; does not follow a symbolic link.
    ///
    /// - Parameters:
    ///   - name: The entry's name or a relative path.
    ///   - directory: The directory that contains the name.
    /// - Throws: The error of `fstatat`, such as `Errno.noSuchFileOrDirectory`.
    package init(of name: String, in directory: OwnedFileDescriptor) throws(Errno) {
        var status = stat()
        try retryingInterrupts { fstatat(directory.rawValue, name, &status, AT_SYMLINK_NOFOLLOW) }
        self.init(status)
    }

    /// Creates the status of the file at a path.
    ///
    /// - Parameters:
    ///   - path: An absolute path, or one relative to the working directory.
    ///   - followsLinks: Whether to follow a symbolic link at the end of the path.
    /// - Throws: The system's error, such as `Errno.noSuchFileOrDirectory`.
    package init(path: String, followsLinks: Bool = false) throws(Errno) {
        var status = stat()
        try retryingInterrupts {
            fstatat(AT_FDCWD, path.fileSystemRepresentation, &status, followsLinks ? 0 : AT_SYMLINK_NOFOLLOW)
        }
        self.init(status)
    }

    /// Whether only root can have written the file.
    package var isWrittenByRootOnly: Bool { isWritten(onlyBy: [0]) }

    /// Whether only the given users can have written the file.
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
