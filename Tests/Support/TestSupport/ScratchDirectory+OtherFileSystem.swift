internal import Glibc
internal import LinuxSystem
package import SystemPackage

extension ScratchDirectory {
    /// A directory of a file system in memory, where that is not the one of scratch directories; `nil` otherwise.
    package static let otherFileSystem: String? = {
        let directory = "/dev/shm"
        guard access(directory, W_OK) == 0, let scratch = try? ScratchDirectory(),
            let own = try? FileStatus(path: scratch.path), let other = try? FileStatus(path: directory)
        else { return nil }
        return own.device == other.device ? nil : directory
    }()

    /// Makes an empty directory on ``otherFileSystem``.
    ///
    /// - Returns: The directory.
    /// - Throws: What the system said, or that there is no such file system.
    package static func onOtherFileSystem() throws(Errno) -> ScratchDirectory {
        guard let otherFileSystem else { throw .noSuchAddressOrDevice }
        return try ScratchDirectory(in: otherFileSystem)
    }
}
