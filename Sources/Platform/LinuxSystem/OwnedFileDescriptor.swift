internal import CLinux
internal import Glibc
package import SystemPackage

/// A file descriptor that is closed when its last owner lets go of it.
///
/// Copyable, because descriptors travel in arrays, dictionaries and across tasks, where noncopyable values cannot go.
package final class OwnedFileDescriptor: Sendable {
    /// The descriptor's number, valid as long as this object lives.
    package let rawValue: Int32

    /// Takes over an open descriptor; nobody else may close it.
    package init(adopting rawValue: Int32) {
        precondition(rawValue >= 0, "not an open file descriptor")
        self.rawValue = rawValue
    }

    /// Makes a second descriptor of the same open file, closed on exec.
    ///
    /// - Parameter rawValue: A descriptor that stays its owner's.
    /// - Throws: What `fcntl` said, such as `Errno.tooManyOpenFiles`.
    package init(duplicating rawValue: Int32) throws(Errno) {
        self.rawValue = try retryingInterrupts { typecase_fcntl(rawValue, F_DUPFD_CLOEXEC, 0) }
    }

    deinit { _ = close(rawValue) }
}
