internal import Glibc
package import SystemPackage

extension FileSystem {
    /// Makes a directory with those above it that are missing.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - path: The absolute path; a symbolic link to a directory is one.
    ///   - mode: The mode of each that is made.
    /// - Throws: What the system said; `notDirectory` where something else is in the way.
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
}
