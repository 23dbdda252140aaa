internal import CLinux
internal import Glibc
package import SystemPackage

extension FileSystem {
    /// Creates a directory and its missing parent directories.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - path: The absolute path; a symbolic link to a directory counts as a directory.
    ///   - mode: The mode of each created directory.
    /// - Throws: The system's error; `notDirectory` if something other than a directory has the name.
    package static func makeDirectories(_ path: String, mode: UInt32 = 0o755) throws(Errno) {
        do throws(Errno) {
            try retryingInterrupts { mkdir(path.fileSystemRepresentation, mode) }
        } catch .fileExists {
            guard (try? FileStatus(path: path, followsLinks: true))?.kind == .directory else { throw .notDirectory }
        } catch .noSuchFileOrDirectory {
            guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { throw .noSuchFileOrDirectory }
            try makeDirectories(String(path[..<slash]), mode: mode)
            try makeDirectories(path, mode: mode)
        }
    }

    /// Makes the names in the directory of a file durable.
    ///
    /// Blocks.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: The system's error.
    package static func synchronizeDirectory(of path: String) throws(Errno) {
        let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let file = OwnedFileDescriptor(
            adopting: try retryingInterrupts {
                typecase_openat(AT_FDCWD, directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
            })
        try retryingInterrupts { fsync(file.rawValue) }
    }
}
