internal import CLinux
internal import Glibc
package import SystemPackage

extension OwnedFileDescriptor {
    /// Opens a file for reading; a file that is not regular does not block.
    ///
    /// - Parameter path: The path.
    /// - Returns: The descriptor, with the close-on-exec flag.
    /// - Throws: The error of `open`.
    package static func reading(_ path: String) throws(Errno) -> OwnedFileDescriptor {
        OwnedFileDescriptor(
            adopting: try retryingInterrupts {
                typecase_openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0)
            })
    }

    /// Opens the same file again, read-only and with its own offset.
    ///
    /// - Returns: The new descriptor, with the close-on-exec flag.
    /// - Throws: The error of `open`.
    package func openedAgain() throws(Errno) -> OwnedFileDescriptor {
        OwnedFileDescriptor(
            adopting: try retryingInterrupts {
                typecase_openat(AT_FDCWD, "/proc/self/fd/\(rawValue)", O_RDONLY | O_CLOEXEC | O_NOCTTY, 0)
            })
    }

    /// Whether the file is also open or mapped elsewhere, in addition to this read-only descriptor.
    ///
    /// The check requests a write lease (`fcntl(2)`, "Leases"), which the kernel only grants if the file is open
    /// nowhere else.
    ///
    /// - Throws: The error of `fcntl`, if the kernel cannot tell.
    package func isOpenElsewhere() throws(Errno) -> Bool {
        try retryingInterrupts { typecase_is_open_elsewhere(rawValue) } == 1
    }
}
