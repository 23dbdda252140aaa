internal import FontLibrary
internal import FontModel
package import LinuxSystem

/// What decides how a home may be used, and what tests stand in for.
package struct HomeTraits: Sendable {
    /// The machine that the daemon runs on.
    package var machine: Machine
    /// Whether a path that exists may be on several machines at once.
    package var mayBeShared: @Sendable (_ path: String) -> Bool

    /// Describes where the daemon is.
    ///
    /// - Parameters:
    ///   - machine: The machine that it runs on.
    ///   - mayBeShared: Whether a path that exists may be on several machines at once.
    package init(machine: Machine, mayBeShared: @escaping @Sendable (_ path: String) -> Bool) {
        self.machine = machine
        self.mayBeShared = mayBeShared
    }

    /// What the system says; a file system of which it says nothing may be shared.
    package static func ofSystem() -> HomeTraits {
        HomeTraits(machine: .current()) { (try? FileSystem.mayBeShared($0)) ?? true }
    }
}

/// The right to change the fonts of a home, held for life.
struct HomeClaim: Sendable {
    /// Held against all other processes of the machine, and of others where the file system's locks reach them.
    let lock: InstanceLock
    /// Held against all other machines; `nil` where no other machine can have the home.
    let lease: HomeLease?

    /// Takes the right.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - locations: Where the home's directories are.
    ///   - bus: The address of the session bus, for the messages of others.
    ///   - traits: What the machine and the home are like.
    /// - Throws: Why it cannot be had.
    init(_ locations: FontLocations, bus: String?, traits: HomeTraits) throws(HomeRefusal) {
        var process = LockHolder.current(bus: bus)
        process.host = traits.machine.hostName
        do throws(InstanceLock.Failure) {
            lock = try InstanceLock(path: locations.lock, holder: process)
        } catch {
            if case .held(let holder) = error {
                throw HomeRefusal(error: error.fontError, isHeldHere: holder.host == traits.machine.hostName)
            }
            throw HomeRefusal(error: error.fontError, isHeldHere: false)
        }
        guard traits.mayBeShared(locations.stateDirectory) else {
            lease = nil
            return
        }
        do throws(HomeLease.Failure) {
            lease = try HomeLease(
                path: locations.lease, holder: LeaseHolder(machine: traits.machine, process: process))
        } catch {
            throw HomeRefusal(error: error.fontError, isHeldHere: false)
        }
    }
}

/// Why the fonts of a home cannot be changed from here.
struct HomeRefusal: Error {
    /// The reason, for whoever tries.
    let error: FontError
    /// Whether another process of this machine changes them, whose end is noticed at once.
    let isHeldHere: Bool
    /// Whether the right to change them was had, and what it is for could not be opened.
    var isClaimed = false
}
