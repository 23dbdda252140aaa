internal import CLinux
internal import Glibc
package import SystemPackage

/// Files on a disk that have no name.
///
/// Only processes that have their descriptors can access them, and they are deleted when the last descriptor is closed.
///
/// They are for data that is too large for memory: a memfd counts as memory of the process that writes it, but the
/// pages of a file on a disk do not.
package enum UnlinkedFile {
    /// Creates a file for reading and writing that no path will ever lead to.
    ///
    /// - Parameter directory: A directory on the disk that stores the file.
    /// - Returns: The file, empty and with the close-on-exec flag.
    /// - Throws: The system's error.
    package static func make(in directory: String) throws(Errno) -> OwnedFileDescriptor {
        do throws(Errno) {
            // O_EXCL: not even linkat can give the file a name.
            let flags = typecase_O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC
            return OwnedFileDescriptor(
                adopting: try retryingInterrupts { typecase_openat(AT_FDCWD, directory, flags, 0o600) })
        } catch {
            // Some file systems, such as network file systems, only support files with names.
            guard [.notSupportedOnSocket, .isDirectory, .invalidArgument].contains(error) else { throw error }
        }
        let path = "\(directory)/.typecase-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        let file = OwnedFileDescriptor(
            adopting: try retryingInterrupts {
                typecase_openat(AT_FDCWD, path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            })
        try retryingInterrupts { unlink(path) }
        return file
    }

    /// Creates a file in the first of several directories that supports it.
    ///
    /// - Parameter directories: The directories, the best first.
    /// - Returns: The file.
    /// - Throws: The system's error for the last directory.
    package static func make(inFirstOf directories: [String]) throws(Errno) -> OwnedFileDescriptor {
        var failure = Errno.noSuchFileOrDirectory
        for directory in directories {
            do throws(Errno) { return try make(in: directory) } catch { failure = error }
        }
        throw failure
    }
}
