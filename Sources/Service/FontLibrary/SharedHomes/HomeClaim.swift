package import FontModel
internal import Glibc
package import LinuxSystem

/// The properties of the machine and the home that decide how the home may be used; tests replace them.
package struct HomeTraits: Sendable {
    /// The machine that this process runs on.
    package var machine: Machine
    /// How long the machine has been running; if `nil`, the kernel is asked.
    package var uptime: Duration?
    /// Whether an existing path may be used by several machines at once.
    package var mayBeShared: @Sendable (_ path: String) -> Bool

    /// Creates a description of the machine and the home.
    ///
    /// - Parameters:
    ///   - machine: The machine that this process runs on.
    ///   - uptime: How long the machine has been running; if `nil`, the kernel is asked.
    ///   - mayBeShared: Whether an existing path may be used by several machines at once.
    package init(
        machine: Machine, uptime: Duration? = nil,
        mayBeShared: @escaping @Sendable (_ path: String) -> Bool
    ) {
        self.machine = machine
        self.uptime = uptime
        self.mayBeShared = mayBeShared
    }

    /// The properties that the system reports.
    ///
    /// If the system reports nothing about a file system, it may be shared.
    package static func ofSystem() -> HomeTraits {
        HomeTraits(machine: .current()) { (try? FileSystem.mayBeShared($0)) ?? true }
    }
}

/// The right to change the fonts of a home.
///
/// The service keeps it until it ends or loses it; the command that moves the user's fonts keeps it during the move.
package struct HomeClaim: Sendable {
    /// The locks against all other processes of this machine.
    ///
    /// They also exclude other machines if the file system shares its locks.
    private let locks: [InstanceLock]
    /// The leases against all other machines; empty if no other machine can use the home.
    package let leases: [HomeLease]

    /// Creates a claim by taking the locks and leases.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - locations: The locations of the home's directories.
    ///   - bus: The address of the session bus, for the messages of other processes.
    ///   - traits: The properties of the machine and the home.
    /// - Throws: Why the claim could not be made; no lock or lease is then kept.
    package init(_ locations: FontLocations, bus: String?, traits: HomeTraits) throws(HomeRefusal) {
        let process = LockHolder(processID: getpid(), host: traits.machine.hostName, bus: bus)
        var locks: [InstanceLock] = []
        var leases: [HomeLease] = []
        do throws(HomeRefusal) {
            for (directory, (lock, lease)) in zip(
                locations.claimedDirectories, zip(locations.locks, locations.leases))
            where !locks.contains(where: { $0.isLock(at: lock) }) {
                locks.append(try Self.take(lock, process, in: directory, traits))
                guard traits.mayBeShared(directory) else { continue }
                leases.append(
                    try Self.take(lease, LeaseHolder(machine: traits.machine, process: process), traits.uptime))
            }
        } catch {
            Self.release(locks, leases)
            throw error
        }
        self.locks = locks
        self.leases = leases
    }

    private static func take(
        _ path: String, _ holder: LockHolder, in directory: String, _ traits: HomeTraits
    ) throws(HomeRefusal) -> InstanceLock {
        do throws(InstanceLock.Failure) {
            return try InstanceLock(path: path, holder: holder)
        } catch {
            // If no other machine can use the home, the host name proves nothing: it may have been changed, belong to a
            // container, or not have been written.
            guard case .held(let other) = error else {
                throw HomeRefusal(error: error.fontError, lacksLocks: error == .unsupported)
            }
            let isHere = other.host == traits.machine.hostName || !traits.mayBeShared(directory)
            throw HomeRefusal(error: error.fontError, holder: "\(other)", heldLock: isHere ? path : nil)
        }
    }

    private static func take(
        _ path: String, _ holder: LeaseHolder, _ uptime: Duration?
    ) throws(HomeRefusal) -> HomeLease {
        do throws(HomeLease.Failure) {
            return try HomeLease(path: path, holder: holder, uptime: uptime ?? HomeLease.uptime)
        } catch {
            var refusal = HomeRefusal(error: error.fontError)
            if case .held(let other) = error { refusal.holder = "\(other)" }
            throw refusal
        }
    }

    /// Releases the home for the next process, even if other references to this claim exist.
    package func release() { Self.release(locks, leases) }

    private static func release(_ locks: [InstanceLock], _ leases: [HomeLease]) {
        // Only the holder of the lock beside a lease may use the lease.
        for lease in leases { lease.release() }
        for lock in locks { lock.release() }
    }
}

/// The reason why this process cannot change the fonts of a home.
package struct HomeRefusal: Error {
    /// The error to report to callers.
    package let error: FontError
    /// The holder of the right, as part of a sentence; `nil` if no holder is known.
    package fileprivate(set) var holder: String?
    /// The lock that another process of this machine holds, and whose release is noticed at once.
    package fileprivate(set) var heldLock: String?
    /// Whether the home was claimed, but the fonts or the registry could not be opened.
    package let isClaimed: Bool
    /// Whether nothing in the home can be locked, probably not even the registry.
    package let lacksLocks: Bool

    fileprivate init(error: FontError, holder: String? = nil, heldLock: String? = nil, lacksLocks: Bool = false) {
        self.error = error
        self.holder = holder
        self.heldLock = heldLock
        isClaimed = false
        self.lacksLocks = lacksLocks
    }

    /// Creates a refusal for a home that was claimed but could not be opened.
    ///
    /// - Parameter error: The reason.
    package init(opening error: FontError) {
        self.error = error
        isClaimed = true
        lacksLocks = false
    }
}
