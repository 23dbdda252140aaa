internal import CLinux
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// A loose font that a run of `adopt` registers, as its manifest describes it.
package struct AdoptionItem: Codable, Sendable, Equatable {
    /// The path where the file was, without links in its directories.
    package var path: String
    /// The name of the file in the directory of the run.
    package var storedName: String
    /// The SHA-256 of its bytes; files with the same bytes share a registration.
    package var digest: String
    /// Its size in bytes.
    package var size: Int64
    /// Its permission bits.
    package var mode: UInt32
    /// When it was last changed, in nanoseconds since 1970.
    package var modification: Int64
    /// Its inode number, by which the file is recognized.
    package var inode: UInt64
    /// Whether programs should find the registered font.
    package var isEnabled: Bool
    /// Whether the user had registered the same bytes before the run: if so, undoing the run keeps the registration.
    package var wasRegistered: Bool
    /// The files that have its names and that this run replaces.
    package var replaces: [String]
    /// The id of the registration, once it is known.
    package var id: String?

    /// Creates an item.
    package init(
        path: String, storedName: String, digest: String, size: Int64, mode: UInt32, modification: Int64,
        inode: UInt64, isEnabled: Bool, wasRegistered: Bool, replaces: [String], id: String?
    ) {
        self.path = path
        self.storedName = storedName
        self.digest = digest
        self.size = size
        self.mode = mode
        self.modification = modification
        self.inode = inode
        self.isEnabled = isEnabled
        self.wasRegistered = wasRegistered
        self.replaces = replaces
        self.id = id
    }

    /// Whether a file's status is still that of the item.
    func describes(_ status: FileStatus) -> Bool {
        status.kind == .regular && status.stamp.inode == inode && status.stamp.size == size
            && status.stamp.modificationNanoseconds == modification
    }

    /// Whether a path is a file with all of the item's bytes: the item's own file or a copy.
    ///
    /// Size and time are enough, because a copy gets its name only when it is complete. If a file system keeps times
    /// less exactly, the bytes are compared.
    ///
    /// - Parameters:
    ///   - path: The path; a link does not count as a file.
    ///   - isReread: Whether only the bytes are trusted.
    /// - Returns: Whether it is; `false` also if the file cannot be read.
    func isWhole(at path: String, rereading isReread: Bool = false) -> Bool {
        guard let status = try? FileStatus(path: path), status.kind == .regular, status.stamp.size == size else {
            return false
        }
        if !isReread, status.stamp.modificationNanoseconds == modification { return true }
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let raw = try? retryingInterrupts { typecase_openat(AT_FDCWD, path.fileSystemRepresentation, flags, 0) }
        let file = raw.map(OwnedFileDescriptor.init(adopting:))
        return file.flatMap { try? FileDigest.of($0) }?.hexadecimal == digest
    }
}

/// A record of what a run of `adopt` did or is about to do.
///
/// It is written before anything moves, so that the run can always be undone.
package struct AdoptionManifest: Codable, Sendable, Equatable {
    /// The progress of a run.
    package enum State: String, Codable, Sendable {
        /// Fonts are being registered and moved.
        case adopting
        /// All files have been registered and moved.
        case adopted
        /// Files are being moved back.
        case undoing
    }

    /// The version of the format.
    package var version = 1
    /// The progress of the run.
    package var state: State
    /// The files.
    package var items: [AdoptionItem]

    /// Creates the manifest of a run.
    package init(state: State, items: [AdoptionItem]) {
        self.state = state
        self.items = items
    }

    /// The positions of the items, in order, grouped by their bytes.
    package var groups: [[Int]] {
        var positions: [String: Int] = [:]
        var groups: [[Int]] = []
        for (index, item) in items.enumerated() {
            if let position = positions[item.digest] {
                groups[position].append(index)
            } else {
                positions[item.digest] = groups.count
                groups.append([index])
            }
        }
        return groups
    }
}
