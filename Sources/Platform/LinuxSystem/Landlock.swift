internal import CLinux
internal import Glibc
package import SystemPackage

/// What a process may do with files, as the kernel holds it to it whatever calls the filter lets through.
///
/// A process can only lose rights, so rulesets add up. What the kernel's version cannot deny is left to the filter of
/// calls and to the unit; where it has no Landlock at all, the self-test tells.
package enum Landlock {
    /// Files and directories, for a right.
    package struct Rule: Sendable {
        let paths: [String]
        let rights: Rights

        /// Allows a right over files, and over all in directories; a path that does not exist is passed over.
        package init(paths: [String], rights: Rights) {
            self.paths = paths
            self.rights = rights
        }
    }

    /// Rights over files: LANDLOCK_ACCESS_FS_*.
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
        /// To keep files in a directory.
        package static let keep: Rights = [.read, .writeFile, .removeFile, .makeFile, .truncate]

        /// All rights that a version of the interface can deny: the bits 0 to 12, of files alone 0 to 2.
        package static func all(_ version: Int32) -> Rights {
            switch version {
            case ..<2: Rights(rawValue: 1 << 13 - 1)
            case 2: Rights(rawValue: 1 << 14 - 1)
            case 3, 4: Rights(rawValue: 1 << 15 - 1)
            default: Rights(rawValue: 1 << 16 - 1)
            }
        }

        /// The rights that a file can have; the kernel refuses the others for it.
        static let ofFiles: Rights = [.execute, .writeFile, .readFile, .truncate, .controlDevices]
    }

    /// The version of the kernel's interface, 0 where it has none.
    package static let version = max(0, typecase_landlock_version())

    /// What of the network can be denied: LANDLOCK_ACCESS_NET_*, since version 4.
    package struct Network: OptionSet, Sendable {
        package let rawValue: UInt64

        package init(rawValue: UInt64) { self.rawValue = rawValue }

        /// To wait for connections by TCP.
        package static let bind = Network(rawValue: 1 << 0)
        /// To connect by TCP.
        package static let connect = Network(rawValue: 1 << 1)
    }

    /// Denies this thread and what it starts, for good, rights over files but what the rules allow, of the network, and to
    /// reach abstract sockets and signal processes of others.
    ///
    /// - Parameters:
    ///   - denied: The rights; all that the kernel's version knows where nothing is said.
    ///   - network: What of the network.
    ///   - rules: What stays allowed.
    /// - Throws: What the system said; nothing where the kernel has no Landlock.
    package static func enter(
        denying denied: Rights = .all(version), network: Network = [.bind, .connect], _ rules: [Rule]
    ) throws(Errno) {
        guard version > 0 else { return }
        let denied = denied.intersection(.all(version))
        // Since version 4 the network, since 6 abstract sockets and signals of others.
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
