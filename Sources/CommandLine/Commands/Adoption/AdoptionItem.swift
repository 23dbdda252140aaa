internal import CLinux
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// A loose font that a run of `adopt` takes under management, as its manifest has it.
package struct AdoptionItem: Codable, Sendable, Equatable {
    /// Where the file was, without links in the directories.
    package var path: String
    /// What the file is called in the directory of the run.
    package var storedName: String
    /// The SHA-256 of its bytes; files of the same bytes share a registration.
    package var digest: String
    /// Its size in bytes.
    package var size: Int64
    /// Its permission bits.
    package var mode: UInt32
    /// When it was last changed, in nanoseconds since 1970.
    package var modification: Int64
    /// Its number in its file system, by which it is known again.
    package var inode: UInt64
    /// Whether programs are to find the registered font.
    package var isEnabled: Bool
    /// Whether the user had the same bytes registered before the run: then undoing it leaves the registration.
    package var wasRegistered: Bool
    /// The files that hold its names and go with this run.
    package var replaces: [String]
    /// The registration, once it is known.
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

    /// Whether there is a file with all of the item's bytes at a path, be it the item's own or a copy.
    ///
    /// Size and time tell it, as a copy has its name only when it is whole. Where a file system keeps times less
    /// exactly, the bytes do.
    ///
    /// - Parameters:
    ///   - path: The path; a link there is none.
    ///   - isReread: Whether nothing but the bytes is to be trusted.
    /// - Returns: `false` also where it cannot be read.
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

/// What a run of `adopt` did, or is about to do: written before anything moves, so that it can always be taken back.
package struct AdoptionManifest: Codable, Sendable, Equatable {
    /// How far a run is.
    package enum State: String, Codable, Sendable {
        /// Fonts are being registered and moved.
        case adopting
        /// Everything is where it belongs.
        case adopted
        /// Files are being moved back.
        case undoing
    }

    /// The version of the format.
    package var version = 1
    /// How far the run is.
    package var state: State
    /// The files.
    package var items: [AdoptionItem]

    /// Creates the manifest of a run.
    package init(state: State, items: [AdoptionItem]) {
        self.state = state
        self.items = items
    }

    /// The items in groups of the same bytes, in order.
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
