internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// What a process may do with files, as the kernel holds it to it whatever calls the filter lets through.
///
/// A process can only lose rights, so rulesets add up. What the kernel's version cannot deny is left to the filter of
/// calls and to the unit; where it has no Landlock at all, the self-test tells.
struct Landlock {
    /// Files and directories, for a right.
    struct Rule {
        let paths: [String]
        let rights: Rights
    }

    /// Rights over files: LANDLOCK_ACCESS_FS_*.
    ///
    /// Source: linux/landlock.h.
    struct Rights: OptionSet {
        let rawValue: UInt64

        static let execute = Rights(rawValue: 1 << 0)
        static let writeFile = Rights(rawValue: 1 << 1)
        static let readFile = Rights(rawValue: 1 << 2)
        static let readDirectory = Rights(rawValue: 1 << 3)
        static let removeFile = Rights(rawValue: 1 << 5)
        static let makeSpecial = Rights(rawValue: 1 << 6 | 1 << 9 | 1 << 10 | 1 << 11)
        static let makeFile = Rights(rawValue: 1 << 8)
        static let truncate = Rights(rawValue: 1 << 14)
        static let controlDevices = Rights(rawValue: 1 << 15)

        static let read: Rights = [.readFile, .readDirectory]
        /// To keep files in a directory.
        static let keep: Rights = [.read, .writeFile, .removeFile, .makeFile, .truncate]

        /// All rights that a version of the interface can deny: the bits 0 to 12, of files alone 0 to 2.
        static func all(_ version: Int32) -> Rights {
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
    static let version = max(0, typecase_landlock_version())

    /// Denies this process, for good, everything that concerns files but what the rules allow, and the network.
    ///
    /// - Parameter rules: What stays allowed; a path that does not exist is passed over.
    /// - Throws: The reason why it could not.
    static func enter(_ rules: [Rule]) throws(SystemCallFilter.Failure) {
        try enter(denying: .all(version), rules)
    }

    /// Denies this process and its children, for good, what none of them needs: to make special files, to speak to others
    /// and, most of them, to execute.
    static func enterWithFiles(execute canExecute: Bool) throws(SystemCallFilter.Failure) {
        try enter(
            denying: canExecute ? [.makeSpecial, .controlDevices] : [.execute, .makeSpecial, .controlDevices], [])
    }

    private static func enter(denying denied: Rights, _ rules: [Rule]) throws(SystemCallFilter.Failure) {
        guard version > 0 else { return }
        let denied = denied.intersection(.all(version))
        // Since version 4 to bind and connect TCP, since 6 abstract sockets and signals of others.
        do throws(Errno) {
            let ruleset = OwnedFileDescriptor(
                adopting: try retryingInterrupts {
                    typecase_landlock_create(denied.rawValue, version >= 4 ? 0b11 : 0, version >= 6 ? 0b11 : 0)
                })
            for rule in rules {
                for path in rule.paths { try allow(rule.rights.intersection(denied), path, ruleset) }
            }
            try retryingInterrupts { typecase_landlock_enter(ruleset.rawValue) }
        } catch {
            throw SystemCallFilter.Failure(description: "Landlock was refused: \(error)")
        }
    }

    private static func allow(_ rights: Rights, _ path: String, _ ruleset: OwnedFileDescriptor) throws(Errno) {
        let number = open(path, typecase_O_PATH | O_CLOEXEC)
        guard number >= 0 else { return }
        let file = OwnedFileDescriptor(adopting: number)
        var status = stat()
        try retryingInterrupts { fstat(number, &status) }
        let possible = status.st_mode & S_IFMT == S_IFDIR ? rights : rights.intersection(.ofFiles)
        guard !possible.isEmpty else { return }
        try retryingInterrupts { typecase_landlock_allow(ruleset.rawValue, possible.rawValue, file.rawValue) }
    }
}
