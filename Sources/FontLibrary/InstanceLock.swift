internal import CLinux
package import FontModel
internal import Glibc
internal import LinuxSystem
package import SystemPackage

/// The right to change the fonts, held for life by one process of one user on one machine.
///
/// The bus name alone does not give it: a second login can have a bus of its own, and two machines can share a home. The
/// lock belongs to the open file, so the kernel takes it back however the process ends, and it does not pass to children.
package struct InstanceLock: Sendable {
    /// Why the lock could not be had.
    package enum Failure: Error, Sendable, Hashable {
        /// Another process has it; who it is where it left its name.
        case held(processID: Int32?, host: String?)
        /// The file system has no locks, as network homes without a lock service.
        case unsupported
        /// The lock file could not be made or opened.
        case system(Errno)

        /// What the failure of the call that locks means; `nil` for one that is none of the above but ``system(_:)``.
        init(locking errno: Errno, holder: (processID: Int32?, host: String?)) {
            switch errno {
            case .resourceTemporarilyUnavailable, .permissionDenied:
                self = .held(processID: holder.processID, host: holder.host)
            case .noLocks, .notSupported, .noFunction, .invalidArgument:
                self = .unsupported
            default:
                self = .system(errno)
            }
        }

        /// The failure as it is told to callers.
        package var fontError: FontError {
            switch self {
            case .held(let processID, let host):
                let process = processID.map { "process \($0)" } ?? "another process"
                let machine = host.map { " on \($0)" } ?? ""
                return FontError(.readOnly, "The fonts are managed by \(process)\(machine) already. Use that session.")
            case .unsupported:
                return FontError(
                    .readOnly,
                    "The home is on a file system without locks, so that two machines could change the fonts at once. "
                        + "Put XDG_STATE_HOME on a local disk, or mount the home with locks.")
            case .system(let errno):
                return FontError(errno, while: "lock the fonts")
            }
        }
    }

    /// The most bytes that a holder's name has: a process id and a host name of at most 64 bytes.
    private static let maximumNameSize = 128

    private let file: OwnedFileDescriptor

    /// Takes the lock, making the file and its directories where they are missing.
    ///
    /// - Parameter path: The lock file, as ``FontLocations/lock`` has it.
    /// - Throws: ``Failure``, at once where somebody else has the lock.
    package init(path: String) throws(Failure) {
        do throws(Errno) {
            file = try Self.open(path)
        } catch {
            throw .system(error)
        }
        do throws(Errno) {
            try retryingInterrupts { typecase_lock_open_file(file.rawValue) }
        } catch {
            throw Failure(locking: error, holder: Self.holder(in: file))
        }
        // Only a courtesy to the next one who tries; a full disk must not keep us from working.
        do throws(Errno) {
            try retryingInterrupts { ftruncate(file.rawValue, 0) }
            try write(Array("\(getpid()) \(Self.hostName())\n".utf8), to: file)
        } catch {}
    }

    private static func open(_ path: String) throws(Errno) -> OwnedFileDescriptor {
        var parent = FilePath(path).removingLastComponent()
        var missing: [FilePath] = []
        while !parent.isEmpty, access(parent.string, F_OK) != 0 {
            missing.append(parent)
            guard parent.removeLastComponent() else { break }
        }
        for directory in missing.reversed() {
            do throws(Errno) {
                try retryingInterrupts { mkdir(directory.string, 0o700) }
            } catch .fileExists {}
        }
        return OwnedFileDescriptor(
            adopting: try retryingInterrupts {
                typecase_openat(AT_FDCWD, path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
            })
    }

    /// Who wrote their name into the file.
    private static func holder(in file: OwnedFileDescriptor) -> (processID: Int32?, host: String?) {
        guard let bytes = try? readBytes(of: file, limit: maximumNameSize) else { return (nil, nil) }
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        let host = words.dropFirst().first.map(String.init)
        return (words.first.flatMap { Int32($0) }, host.flatMap { $0.allSatisfy(Self.isHostCharacter) ? $0 : nil })
    }

    private static func isHostCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == ".")
    }

    private static func hostName() -> String {
        var name = [CChar](repeating: 0, count: 65)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
