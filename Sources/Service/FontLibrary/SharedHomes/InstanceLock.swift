internal import CLinux
package import FontModel
internal import Glibc
internal import LinuxSystem
internal import Synchronization
package import SystemPackage

/// The right to change the fonts, held by one process of one user on one machine until the process ends.
///
/// The bus name alone is not enough: a second login can have a bus of its own, and two machines can share a home. The
/// lock belongs to the open file. Therefore the kernel releases it however the process ends, and child processes do not
/// inherit it.
package final class InstanceLock: Sendable {
    /// The reason why the lock could not be taken.
    package enum Failure: Error, Sendable, Hashable {
        /// Another process holds the lock; the value describes that process if it wrote its name.
        case held(LockHolder)
        /// The file system does not support locks, as on network homes without a lock service.
        case unsupported
        /// The lock file could not be created or opened.
        case system(Errno)

        /// Creates the failure from the error of the locking call; `nil` if only ``system(_:)`` describes the error.
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

        /// The failure as the error that callers receive.
        package var fontError: FontError {
            switch self {
            case .held(let holder):
                return FontError(
                    .readOnly,
                    "The fonts are already managed by \(holder). Change them there, or stop that process: this service "
                        + "then takes over.")
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

    /// Creates the lock by taking it, and creates the file and its directories if they are missing.
    ///
    /// - Parameters:
    ///   - path: The lock file, one of ``FontLocations/locks``.
    ///   - holder: The holder who takes the lock, for the messages of other processes.
    /// - Throws: ``Failure``, at once if another process holds the lock.
    package init(path: String, holder: LockHolder = .current()) throws(Failure) {
        // The file is not opened for writing, so that repeated attempts do not wake processes that watch for the
        // release.
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
        // The name only helps the next process that tries; a full disk must not prevent the lock from being taken.
        do throws(Errno) {
            try retryingInterrupts { ftruncate(file.rawValue, 0) }
            try write(Array(holder.text.utf8), to: file)
        } catch {}
        self.file = Mutex(file)
    }

    /// Releases the lock for the next process, even if other references to this object exist.
    package func release() {
        file.withLock { file in
            if let file { _ = typecase_unlock_open_file(file.rawValue) }
            file = nil
        }
    }

    /// How often an impossible holder name is read again, at intervals of 10 ms.
    ///
    /// The total time covers the time that the holder may need on a busy machine between taking the lock and writing
    /// its name.
    private static let namingAttempts = 100

    /// The holder whose name is in the file.
    ///
    /// The holder writes its name a moment after it takes the lock. Until then, the file contains the name of a
    /// previous holder, or no name.
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
            // The new directory must not lose what is created in it later, and its later users assume that it is
            // durable.
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

    /// Whether another process holds the lock now.
    ///
    /// Nothing is created, and no watcher of the file is woken.
    ///
    /// - Parameter path: The lock file.
    /// - Returns: `false` also if the file does not exist or its state cannot be determined.
    package static func isHeld(path: String) -> Bool {
        openForReading(path).map(isHeld) ?? false
    }

    private static func isHeld(_ file: OwnedFileDescriptor) -> Bool { typecase_is_file_locked(file.rawValue) == 1 }

    private static func openForReading(_ path: String) -> OwnedFileDescriptor? {
        let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let raw = try? retryingInterrupts { typecase_openat(AT_FDCWD, path, flags, 0) }
        return raw.map(OwnedFileDescriptor.init(adopting:))
    }

    /// Whether a path leads to the locked file: one directory may have two paths.
    package func isLock(at path: String) -> Bool {
        guard let other = Self.openForReading(path).flatMap({ try? FileStatus(of: $0) }),
            let own = file.withLock({ $0.flatMap { try? FileStatus(of: $0) } })
        else { return false }
        return other.device == own.device && other.stamp.inode == own.stamp.inode
    }
}
