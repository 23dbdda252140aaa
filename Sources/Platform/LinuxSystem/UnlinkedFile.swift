internal import CLinux
internal import Glibc
package import SystemPackage

/// Files on a disk that have no name: nobody but the holders of their descriptors reaches them, and they are gone with
/// the last of those.
///
/// For what is too large for memory: a memfd counts as memory of whoever writes it, the pages of a file on a disk do not.
package enum UnlinkedFile {
    /// Makes a file for reading and writing, which no path will ever lead to.
    ///
    /// - Parameter directory: A directory on the disk that it takes room of.
    /// - Returns: The file, empty and closed on exec.
    /// - Throws: What the system said.
    package static func make(in directory: String) throws(Errno) -> OwnedFileDescriptor {
        do throws(Errno) {
            // O_EXCL: not even by linkat does it get a name.
            let flags = typecase_O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC
            return OwnedFileDescriptor(
                adopting: try retryingInterrupts { typecase_openat(AT_FDCWD, directory, flags, 0o600) })
        } catch {
            // Some file systems have files with names only, such as those of networks.
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

    /// Makes a file in the first of several directories that takes one.
    ///
    /// - Parameter directories: The directories, the best first.
    /// - Returns: The file.
    /// - Throws: What the system said of the last one.
    package static func make(inFirstOf directories: [String]) throws(Errno) -> OwnedFileDescriptor {
        var failure = Errno.noSuchFileOrDirectory
        for directory in directories {
            do throws(Errno) { return try make(in: directory) } catch { failure = error }
        }
        throw failure
    }
}
