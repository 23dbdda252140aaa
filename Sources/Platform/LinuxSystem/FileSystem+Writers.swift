internal import CLinux
internal import Glibc
internal import SystemPackage

extension FileSystem {
    /// The maximum number of symbolic links to follow on the way to a file, the same as in the kernel.
    ///
    /// Source: path_resolution(7).
    private static let maximumLinks = 40

    /// The sticky bit: users may not rename or delete other users' entries in the directory.
    private static let sticky: UInt32 = 0o1000

    /// Whether only the given users can have chosen the target of a path and written its contents.
    ///
    /// The target of the path and each directory on the way belong to one of these users, and other users cannot write
    /// to any of them. A symbolic link in such a directory counts as its target. In a directory like `/tmp`, to which
    /// everyone may write, a directory that belongs to these users still counts, because nobody else can have put it
    /// there. Links and files in it do not count, because anyone can have created a second name for them there.
    ///
    /// If the result is true, it was already true before anyone opened the path, because only these users can have
    /// changed it in the meantime.
    ///
    /// - Parameters:
    ///   - users: The user IDs.
    ///   - path: An absolute path without `..`.
    /// - Returns: The result; also `false` if something cannot be examined.
    package static func isWritten(onlyBy users: Set<UInt32>, at path: String) -> Bool {
        // The names are reversed, so that the next one is at the end.
        var names: [String] = path.split(separator: "/").map(String.init).reversed()
        guard path.hasPrefix("/"), !names.contains("..") else { return false }
        do throws(Errno) {
            let root = try entry("/", of: nil)
            guard try FileStatus(of: root).isWritten(onlyBy: users) else { return false }
            var directory = root
            var isShared = false
            var links = 0
            while let name = names.popLast() {
                if name == "." { continue }
                let next = try entry(name, of: directory)
                let status = try FileStatus(of: next)
                switch status.kind {
                case .directory:
                    guard mayPass(status, users) else { return false }
                    directory = next
                    isShared = !status.isWritten(onlyBy: users)
                case .symbolicLink:
                    links += 1
                    // A link's permission bits allow everyone to write, but nobody can.
                    guard links <= maximumLinks, !isShared, users.contains(status.userID) else { return false }
                    let target = try target(of: next)
                    if target.hasPrefix("/") { (directory, isShared) = (root, false) }
                    names += target.split(separator: "/").map(String.init).reversed()
                default: return names.isEmpty && !isShared && status.isWritten(onlyBy: users)
                }
            }
            // An entry of a shared directory may belong to these users, but the directory itself does not count.
            return !isShared
        } catch {
            return false
        }
    }

    /// Whether only the given users can have put their entries into a directory.
    private static func mayPass(_ directory: FileStatus, _ users: Set<UInt32>) -> Bool {
        directory.isWritten(onlyBy: users) || users.contains(directory.userID) && directory.mode & sticky != 0
    }

    /// Opens a directory entry only to examine it; does not follow a symbolic link.
    private static func entry(
        _ name: String, of directory: OwnedFileDescriptor?
    ) throws(Errno) -> OwnedFileDescriptor {
        OwnedFileDescriptor(
            adopting: try retryingInterrupts {
                typecase_openat(
                    directory?.rawValue ?? AT_FDCWD, name.fileSystemRepresentation,
                    typecase_O_PATH | O_NOFOLLOW | O_CLOEXEC, 0)
            })
    }

    /// The target of a symbolic link.
    private static func target(of link: OwnedFileDescriptor) throws(Errno) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = try retryingInterrupts { readlinkat(link.rawValue, "", &buffer, buffer.count) }
        return PathText.text(of: buffer[..<count].map(UInt8.init(bitPattern:)))
    }
}
