internal import CLinux
package import FontModel
internal import Glibc
internal import LinuxSystem
internal import Synchronization
package import SystemPackage

/// The right of one machine to change the fonts of a home that several machines may have mounted.
///
/// The lock alone is not enough, because many network file systems keep locks within each machine. The lease is a file
/// that its holder rewrites at intervals. A lease that another machine has not renewed for a long time is void. Ages
/// are measured only by the file server's clock, which stamps both of the compared files.
///
/// Machines are distinguished by identifier, boot and name together: clones of one image have the same identifier until
/// somebody gives them different ones.
package final class HomeLease: Sendable {
    /// The reason why the lease could not be taken, or was lost.
    package enum Failure: Error, Sendable, Hashable {
        /// Another machine holds the lease.
        case held(LeaseHolder)
        /// The file could not be read or written.
        case system(Errno)
        /// The lease was released before.
        case over

        /// The failure as the error that callers receive.
        package var fontError: FontError {
            switch self {
            case .held(let holder):
                FontError(
                    .readOnly,
                    "The home directory is shared with \(holder), which manages the fonts. Change the fonts there, or stop the "
                        + "font service there: this service then takes over within minutes.")
            case .system(let errno): FontError(errno, while: "take the fonts for this machine")
            case .over:
                FontError(.busy, "The fonts in the home directory are being handed over to another machine. Try again.")
            }
        }
    }

    /// The interval at which the holder rewrites the lease.
    package static let renewalInterval = Duration.seconds(90)
    /// The age at which a lease of another machine is void: three missed renewals, and some more time.
    package static let expiry = Duration.seconds(300)

    /// How long to wait after taking a void lease, before checking whether another machine took it as well.
    ///
    /// The wait is 2 s, which is far longer than the time between reading and writing the lease.
    private static let settlingMicroseconds: UInt32 = 2_000_000

    private struct State {
        /// The time of the last write, measured since the boot.
        var lastRenewal: Duration
        /// Why later contents of the file no longer matter here: the lease was lost or released.
        var end: Failure?
    }

    private let file: SmallFile
    private let holder: LeaseHolder
    private let state: Mutex<State>

    /// Creates the lease by taking it.
    ///
    /// Only the holder of ``InstanceLock`` may call this. Thus an existing lease of this boot of the machine was left
    /// behind by an ended process. Blocks.
    ///
    /// - Parameters:
    ///   - path: The file, one of ``FontLocations/leases``.
    ///   - holder: The holder who takes the lease.
    ///   - uptime: How long the machine has been running.
    /// - Throws: ``Failure``, at once if another machine holds the lease.
    package init(path: String, holder: LeaseHolder, uptime: Duration = HomeLease.uptime) throws(Failure) {
        file = SmallFile(path: path, writer: holder.draftName)
        self.holder = holder
        state = Mutex(State(lastRenewal: Self.uptime))
        try Self.reporting(file) { [file] () throws(Errno) in
            guard let other = try Self.holder(in: file) else { return try file.create(with: holder.text) }
            if other.isSameRun(as: holder) { return try file.replace(with: holder.text) }
            guard try Self.isVoid(file, of: other, for: holder, uptime) else { throw .fileExists }
            try file.replace(with: holder.text)
            // A third machine may have found the lease void at the same moment; the last machine to write holds it.
            usleep(Self.settlingMicroseconds)
            guard try Self.holder(in: file) == holder else { throw .fileExists }
        }
    }

    /// Whether a lease of another run no longer has a holder.
    ///
    /// After a crash and a boot, a machine need not wait for its own lease, which is older than the boot. A lease under
    /// the same identifier and name that was written after the boot belongs to a clone, which runs at the same time and
    /// changes fonts. A lease under another name belongs to another machine, whatever its age.
    private static func isVoid(
        _ file: SmallFile, of other: LeaseHolder, for holder: LeaseHolder, _ uptime: Duration
    ) throws(Errno) -> Bool {
        let age = try age(of: file, askedBy: holder)
        return age > expiry || other.isSameMachine(as: holder) && age >= uptime
    }

    /// Checks before a change that this machine still holds the lease, and rewrites the lease if that is due.
    ///
    /// After sleep, the machine may find that another machine has taken the lease. This blocks while it reads the file,
    /// and from time to time while it writes it.
    ///
    /// - Parameter isChanging: Whether a change is about to be made. If so, a fresh lease need not be rewritten.
    /// - Throws: ``Failure/held(_:)`` if another machine took the lease, which is final; ``Failure/system(_:)`` if the
    ///   holder cannot be determined; and ``Failure/over`` if the lease was released.
    package func renew(beforeChange isChanging: Bool = false) throws(Failure) {
        let state = state.withLock { $0 }
        if let end = state.end { throw end }
        let now = Self.uptime
        let age = now - state.lastRenewal
        do throws(Failure) {
            try Self.reporting(file) { () throws(Errno) in
                let other = try Self.holder(in: file)
                if let other, other != holder { throw .fileExists }
                if isChanging, other != nil, age < Self.renewalInterval { return }
                try file.replace(with: holder.text)
                guard age > Self.expiry else { return }
                // The lease had become void, so another machine may be taking it at this moment.
                usleep(Self.settlingMicroseconds)
                guard try Self.holder(in: file) == holder else { throw .fileExists }
            }
        } catch {
            if case .held = error { self.state.withLock { $0.end = error } }
            throw error
        }
        guard !isChanging || age >= Self.renewalInterval else { return }
        self.state.withLock { $0.lastRenewal = now }
    }

    /// Converts the failure for an existing lease of another machine into an error that names the machine.
    private static func reporting(_ file: SmallFile, _ body: () throws(Errno) -> Void) throws(Failure) {
        do throws(Errno) {
            try body()
        } catch {
            if error == .fileExists, let other = try? holder(in: file) { throw .held(other) }
            throw .system(error)
        }
    }

    /// Releases the lease, so that another machine need not wait for it to expire.
    package func release() {
        state.withLock { $0.end = $0.end ?? .over }
        if let other = try? Self.holder(in: file), other == holder { try? file.remove() }
    }

    private static func holder(in file: SmallFile) throws(Errno) -> LeaseHolder? {
        try file.read().map(LeaseHolder.init(text:))
    }

    /// The age of a lease, measured by the clock that stamps the files.
    private static func age(of file: SmallFile, askedBy holder: LeaseHolder) throws(Errno) -> Duration {
        // Several machines may measure at the same time, and each removes its own probe.
        let probe = SmallFile(path: "\(file.path).probe.\(holder.draftName)")
        try probe.replace(with: "")
        defer { try? probe.remove() }
        return try .nanoseconds(probe.modificationNanoseconds() - file.modificationNanoseconds())
    }

    /// The time since the boot, including sleep.
    package static var uptime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
