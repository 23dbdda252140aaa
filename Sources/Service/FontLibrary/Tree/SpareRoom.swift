internal import CLinux
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// Reserved space on the disk, so that fonts can be removed if the disk is full.
///
/// A removal is recorded before it frees any space.
package final class SpareRoom: Sendable {
    /// The size in bytes, twice what a removal of 256 fonts adds to the registry's log.
    package static let size = 4 << 20

    /// The directories that are written to, each with a file that reserves the space.
    private let directories: [String]
    private let isTaken = Mutex(false)

    /// Creates the object without writing any files.
    ///
    /// - Parameter locations: The locations of all files.
    package init(_ locations: FontLocations) {
        directories = [locations.stateDirectory, locations.dataDirectory]
    }

    /// Reserves the space if it is not reserved yet and the disk has much more free space than that.
    ///
    /// This blocks, unless the space is already reserved. Call it before fonts are added, not before they are removed:
    /// space that was released for a removal must stay free until the removal is done.
    package func setAside() {
        isTaken.withLock { isTaken in
            guard !isTaken else { return }
            // All directories are tried.
            isTaken = directories.map(setAside).allSatisfy { $0 }
        }
    }

    /// Releases the reserved space.
    ///
    /// Blocks.
    ///
    /// - Returns: Whether any space was reserved.
    package func giveUp() -> Bool {
        isTaken.withLock { isTaken in
            isTaken = false
            return directories.map { unlink(Self.path(in: $0)) == 0 }.contains(true)
        }
    }

    private static func path(in directory: String) -> String { "\(directory)/spare-room" }

    private func setAside(in directory: String) -> Bool {
        let path = Self.path(in: directory)
        if let status = try? FileStatus(path: path), status.stamp.size >= Self.size { return true }
        guard let opened = try? OwnedFileDescriptor.reading(directory),
            let space = try? FileSystem.space(of: opened), space.available > 8 * Self.size
        else { return false }
        let descriptor = typecase_openat(AT_FDCWD, path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        let file = OwnedFileDescriptor(adopting: descriptor)
        let isTaken = posix_fallocate(file.rawValue, 0, off_t(Self.size)) == 0
        if !isTaken { unlink(path) }
        return isTaken
    }
}
