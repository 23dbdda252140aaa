internal import CLinux
internal import FontModel
internal import LinuxSystem
internal import Glibc

/// What some files looked like once, kept so that looking again allocates nothing: some forty files are looked at for
/// each job, while somebody waits for it.
final class FileStamps {
    private let files: [(path: UnsafeMutablePointer<CChar>, stamp: FileStamp?)]

    /// Looks at files.
    ///
    /// - Parameter paths: Absolute paths; there need not be a file.
    init(of paths: [String]) {
        files = paths.compactMap { path in strdup(path.fileSystemRepresentation).map { ($0, Self.stamp(of: $0)) } }
    }

    deinit { for file in files { free(file.path) } }

    /// Whether all of them still look the same, those that were missing included.
    var areUpToDate: Bool { files.allSatisfy { Self.stamp(of: $0.path) == $0.stamp } }

    private static func stamp(of path: UnsafePointer<CChar>) -> FileStamp? {
        var status = stat()
        // Through links: what lies in conf.d usually is one.
        guard stat(path, &status) == 0 else { return nil }
        return FileStamp(
            inode: UInt64(status.st_ino), size: Int64(status.st_size),
            modificationNanoseconds: nanoseconds(status.st_mtim), changeNanoseconds: nanoseconds(status.st_ctim))
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
