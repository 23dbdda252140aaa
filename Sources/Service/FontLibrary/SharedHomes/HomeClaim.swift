package import FontModel
internal import Glibc
package import LinuxSystem

/// What decides how a home may be used, and what tests stand in for.
package struct HomeTraits: Sendable {
    /// The machine that this runs on.
    package var machine: Machine
    /// How long the machine has been running; `nil` asks the kernel.
    package var uptime: Duration?
    /// Whether a path that exists may be on several machines at once.
    package var mayBeShared: @Sendable (_ path: String) -> Bool

    /// Describes where this process is.
    ///
    /// - Parameters:
    ///   - machine: The machine that it runs on.
    ///   - uptime: How long the machine has been running; `nil` asks the kernel.
    ///   - mayBeShared: Whether a path that exists may be on several machines at once.
    package init(
        machine: Machine, uptime: Duration? = nil,
        mayBeShared: @escaping @Sendable (_ path: String) -> Bool
    ) {
        self.machine = machine
        self.uptime = uptime
        self.mayBeShared = mayBeShared
    }

    /// What the system says; a file system of which it says nothing may be shared.
    package static func ofSystem() -> HomeTraits {
        HomeTraits(machine: .current()) { (try? FileSystem.mayBeShared($0)) ?? true }
    }
}

/// The right to change the fonts of a home, held for life, or for as long as somebody else moves them.
package struct HomeClaim: Sendable {
    /// Held against all other processes of the machine, and of others where the file system's locks reach them.
    private let locks: [InstanceLock]
    /// Held against all other machines; none where no other machine can have the home.
    package let leases: [HomeLease]

    /// Takes the right.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - locations: Where the home's directories are.
    ///   - bus: The address of the session bus, for the messages of others.
    ///   - traits: What the machine and the home are like.
    /// - Throws: Why it cannot be had; nothing is held then.
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
            // Where no other machine can have the home, the name of the host tells nothing: it may have been changed,
            // be that of a container, or not have been written.
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

    /// Lets the next one have the home, whoever still refers to this.
    package func release() { Self.release(locks, leases) }

    private static func release(_ locks: [InstanceLock], _ leases: [HomeLease]) {
        // Leases are only for the holder of the lock beside them.
        for lease in leases { lease.release() }
        for lock in locks { lock.release() }
    }
}

/// Why the fonts of a home cannot be changed from here.
package struct HomeRefusal: Error {
    /// The reason, for whoever tries.
    package let error: FontError
    /// Who has the right, within a sentence; `nil` where nobody is known to have it.
    package fileprivate(set) var holder: String?
    /// The lock that another process of this machine has, whose end is noticed at once.
    package fileprivate(set) var heldLock: String?
    /// Whether the right to change them was had, and what it is for could not be opened.
    package let isClaimed: Bool
    /// Whether nothing in the home can be locked, the registry probably included.
    package let lacksLocks: Bool

    fileprivate init(error: FontError, holder: String? = nil, heldLock: String? = nil, lacksLocks: Bool = false) {
        self.error = error
        self.holder = holder
        self.heldLock = heldLock
        isClaimed = false
        self.lacksLocks = lacksLocks
    }

    /// Says that the right was had, and that what it is for could not be opened.
    ///
    /// - Parameter error: The reason.
    package init(opening error: FontError) {
        self.error = error
        isClaimed = true
        lacksLocks = false
    }
}
