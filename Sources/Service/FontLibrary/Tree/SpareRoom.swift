internal import CLinux
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// Space that is kept on the disk, so that fonts can be removed where the disk is full: a removal is noted before anything
/// is freed.
package final class SpareRoom: Sendable {
    /// The size in bytes, twice what a removal of 256 fonts adds to the registry's log.
    package static let size = 4 << 20

    /// The directories that are written to, each with a file that takes the space.
    private let directories: [String]
    private let isTaken = Mutex(false)

    /// Names the files; nothing is written.
    ///
    /// - Parameter locations: Where everything lies.
    package init(_ locations: FontLocations) {
        directories = [locations.stateDirectory, locations.dataDirectory]
    }

    /// Takes the space where it is not taken, and where the disk has much more of it.
    ///
    /// Blocks, but not where it has been taken before. Due before fonts come, and not before they leave: what was given up
    /// for a removal must not be taken again before that is done.
    package func setAside() {
        isTaken.withLock { isTaken in
            guard !isTaken else { return }
            // All of them are tried.
            isTaken = directories.map(setAside).allSatisfy { $0 }
        }
    }

    /// Gives the space back to the disk.
    ///
    /// Blocks.
    ///
    /// - Returns: Whether there was any.
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
