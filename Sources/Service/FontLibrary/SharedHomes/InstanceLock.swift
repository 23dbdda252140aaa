internal import CLinux
package import FontModel
internal import Glibc
internal import LinuxSystem
internal import Synchronization
package import SystemPackage

/// The right to change the fonts, held for life by one process of one user on one machine.
///
/// The bus name alone does not give it: a second login can have a bus of its own, and two machines can share a home. The
/// lock belongs to the open file, so the kernel takes it back however the process ends, and it does not pass to children.
package final class InstanceLock: Sendable {
    /// Why the lock could not be had.
    package enum Failure: Error, Sendable, Hashable {
        /// Another process has it; who it is where it left its name.
        case held(LockHolder)
        /// The file system has no locks, as network homes without a lock service.
        case unsupported
        /// The lock file could not be made or opened.
        case system(Errno)

        /// What the failure of the call that locks means; `nil` for one that is none of the above but ``system(_:)``.
        init(locking errno: Errno, holder: LockHolder) {
            switch errno {
            case .resourceTemporarilyUnavailable, .permissionDenied:
                self = .held(holder)
            case .noLocks, .notSupported, .noFunction, .invalidArgument:
                self = .unsupported
            default:
                self = .system(errno)
            }
        }

        /// The failure as it is told to callers.
        package var fontError: FontError {
            switch self {
            case .held(let holder):
                return FontError(
                    .readOnly,
                    "The fonts are managed by \(holder) already. Change them from there, or end it: this service takes over "
                        + "then.")
            case .unsupported:
                return FontError(
                    .readOnly,
                    "The home is on a file system without locks, so that two machines could change the fonts at once. "
                        + "Mount it with locks, or put both XDG_DATA_HOME and XDG_STATE_HOME on a local disk.")
            case .system(let errno):
                return FontError(errno, while: "lock the fonts")
            }
        }
    }

    private let file: Mutex<OwnedFileDescriptor?>

    /// Takes the lock, making the file and its directories where they are missing.
    ///
    /// - Parameters:
    ///   - path: The lock file, as ``FontLocations/locks`` have it.
    ///   - holder: Who takes it, for the messages of others.
    /// - Throws: ``Failure``, at once where somebody else has the lock.
    package init(path: String, holder: LockHolder = .current()) throws(Failure) {
        // Without opening it for writing, so that trying again and again does not wake who watches for its end.
        if let other = Self.openForReading(path), Self.isHeld(other) {
            throw .held(Self.holder(in: other, besides: holder))
        }
        let file: OwnedFileDescriptor
        do throws(Errno) {
            file = try Self.open(path)
        } catch {
            throw .system(error)
        }
        do throws(Errno) {
            try retryingInterrupts { typecase_lock_open_file(file.rawValue) }
        } catch {
            throw Failure(locking: error, holder: Self.holder(in: file, besides: holder))
        }
        // Only a courtesy to the next one who tries; a full disk must not keep us from working.
        do throws(Errno) {
            try retryingInterrupts { ftruncate(file.rawValue, 0) }
            try write(Array(holder.text.utf8), to: file)
        } catch {}
        self.file = Mutex(file)
    }

    /// Gives the lock to the next one, whoever still refers to it.
    package func release() {
        file.withLock { file in
            if let file { _ = typecase_unlock_open_file(file.rawValue) }
            file = nil
        }
    }

    /// How often, 10 ms apart, the name of a holder is read again that cannot be it: for as long as a busy machine may take
    /// between two calls of that process.
    private static let namingAttempts = 100

    /// Who wrote their name into the file.
    ///
    /// The name comes a moment after the lock: until then it is that of a holder before, or none.
    private static func holder(in file: OwnedFileDescriptor, besides other: LockHolder) -> LockHolder {
        var holder = LockHolder(processID: nil, host: nil, bus: nil)
        for attempt in 0..<namingAttempts {
            if attempt > 0 { usleep(10_000) }
            let text = try? readBytes(of: file, limit: LockHolder.maximumSize)
            holder = LockHolder(text: String(decoding: text ?? [], as: UTF8.self))
            guard let processID = holder.processID else { continue }
            let isGone = holder.host == other.host && kill(processID, 0) != 0 && errno == ESRCH
            if !isGone { break }
        }
        return holder
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
            } catch .fileExists {
                continue
            }
            // What is made in it must not go with it, and whoever makes that takes it to be there for good.
            do throws(Errno) {
                try Directory(path: directory.removingLastComponent().string).synchronize()
            } catch {
                rmdir(directory.string)
                throw error
            }
        }
        return OwnedFileDescriptor(
            adopting: try retryingInterrupts {
                typecase_openat(AT_FDCWD, path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
            })
    }

    /// Whether another process has the lock at the moment; nothing is made, and no watcher of the file is woken.
    ///
    /// - Parameter path: The lock file.
    /// - Returns: `false` also where there is no such file or it cannot be told.
    package static func isHeld(path: String) -> Bool {
        openForReading(path).map(isHeld) ?? false
    }

    private static func isHeld(_ file: OwnedFileDescriptor) -> Bool { typecase_is_file_locked(file.rawValue) == 1 }

    private static func openForReading(_ path: String) -> OwnedFileDescriptor? {
        let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let raw = try? retryingInterrupts { typecase_openat(AT_FDCWD, path, flags, 0) }
        return raw.map(OwnedFileDescriptor.init(adopting:))
    }

    /// Whether a path leads to the file that is locked: two directories may be one under two names.
    package func isLock(at path: String) -> Bool {
        guard let other = Self.openForReading(path).flatMap({ try? FileStatus(of: $0) }),
            let own = file.withLock({ $0.flatMap { try? FileStatus(of: $0) } })
        else { return false }
        return other.device == own.device && other.stamp.inode == own.stamp.inode
    }
}
