internal import FontModel
internal import Glibc
internal import LinuxSystem

/// The lock on the cache of a directory: a file next to the cache that contains the ID of the process that writes it.
///
/// If a process is killed while it has the lock, the lock remains, with a half-written cache. Fontconfig ignores such a
/// stale lock only after ten minutes (`FcAtomicLock`, fcatomic.c); until then, no process can write the cache of that
/// directory.
struct CacheLock {
    /// The seconds after which a lock is stale if its process is not found.
    ///
    /// A lock is kept while one file is written. The process may also run in a container, which has its own process
    /// IDs.
    private static let lifetime: Int64 = 2
    /// The microseconds between two checks of a lock.
    private static let interval: UInt32 = 20_000
    /// The number of checks: together they last longer than a lock may be kept.
    private static let looks = 150

    private let path: String

    /// Finds the lock of a directory's cache; the result is `nil` if there is none.
    ///
    /// - Parameters:
    ///   - directory: The absolute path of the directory of fonts.
    ///   - cacheDirectory: The absolute path of the directory of caches.
    init?(of directory: String, in cacheDirectory: String) {
        // The names of caches are hashes of their directories' paths (`FcDirCacheBasenameMD5`, fccache.c).
        guard let stream = opendir(cacheDirectory.fileSystemRepresentation) else { return nil }
        defer { closedir(stream) }
        let name = PathDigest.of(directory)
        while let entry = readdir(stream) {
            let file = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(validating: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let file, file.hasPrefix(name + "-"), file.hasSuffix(Self.suffix) else { continue }
            path = "\(cacheDirectory)/\(file)"
            return
        }
        return nil
    }

    /// Waits until the lock is released, and removes it if it is stale.
    ///
    /// - Returns: Whether the lock is gone.
    func awaitEnd() -> Bool {
        for _ in 0..<Self.looks {
            guard let status = try? FileStatus(path: path), status.kind == .regular else { return true }
            if isLeft(status), status.stamp == (try? FileStatus(path: path))?.stamp { return remove() }
            usleep(Self.interval)
        }
        return false
    }

    private static let suffix = ".LCK"

    /// Whether the process that took the lock has ended.
    ///
    /// If the disk may be shared by several machines, the process may run on another one.
    private func isLeft(_ status: FileStatus) -> Bool {
        let seconds = status.stamp.modificationNanoseconds / 1_000_000_000
        guard WallClock.secondsSince1970 - seconds > Self.lifetime,
            (try? FileSystem.mayBeShared(path)) == false,
            let text = try? SmallFile(path: path).read(),
            let processID = Int32(text.split(whereSeparator: \.isWhitespace).first ?? ""),
            processID > 0, access("/proc/self", F_OK) == 0
        else { return false }
        return access("/proc/\(processID)", F_OK) != 0
    }

    /// Removes the lock, and before it the half-written file.
    ///
    /// The next process would overwrite that file without truncating it, so the end of a longer file would remain.
    private func remove() -> Bool {
        unlink(path.dropLast(Self.suffix.count) + ".NEW")
        return unlink(path) == 0
    }
}
