internal import FontModel
internal import Glibc
internal import LinuxSystem

/// The lock beside a cache that somebody is writing: a file with the number of the process.
///
/// Whoever is killed between taking and giving it back leaves it, with a half-written cache. Fontconfig takes it for left
/// after ten minutes only (`FcAtomicLock`, fcatomic.c), and until then nobody can write the cache of that directory.
struct CacheLock {
    /// Seconds after which a lock is left whoever has it: it is held while one file is written.
    private static let lifetime: Int64 = 10

    private let path: String

    /// Removes the locks that nobody holds any more, each with what was written under it.
    ///
    /// - Parameter directory: The absolute path of a directory of caches.
    /// - Returns: How many there were.
    static func removeLeftOnes(in directory: String) -> Int {
        guard let stream = opendir(directory) else { return 0 }
        defer { closedir(stream) }
        var count = 0
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(validating: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let name, name.hasSuffix(".LCK") else { continue }
            let lock = CacheLock(path: "\(directory)/\(name)")
            if lock.isLeft, lock.remove() { count += 1 }
        }
        return count
    }

    private var isLeft: Bool {
        // Gone by itself, it was nobody's that has ended.
        guard let status = try? FileStatus(path: path), status.kind == .regular else { return false }
        let seconds = status.stamp.modificationNanoseconds / 1_000_000_000
        return WallClock.secondsSince1970 - seconds > Self.lifetime || !isHeld
    }

    /// Whether the process goes on that took it, or it cannot be told.
    private var isHeld: Bool {
        guard let text = try? SmallFile(path: path).read(),
            let processID = Int32(text.split(whereSeparator: \.isWhitespace).first ?? ""),
            processID > 0, access("/proc/self", F_OK) == 0
        else { return true }
        return access("/proc/\(processID)", F_OK) == 0
    }

    /// What is half written goes first: who takes the lock next writes over it, and would leave what is longer.
    private func remove() -> Bool {
        unlink(path.dropLast(".LCK".count) + ".NEW")
        return unlink(path) == 0
    }
}
