internal import CLinux
internal import Glibc
internal import SystemPackage

extension FileSystem {
    /// The most symbolic links that are followed on the way to a file, as many as the kernel follows.
    ///
    /// Source: path_resolution(7).
    private static let maximumLinks = 40

    /// The bit of a directory in which nobody may touch what belongs to others.
    private static let sticky: UInt32 = 0o1000

    /// Whether nobody but some users can have chosen what a path leads to, or written what is there.
    ///
    /// What is at the end of the path belongs to one of them, and so does each directory on the way; nobody else may
    /// write to any of it. Symbolic links count as what they lead to where they are in such directories. In a directory
    /// like `/tmp`, to which everybody may write, a directory of theirs still counts, as nobody else can have put it
    /// there; links and files do not, of which anybody can have made a second name there.
    ///
    /// Where it holds, it has held since before anybody opened the path, as none but these users can have changed it
    /// meanwhile.
    ///
    /// - Parameters:
    ///   - users: The users.
    ///   - path: An absolute path without `..`.
    /// - Returns: `false` also for what cannot be looked at.
    package static func isWritten(onlyBy users: Set<UInt32>, at path: String) -> Bool {
        // The next one is at the end.
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
                    // Everybody may write a link, by its bits, and nobody can.
                    guard links <= maximumLinks, !isShared, users.contains(status.userID) else { return false }
                    let target = try target(of: next)
                    if target.hasPrefix("/") { (directory, isShared) = (root, false) }
                    names += target.split(separator: "/").map(String.init).reversed()
                default: return names.isEmpty && !isShared && status.isWritten(onlyBy: users)
                }
            }
            // What is in a shared directory may be theirs; the directory itself is not.
            return !isShared
        } catch {
            return false
        }
    }

    /// Whether what belongs to users in a directory can only have been put there by them.
    private static func mayPass(_ directory: FileStatus, _ users: Set<UInt32>) -> Bool {
        directory.isWritten(onlyBy: users) || users.contains(directory.userID) && directory.mode & sticky != 0
    }

    /// Opens an entry of a directory, a symbolic link as itself, for nothing but looking at it.
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

    /// What a symbolic link leads to.
    private static func target(of link: OwnedFileDescriptor) throws(Errno) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = try retryingInterrupts { readlinkat(link.rawValue, "", &buffer, buffer.count) }
        return PathText.text(of: buffer[..<count].map(UInt8.init(bitPattern:)))
    }
}
