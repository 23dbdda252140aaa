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

    /// The files that take the space, one for each directory that is written to.
    private let paths: [String]
    private let isTaken = Atomic(false)

    /// Names the files; nothing is written.
    ///
    /// - Parameter locations: Where everything lies.
    package init(_ locations: FontLocations) {
        paths = [locations.stateDirectory, locations.dataDirectory].map { "\($0)/spare-room" }
    }

    /// Takes the space where it is not taken, and where the disk has much more of it.
    ///
    /// Blocks, but not where it has been taken before.
    package func setAside() {
        guard !isTaken.load(ordering: .relaxed) else { return }
        // All of them are tried.
        isTaken.store(paths.map(setAside).allSatisfy { $0 }, ordering: .relaxed)
    }

    /// Gives the space back to the disk.
    ///
    /// Blocks.
    ///
    /// - Returns: Whether there was any.
    package func giveUp() -> Bool {
        isTaken.store(false, ordering: .relaxed)
        return paths.map { unlink($0) == 0 }.contains(true)
    }

    private func setAside(_ path: String) -> Bool {
        let descriptor = typecase_openat(AT_FDCWD, path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        let file = OwnedFileDescriptor(adopting: descriptor)
        guard let status = try? FileStatus(of: file) else { return false }
        if status.stamp.size >= Self.size { return true }
        let hasMuch = (try? FileSystem.space(of: file).available).map { $0 > 8 * Self.size } ?? false
        let isTaken = hasMuch && posix_fallocate(file.rawValue, 0, off_t(Self.size)) == 0
        if !isTaken { unlink(path) }
        return isTaken
    }
}
