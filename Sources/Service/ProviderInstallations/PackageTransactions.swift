internal import FontModel
internal import LinuxSystem
internal import SystemPackage

/// Tells whether a package manager is in the middle of something, so that what it is about to replace may be missing.
///
/// Package managers hold locks while they work, on files that only root may open. Which files are locked everybody may
/// read.
package struct PackageTransactions: Sendable {
    /// The locks of dpkg and of its front ends, which run it several times, and of rpm in its places of old and of today.
    package static let usualLocks = [
        "/var/lib/dpkg/lock", "/var/lib/dpkg/lock-frontend", "/var/lib/rpm/.rpm.lock",
        "/usr/lib/sysimage/rpm/.rpm.lock",
    ]

    private let locks: [String]
    private let table: String

    /// Says where to look.
    ///
    /// - Parameters:
    ///   - locks: The files that package managers lock, absolute paths.
    ///   - table: The kernel's list of locks, proc_locks(5).
    package init(locks: [String] = PackageTransactions.usualLocks, table: String = "/proc/locks") {
        self.locks = locks
        self.table = table
    }

    /// Whether a package manager is at work, as far as that can be told.
    ///
    /// Blocks.
    package var areUnderWay: Bool {
        // By number alone: the device that the list names is not the one that stat(2) tells on every file system. A
        // mistake costs a moment.
        let numbers = Set(locks.compactMap { try? FileStatus(path: $0, followsLinks: true).stamp.inode })
        guard !numbers.isEmpty, let text = try? SmallFile(path: table).read() else { return false }
        return text.split(separator: "\n").contains { line in
            // `1: POSIX  ADVISORY  WRITE 712 fe:00:2752531 0 EOF`
            let fields = line.split(separator: " ")
            guard fields.count > 5, fields[3] == "WRITE", let number = fields[5].split(separator: ":").last else {
                return false
            }
            return UInt64(number).map(numbers.contains) ?? false
        }
    }
}
