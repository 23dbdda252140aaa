internal import CLinux
internal import Glibc
package import SystemPackage

extension OwnedFileDescriptor {
    /// Opens a file for reading; one that is no regular file does not block.
    ///
    /// - Parameter path: The path.
    /// - Returns: The descriptor, closed on exec.
    /// - Throws: What `open` said.
    package static func reading(_ path: String) throws(Errno) -> OwnedFileDescriptor {
        OwnedFileDescriptor(
            adopting: try retryingInterrupts {
                typecase_openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0)
            })
    }

    /// Opens the same file once more, for reading only and with an offset of its own.
    ///
    /// - Returns: The new descriptor, closed on exec.
    /// - Throws: What `open` said.
    package func openedAgain() throws(Errno) -> OwnedFileDescriptor {
        OwnedFileDescriptor(
            adopting: try retryingInterrupts {
                typecase_openat(AT_FDCWD, "/proc/self/fd/\(rawValue)", O_RDONLY | O_CLOEXEC | O_NOCTTY, 0)
            })
    }

    /// Whether anybody has the file open or mapped through another opening than this read-only one.
    ///
    /// The kernel tells by whether it gives a write lease (`fcntl(2)`, "Leases"), which only a sole opener gets.
    ///
    /// - Throws: What `fcntl` said where the kernel cannot tell.
    package func isOpenElsewhere() throws(Errno) -> Bool {
        try retryingInterrupts { typecase_is_open_elsewhere(rawValue) } == 1
    }
}
