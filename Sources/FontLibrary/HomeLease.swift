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
package final class HomeLease: Sendable {
    /// Why the lease could not be had, or is lost.
    package enum Failure: Error, Sendable, Hashable {
        /// Another machine has it.
        case held(LeaseHolder)
        /// The file could not be read or written.
        case system(Errno)

        /// The failure as it is told to callers.
        package var fontError: FontError {
            switch self {
            case .held(let holder):
                FontError(
                    .readOnly,
                    "The home is shared with \(holder), which manages the fonts. Change them there, or end the service "
                        + "there: this one takes over within minutes.")
            case .system(let errno): FontError(errno, while: "take the fonts for this machine")
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

    private let file: SmallFile
    private let holder: LeaseHolder
    private let lastRenewal: Mutex<Duration>

    /// Takes the lease.
    ///
    /// Only for the holder of ``InstanceLock``, so that a lease of this machine is one that was left behind. Blocks.
    ///
    /// - Parameters:
    ///   - path: The file, as ``FontLocations/leases`` have it.
    ///   - holder: Who takes it.
    /// - Throws: ``Failure``, at once where another machine has it.
    package init(path: String, holder: LeaseHolder) throws(Failure) {
        let machine = holder.machine
        file = SmallFile(path: path, writer: machine.identifier.isEmpty ? machine.hostName : machine.identifier)
        self.holder = holder
        lastRenewal = Mutex(Self.now)
        try Self.reporting(file) { [file] () throws(Errno) in
            guard let other = try Self.holder(in: file) else { return try file.create(with: holder.text) }
            if other.isSameMachine(as: holder) { return try file.replace(with: holder.text) }
            guard try Self.age(of: file) > Self.expiry else { throw .fileExists }
            try file.replace(with: holder.text)
            // A third machine may have found it void at the same moment; the last to write has it.
            usleep(Self.settlingMicroseconds)
            guard try Self.holder(in: file) == holder else { throw .fileExists }
        }
    }

    /// Writes the lease anew if it is due, or makes sure before a change that it still is ours.
    ///
    /// A machine that slept finds another holder here. Blocks.
    ///
    /// - Parameter isChanging: Whether a change is about to be made.
    /// - Throws: ``Failure/held(_:)`` where another machine took it, ``Failure/system(_:)`` where it cannot be told.
    package func renew(beforeChange isChanging: Bool = false) throws(Failure) {
        let now = Self.now
        let age = lastRenewal.withLock { now - $0 }
        if isChanging, age < Self.renewalInterval { return }
        try Self.reporting(file) { () throws(Errno) in
            if let other = try Self.holder(in: file), other != holder { throw .fileExists }
            try file.replace(with: holder.text)
            guard age > Self.expiry else { return }
            // It has been void for anybody to take, perhaps at this very moment.
            usleep(Self.settlingMicroseconds)
            guard try Self.holder(in: file) == holder else { throw .fileExists }
        }
        lastRenewal.withLock { $0 = now }
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
        if let other = try? Self.holder(in: file), other == holder { try? file.remove() }
    }

    private static func holder(in file: SmallFile) throws(Errno) -> LeaseHolder? {
        try file.read().map(LeaseHolder.init(text:))
    }

    /// How long ago a lease was written, by the clock that stamps the files.
    private static func age(of file: SmallFile) throws(Errno) -> Duration {
        let probe = SmallFile(path: file.path + ".probe")
        try probe.replace(with: "")
        defer { try? probe.remove() }
        return try .nanoseconds(probe.modificationNanoseconds() - file.modificationNanoseconds())
    }

    /// The time since the boot, sleep included.
    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
