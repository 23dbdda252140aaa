internal import CLinux
internal import Glibc
package import SystemPackage

/// A file descriptor that is closed when its last owner releases it.
///
/// The type is copyable, because descriptors are stored in arrays and dictionaries and passed between tasks, which does
/// not work for noncopyable values.
package final class OwnedFileDescriptor: Sendable {
    /// The descriptor's number, valid as long as this object lives.
    package let rawValue: Int32

    /// Creates an owner of an open descriptor, which nothing else may close.
    package init(adopting rawValue: Int32) {
        precondition(rawValue >= 0, "not an open file descriptor")
        self.rawValue = rawValue
    }

    /// Creates a second descriptor of the same open file, with the close-on-exec flag.
    ///
    /// - Parameter rawValue: A descriptor that the caller still owns.
    /// - Throws: The error of `fcntl`, such as `Errno.tooManyOpenFiles`.
    package init(duplicating rawValue: Int32) throws(Errno) {
        self.rawValue = try retryingInterrupts { typecase_fcntl(rawValue, F_DUPFD_CLOEXEC, 0) }
    }

    deinit { _ = close(rawValue) }
}
