internal import FontModel
internal import Glibc
internal import LinuxSystem

/// The lock on the cache of a directory: a file beside it with the number of the process that is writing it.
///
/// Whoever is killed between taking and giving it back leaves it, with a half-written cache. Fontconfig takes it for left
/// after ten minutes only (`FcAtomicLock`, fcatomic.c), and until then nobody can write the cache of that directory.
struct CacheLock {
    /// Seconds after which the lock of a process that is not here is left: it is held while one file is written, and the
    /// process may be in a container, which counts its processes by itself.
    private static let lifetime: Int64 = 2
    /// Microseconds between two looks at a lock.
    private static let interval: UInt32 = 20_000
    /// How often it is looked at: for longer than it may be held.
    private static let looks = 150

    private let path: String

    /// Finds the lock of a directory's cache; `nil` where there is none.
    ///
    /// - Parameters:
    ///   - directory: The absolute path of the directory of fonts.
    ///   - cacheDirectory: The absolute path of the directory of caches.
    init?(of directory: String, in cacheDirectory: String) {
        // The names of caches are those of their directories' paths (`FcDirCacheBasenameMD5`, fccache.c).
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

    /// Waits for the end of the lock, and removes it where it was left.
    ///
    /// - Returns: Whether it is gone.
    func awaitEnd() -> Bool {
        for _ in 0..<Self.looks {
            guard let status = try? FileStatus(path: path), status.kind == .regular else { return true }
            if isLeft(status), status.stamp == (try? FileStatus(path: path))?.stamp { return remove() }
            usleep(Self.interval)
        }
        return false
    }

    private static let suffix = ".LCK"

    /// Whether whoever took it has ended.
    ///
    /// On a disk that several machines share, the process may be on another one.
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

    /// What is half written goes first: who takes the lock next writes over it, and would leave what is longer.
    private func remove() -> Bool {
        unlink(path.dropLast(Self.suffix.count) + ".NEW")
        return unlink(path) == 0
    }
}
