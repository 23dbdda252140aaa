internal import CLinux
internal import Glibc
internal import SystemPackage

/// The reason why this user cannot add or remove files in their own directory, and the command that repairs it.
package struct DirectoryObstacle: Sendable, Equatable {
    /// The kinds of obstacles.
    package enum Reason: Sendable, Equatable {
        /// The directory belongs to another user.
        case foreignOwner(UInt32)
        /// The permissions of the directory do not allow its owner to read, change and enter it.
        case permissions
        /// The directory is marked as immutable.
        case immutable
        /// The file system is mounted read-only.
        case readOnlyFileSystem
        /// The path is not a directory, or is a symbolic link to something that is not a directory.
        case notDirectory
    }

    /// The directory.
    package let path: String
    /// What prevents changes.
    package let reason: Reason
    /// Whether the path is a symbolic link.
    private let isLink: Bool

    /// Creates a description of what prevents changes in a directory; `nil` if nothing does or the path does not exist.
    ///
    /// Blocks as long as the file system does.
    ///
    /// - Parameter path: The path; a symbolic link is followed.
    package init?(of path: String) {
        guard let entry = try? FileStatus(path: path) else { return nil }
        self.path = path
        isLink = entry.kind == .symbolicLink
        guard let status = try? FileStatus(path: path, followsLinks: true), status.kind == .directory else {
            reason = .notDirectory
            return
        }
        guard status.userID == geteuid() else {
            reason = .foreignOwner(status.userID)
            return
        }
        guard access(path.fileSystemRepresentation, R_OK | W_OK | X_OK) != 0 else { return nil }
        switch typecase_errno() {
        case EROFS: reason = .readOnlyFileSystem
        case EPERM: reason = .immutable
        default: reason = .permissions
        }
    }

    /// The obstacle, as a sentence.
    package var message: String {
        switch reason {
        case .foreignOwner(let user):
            "\(path) belongs to \(user == 0 ? "root" : "another user (id \(user))")\(isLink ? ", as a link leads there" : "")."
        case .permissions: "\(path) cannot be written: its permissions do not allow it."
        case .immutable: "\(path) cannot be written: it is marked as immutable."
        case .readOnlyFileSystem: "\(path) cannot be written: its file system is mounted read-only."
        case .notDirectory: "\(path) is not a directory."
        }
    }

    /// The repair, as a sentence with the command.
    package var remedy: String {
        let quoted = Self.quoted(path)
        // The command never changes the owner or attributes of a link's target, which may belong to the system.
        if isLink, reason != .permissions {
            return "Remove the link with 'rm \(quoted)'; the directory is then created when it is needed."
        }
        return switch reason {
        case .foreignOwner: "Make it yours again with 'sudo chown -R \"$(id -un)\" \(quoted)'."
        case .permissions: "Allow it with 'chmod u+rwx \(quoted)'."
        case .immutable: "Allow it with 'sudo chattr -i \(quoted)'."
        case .readOnlyFileSystem:
            "'findmnt -T \(quoted)' shows the file system; mount it for writing with 'sudo mount -o remount,rw' and its "
                + "target."
        case .notDirectory: "Move it away with 'mv \(quoted) \(quoted).old'."
        }
    }

    /// A path quoted so that a shell reads it as one word.
    private static func quoted(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: "@"), UInt8(ascii: ":"),
                0x80...:
                true
            default: false
            }
        }
        return isPlain ? path : "\"" + path.replacing(#/["\\$`]/#) { "\\\($0.output)" } + "\""
    }
}
