internal import CLinux
internal import FontModel
internal import Glibc
internal import LinuxSystem
package import SystemPackage

/// Moves a file with its mode and time, over what is there already never, and so that it is never missing at both ends.
package enum FileMove {
    /// Moves a file.
    ///
    /// On one file system this is a rename. Between two the bytes are copied, made durable and compared before the
    /// original goes. The directories are for the caller to sync.
    ///
    /// - Parameters:
    ///   - source: The file's path.
    ///   - target: Where it goes.
    /// - Throws: What the system said, such as `Errno.fileExists`; then the file is where it was.
    package static func move(_ source: String, to target: String) throws(Errno) {
        do throws(Errno) {
            try retryingInterrupts {
                typecase_renameat2(AT_FDCWD, source, AT_FDCWD, target, typecase_RENAME_NOREPLACE)
            }
        } catch {
            switch error {
            case .improperLink: try copy(source, to: target)
            // A file system that cannot look and rename in one step.
            case .invalidArgument, .noFunction, .notSupported: try link(source, to: target)
            default: throw error
            }
        }
    }

    /// Makes the names in a directory durable.
    ///
    /// - Parameter directory: The directory.
    /// - Throws: What the system said.
    package static func sync(directory: String) throws(Errno) {
        let descriptor = try open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try retryingInterrupts { fsync(descriptor.rawValue) }
    }

    private static func link(_ source: String, to target: String) throws(Errno) {
        do throws(Errno) {
            try retryingInterrupts { linkat(AT_FDCWD, source, AT_FDCWD, target, 0) }
        } catch {
            // Not even links: copying is left.
            guard [.notPermitted, .notSupported, .noFunction].contains(error) else { throw error }
            try copy(source, to: target)
            return
        }
        try retryingInterrupts { unlink(source) }
    }

    private static func copy(_ source: String, to target: String) throws(Errno) {
        let input = try open(source, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        let status = try FileStatus(of: input)
        let output = try open(target, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC)
        do throws(Errno) {
            _ = try FileCopy.copy(input, to: output)
            try retryingInterrupts { fchmod(output.rawValue, mode_t(status.mode)) }
            let time = timespec(
                tv_sec: Int(status.stamp.modificationNanoseconds / 1_000_000_000),
                tv_nsec: Int(status.stamp.modificationNanoseconds % 1_000_000_000))
            try retryingInterrupts { futimens(output.rawValue, [time, time]) }
            try retryingInterrupts { fsync(output.rawValue) }
            guard try FileDigest.of(input) == FileDigest.of(output), try FileStatus(of: input) == status else {
                throw Errno.ioError
            }
            try sync(directory: UserPlaces.parent(of: target))
        } catch {
            unlink(target)
            throw error
        }
        try retryingInterrupts { unlink(source) }
    }

    private static func open(_ path: String, _ flags: Int32) throws(Errno) -> OwnedFileDescriptor {
        OwnedFileDescriptor(adopting: try retryingInterrupts { typecase_openat(AT_FDCWD, path, flags, 0o600) })
    }
}
