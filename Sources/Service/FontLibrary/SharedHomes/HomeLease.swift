internal import CLinux
package import FontModel
internal import Glibc
internal import LinuxSystem
internal import Synchronization
package import SystemPackage

/// The right of one machine to change the fonts of a home that several machines may have mounted.
///
/// The lock alone does not give it, as many network file systems keep locks within each machine. The lease is a file
/// that its holder writes anew at intervals; one that another machine has not renewed for long is void. Ages are told
/// by the file server's clock alone, which stamps both files that are compared.
///
/// Machines are told apart by identifier, boot and name together: clones of one image share the first until somebody
/// gives them others.
package final class HomeLease: Sendable {
    /// Why the lease could not be had, or is lost.
    package enum Failure: Error, Sendable, Hashable {
        /// Another machine has it.
        case held(LeaseHolder)
        /// The file could not be read or written.
        case system(Errno)
        /// It was given back before.
        case over

        /// The failure as it is told to callers.
        package var fontError: FontError {
            switch self {
            case .held(let holder):
                FontError(
                    .readOnly,
                    "The home is shared with \(holder), which manages the fonts. Change them there, or end the service "
                        + "there: this one takes over within minutes.")
            case .system(let errno): FontError(errno, while: "take the fonts for this machine")
            case .over: FontError(.busy, "The fonts of the home are changing hands. Try again.")
            }
        }
    }

    /// How often the holder writes the lease anew.
    package static let renewalInterval = Duration.seconds(90)
    /// The age at which a lease of another machine is void: three renewals that did not come, and some more.
    package static let expiry = Duration.seconds(300)

    /// How long after taking a void lease to look whether it was not taken by another machine as well: 2 s, far longer
    /// than from looking to writing.
    private static let settlingMicroseconds: UInt32 = 2_000_000

    private struct State {
        /// When it was written last, as time since the boot.
        var lastRenewal: Duration
        /// Why it is nobody's business here any more what comes into the file: it was lost, or given back.
        var end: Failure?
    }

    private let file: SmallFile
    private let holder: LeaseHolder
    private let state: Mutex<State>

    /// Takes the lease.
    ///
    /// Only for the holder of ``InstanceLock``, so that a lease of this run of the machine is one that was left behind.
    /// Blocks.
    ///
    /// - Parameters:
    ///   - path: The file, as ``FontLocations/leases`` have it.
    ///   - holder: Who takes it.
    ///   - uptime: How long the machine has been running.
    /// - Throws: ``Failure``, at once where another machine has it.
    package init(path: String, holder: LeaseHolder, uptime: Duration = HomeLease.uptime) throws(Failure) {
        file = SmallFile(path: path, writer: holder.draftName)
        self.holder = holder
        state = Mutex(State(lastRenewal: Self.uptime))
        try Self.reporting(file) { [file] () throws(Errno) in
            guard let other = try Self.holder(in: file) else { return try file.create(with: holder.text) }
            if other.isSameRun(as: holder) { return try file.replace(with: holder.text) }
            guard try Self.isVoid(file, of: other, for: holder, uptime) else { throw .fileExists }
            try file.replace(with: holder.text)
            // A third machine may have found it void at the same moment; the last to write has it.
            usleep(Self.settlingMicroseconds)
            guard try Self.holder(in: file) == holder else { throw .fileExists }
        }
    }

    /// Whether nobody holds the lease of another run any more.
    ///
    /// A machine that crashed need not wait for its own lease after the boot: that is older than the boot. One under its
    /// identifier and name that was written since then is that of a clone, which runs at the same time and changes
    /// fonts; so is one under another name, whatever its age.
    private static func isVoid(
        _ file: SmallFile, of other: LeaseHolder, for holder: LeaseHolder, _ uptime: Duration
    ) throws(Errno) -> Bool {
        let age = try age(of: file, askedBy: holder)
        return age > expiry || other.isSameMachine(as: holder) && age >= uptime
    }

    /// Makes sure before a change that the lease still is ours, and writes it anew if that is due.
    ///
    /// A machine that slept finds another holder here. Blocks for a look at the file, and once in a while for writing it.
    ///
    /// - Parameter isChanging: Whether a change is about to be made, for which a fresh lease need not be written anew.
    /// - Throws: ``Failure/held(_:)`` where another machine took it, for good; ``Failure/system(_:)`` where it cannot be
    ///   told, and ``Failure/over`` where it was given back.
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
                // It has been void for anybody to take, perhaps at this very moment.
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

    /// Turns an existing lease of another machine into the error that names it.
    private static func reporting(_ file: SmallFile, _ body: () throws(Errno) -> Void) throws(Failure) {
        do throws(Errno) {
            try body()
        } catch {
            if error == .fileExists, let other = try? holder(in: file) { throw .held(other) }
            throw .system(error)
        }
    }

    /// Gives the lease back, so that another machine need not wait for its end.
    package func release() {
        state.withLock { $0.end = $0.end ?? .over }
        if let other = try? Self.holder(in: file), other == holder { try? file.remove() }
    }

    private static func holder(in file: SmallFile) throws(Errno) -> LeaseHolder? {
        try file.read().map(LeaseHolder.init(text:))
    }

    /// How long ago a lease was written, by the clock that stamps the files.
    private static func age(of file: SmallFile, askedBy holder: LeaseHolder) throws(Errno) -> Duration {
        // Several machines may look at one time, and each removes what it wrote.
        let probe = SmallFile(path: "\(file.path).probe.\(holder.draftName)")
        try probe.replace(with: "")
        defer { try? probe.remove() }
        return try .nanoseconds(probe.modificationNanoseconds() - file.modificationNanoseconds())
    }

    /// The time since the boot, sleep included.
    package static var uptime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
