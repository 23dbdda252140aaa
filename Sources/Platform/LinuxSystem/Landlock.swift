internal import CLinux
internal import Glibc
package import SystemPackage

/// Restrictions on a process's file access, which the kernel enforces regardless of what the system call filter allows.
///
/// A process can only lose rights, so rulesets add up. Rights that the kernel's version cannot deny are left to the
/// system call filter and to the unit. If the kernel has no Landlock at all, the self-test reports it.
package enum Landlock {
    /// A right for some files and directories.
    package struct Rule: Sendable {
        let paths: [String]
        let rights: Rights

        /// Creates a rule that allows rights for files and everything in directories; nonexistent paths are skipped.
        package init(paths: [String], rights: Rights) {
            self.paths = paths
            self.rights = rights
        }
    }

    /// Rights for files: LANDLOCK_ACCESS_FS_*.
    ///
    /// Source: linux/landlock.h.
    package struct Rights: OptionSet, Sendable {
        package let rawValue: UInt64

        package init(rawValue: UInt64) { self.rawValue = rawValue }

        package static let execute = Rights(rawValue: 1 << 0)
        package static let writeFile = Rights(rawValue: 1 << 1)
        package static let readFile = Rights(rawValue: 1 << 2)
        package static let readDirectory = Rights(rawValue: 1 << 3)
        package static let removeFile = Rights(rawValue: 1 << 5)
        package static let makeSpecial = Rights(rawValue: 1 << 6 | 1 << 9 | 1 << 10 | 1 << 11)
        package static let makeDirectory = Rights(rawValue: 1 << 7)
        package static let makeFile = Rights(rawValue: 1 << 8)
        package static let truncate = Rights(rawValue: 1 << 14)
        package static let controlDevices = Rights(rawValue: 1 << 15)

        package static let read: Rights = [.readFile, .readDirectory]
        /// The rights needed to store files in a directory.
        package static let keep: Rights = [.read, .writeFile, .removeFile, .makeFile, .truncate]

        /// All rights that a version of the interface can deny: bits 0 to 12, of which 0 to 2 apply to files only.
        package static func all(_ version: Int32) -> Rights {
            switch version {
            case ..<2: Rights(rawValue: 1 << 13 - 1)
            case 2: Rights(rawValue: 1 << 14 - 1)
            case 3, 4: Rights(rawValue: 1 << 15 - 1)
            default: Rights(rawValue: 1 << 16 - 1)
            }
        }

        /// The rights that apply to a file; for a file, the kernel refuses the other rights.
        static let ofFiles: Rights = [.execute, .writeFile, .readFile, .truncate, .controlDevices]
    }

    /// The version of the kernel's interface; 0 if there is none.
    package static let version = max(0, typecase_landlock_version())

    /// The network rights that can be denied: LANDLOCK_ACCESS_NET_*, since version 4.
    package struct Network: OptionSet, Sendable {
        package let rawValue: UInt64

        package init(rawValue: UInt64) { self.rawValue = rawValue }

        /// The right to bind a TCP port.
        package static let bind = Network(rawValue: 1 << 0)
        /// The right to connect with TCP.
        package static let connect = Network(rawValue: 1 << 1)
    }

    /// Permanently denies rights to this thread and to the threads and processes that it starts.
    ///
    /// Denies file rights except those that the rules allow, network rights, access to abstract sockets and signals to
    /// other processes.
    ///
    /// - Parameters:
    ///   - denied: The file rights to deny; by default, all that the kernel's version knows.
    ///   - network: The network rights to deny.
    ///   - rules: The file rights that stay allowed.
    /// - Throws: The system's error; nothing if the kernel has no Landlock.
    package static func enter(
        denying denied: Rights = .all(version), network: Network = [.bind, .connect], _ rules: [Rule]
    ) throws(Errno) {
        guard version > 0 else { return }
        let denied = denied.intersection(.all(version))
        // Network rights since version 4, abstract sockets and signals to other processes since version 6.
        let ruleset = OwnedFileDescriptor(
            adopting: try retryingInterrupts {
                typecase_landlock_create(
                    denied.rawValue, version >= 4 ? network.rawValue : 0, version >= 6 ? 0b11 : 0)
            })
        for rule in rules {
            for path in rule.paths { try allow(rule.rights.intersection(denied), path, ruleset) }
        }
        try retryingInterrupts { typecase_landlock_enter(ruleset.rawValue) }
    }

    private static func allow(_ rights: Rights, _ path: String, _ ruleset: OwnedFileDescriptor) throws(Errno) {
        let number = open(path.fileSystemRepresentation, typecase_O_PATH | O_CLOEXEC)
        guard number >= 0 else { return }
        let file = OwnedFileDescriptor(adopting: number)
        var status = stat()
        try retryingInterrupts { fstat(number, &status) }
        let possible = status.st_mode & S_IFMT == S_IFDIR ? rights : rights.intersection(.ofFiles)
        guard !possible.isEmpty else { return }
        try retryingInterrupts { typecase_landlock_allow(ruleset.rawValue, possible.rawValue, file.rawValue) }
    }
}
