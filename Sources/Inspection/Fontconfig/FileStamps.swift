internal import CLinux
internal import FontModel
internal import LinuxSystem
internal import Glibc

/// The recorded state of some files, stored so that a check for changes allocates no memory.
///
/// Each job checks some forty files while its client waits.
final class FileStamps {
    private let files: [(path: UnsafeMutablePointer<CChar>, stamp: FileStamp?)]

    /// Records the current state of files.
    ///
    /// - Parameter paths: Absolute paths; the files need not exist.
    init(of paths: [String]) {
        files = paths.compactMap { path in strdup(path.fileSystemRepresentation).map { ($0, Self.stamp(of: $0)) } }
    }

    deinit { for file in files { free(file.path) } }

    /// Whether the state of all files is unchanged, including files that were missing.
    var areUpToDate: Bool { files.allSatisfy { Self.stamp(of: $0.path) == $0.stamp } }

    private static func stamp(of path: UnsafePointer<CChar>) -> FileStamp? {
        var status = stat()
        // This follows links, because the files in conf.d usually are links.
        guard stat(path, &status) == 0 else { return nil }
        return FileStamp(
            inode: UInt64(status.st_ino), size: Int64(status.st_size),
            modificationNanoseconds: nanoseconds(status.st_mtim), changeNanoseconds: nanoseconds(status.st_ctim))
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
