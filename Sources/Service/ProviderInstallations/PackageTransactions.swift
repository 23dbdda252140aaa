internal import FontModel
internal import LinuxSystem
internal import SystemPackage

/// Detects whether a package manager is running.
///
/// While it runs, files that it is about to replace may be missing. Package managers hold locks on files that only root
/// may open, but the list of locked files is readable by everyone.
package struct PackageTransactions: Sendable {
    /// The lock files of dpkg, of its front ends, which run it several times, and of rpm in its old and current
    /// locations.
    package static let usualLocks = [
        "/var/lib/dpkg/lock", "/var/lib/dpkg/lock-frontend", "/var/lib/rpm/.rpm.lock",
        "/usr/lib/sysimage/rpm/.rpm.lock",
    ]

    private let locks: [String]
    private let table: String

    /// Creates a detector for the given lock files.
    ///
    /// - Parameters:
    ///   - locks: The files that package managers lock, as absolute paths.
    ///   - table: The kernel's list of locks, proc_locks(5).
    package init(locks: [String] = PackageTransactions.usualLocks, table: String = "/proc/locks") {
        self.locks = locks
        self.table = table
    }

    /// Whether a package manager is running, as far as this can be detected.
    ///
    /// Blocks.
    package var areUnderWay: Bool {
        // Only inode numbers are compared: on some file systems, the device in the list differs from the one that
        // stat(2) returns. A false match only costs a short delay.
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
