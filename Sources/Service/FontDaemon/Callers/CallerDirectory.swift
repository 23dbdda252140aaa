internal import DBus
internal import EventLoop
internal import FontModel
internal import Logging
internal import Synchronization
internal import Systemd

/// A directory of the identities behind bus names, from the first call of a name until it leaves the bus.
///
/// A caller is identified before any handler runs. If a caller cannot be identified with certainty, it is refused, and
/// never treated as harmless.
///
/// The actor runs on the event loop of the bus. All threads can read the known identities, so that a call of a known
/// caller is served without a change of threads.
actor CallerDirectory {
    /// Determines the identity behind a unique name.
    typealias Resolution = @Sendable (_ uniqueName: String) async throws -> CallerIdentity

    /// Checks again what is installed for a known caller: either what its rights depend on, or everything.
    typealias Renewal = @Sendable (CallerIdentity, _ isWhole: Bool) async throws -> CallerIdentity

    /// The longest time that the identification of a caller may take.
    static let resolutionDeadline = Duration.seconds(5)

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private nonisolated let loop: EventLoop
    /// Whether the departures of all callers so far were noticed.
    private nonisolated let seesDepartures = Atomic(true)
    /// The identities that have been resolved.
    private nonisolated let known = Mutex<[String: CallerIdentity]>([:])
    private let log: Logger
    /// The time of the last logged refusal.
    private nonisolated let lastReport = Mutex<SuspendingClock.Instant?>(nil)
    private let resolve: Resolution
    private nonisolated let renewal: Renewal
    private let waitUntilVanished: @Sendable (_ uniqueName: String) async throws -> Void
    private var identities: [String: Task<CallerIdentity, any Error>] = [:]
    private var watchers: [String: Task<Void, Never>] = [:]
    private var departures: [String: [@Sendable () async -> Void]] = [:]

    /// Creates an empty directory.
    ///
    /// - Parameters:
    ///   - loop: The event loop of the bus.
    ///   - log: The log of refusals.
    ///   - resolve: Determines the identity behind a unique name; called once per name.
    ///   - renew: Checks again what is installed for a known caller, without changing its identity.
    ///   - waitUntilVanished: Returns when a unique name has left the bus.
    init(
        on loop: EventLoop, log: Logger, resolve: @escaping Resolution,
        renew: @escaping Renewal = { identity, _ in identity },
        waitUntilVanished: @escaping @Sendable (_ uniqueName: String) async throws -> Void
    ) {
        self.loop = loop
        self.log = log
        self.resolve = resolve
        renewal = renew
        self.waitUntilVanished = waitUntilVanished
    }

    /// The number of names that are known or being resolved.
    var count: Int { identities.count }

    /// Returns the identity behind a unique name.
    ///
    /// - Throws: `AccessDenied` if there is any doubt. A refusal is not cached.
    nonisolated func identity(of uniqueName: String) async throws(BusError) -> CallerIdentity {
        if let identity = known.withLock({ $0[uniqueName] }) { return identity }
        return try await resolvedIdentity(of: uniqueName)
    }

    /// Returns the identity behind a unique name that has called and has not left; `nil` for any other name.
    nonisolated func known(_ uniqueName: String) -> CallerIdentity? { known.withLock { $0[uniqueName] } }

    /// Returns the identity behind a unique name, after checking what is installed if its rights depend on that.
    ///
    /// - Throws: `AccessDenied` if there is any doubt.
    nonisolated func renewedIdentity(of uniqueName: String) async throws(BusError) -> CallerIdentity {
        let identity = try await identity(of: uniqueName)
        guard identity.isSandboxed else { return identity }
        do {
            return try await renew(identity, as: uniqueName, isWhole: false)
        } catch {
            report("\(error)", of: uniqueName)
            throw .accessDenied("The service cannot tell what is installed of the caller: \(error)")
        }
    }

    /// Checks again what is installed for all known callers; their next calls use the result.
    nonisolated func renew() async {
        for (uniqueName, identity) in known.withLock({ $0 }) {
            do {
                _ = try await renew(identity, as: uniqueName, isWhole: true)
            } catch {
                report("\(error)", of: uniqueName)
            }
        }
    }

    private nonisolated func renew(
        _ identity: CallerIdentity, as uniqueName: String, isWhole: Bool
    ) async throws -> CallerIdentity {
        var identity = identity
        while true {
            let renewed = try await renewal(identity, isWhole)
            guard renewed != identity else { return identity }
            let other = known.withLock { known -> CallerIdentity? in
                // The name may have left in the meantime.
                guard let current = known[uniqueName] else { return nil }
                guard current == identity else { return current }
                known[uniqueName] = renewed
                return nil
            }
            // Another task that renewed the identity may have checked something else, or later; the next attempt starts
            // from its result.
            guard let other else { return renewed }
            identity = other
        }
    }

    private func resolvedIdentity(of uniqueName: String) async throws(BusError) -> CallerIdentity {
        let task = identities[uniqueName] ?? begin(uniqueName)
        do {
            let identity = try await task.value
            // The name may have left in the meantime, or another task that waited for the same result may have renewed
            // the identity.
            return known.withLock { known in
                if known[uniqueName] == nil, identities[uniqueName] == task { known[uniqueName] = identity }
                return known[uniqueName] ?? identity
            }
        } catch {
            // Several tasks may have waited for this attempt; only the first of them ends it, and none of them may end
            // a later one.
            if identities[uniqueName] == task { forget(uniqueName, hasLeft: true) }
            report("\(error)", of: uniqueName)
            throw .accessDenied("The service cannot tell for sure who the caller is: \(error)")
        }
    }

    /// Runs an action when a name leaves the bus.
    ///
    /// - Parameters:
    ///   - uniqueName: A caller that was identified.
    ///   - action: The action.
    /// - Returns: Whether the action will run; `false` if the name has already left.
    func whenGone(_ uniqueName: String, _ action: @escaping @Sendable () async -> Void) -> Bool {
        guard identities[uniqueName] != nil else { return false }
        departures[uniqueName, default: []].append(action)
        return true
    }

    /// Whether a caller is still on the bus, as far as this is known.
    nonisolated func isThere(_ uniqueName: String) -> Bool {
        !seesDepartures.load(ordering: .relaxed) || known.withLock { $0[uniqueName] != nil }
    }

    /// Admits any caller that can be identified.
    nonisolated var admitAnyone: @Sendable (BusMethodCall) async throws -> Void {
        { call in _ = try await self.identity(of: call.sender) }
    }

    /// Admits any caller that has been identified.
    nonisolated var admitKnown: @Sendable (BusMethodCall) -> Bool {
        { call in self.known(call.sender) != nil }
    }

    /// Admits any caller that can be identified and is not sandboxed.
    ///
    /// A sandbox with too many permissions may reach a name that was not meant for it.
    nonisolated var admitUnconfined: @Sendable (BusMethodCall) async throws -> Void {
        { call in
            guard try await !self.identity(of: call.sender).isSandboxed else {
                self.report("it is in a sandbox and called \(call.interface)", of: call.sender)
                throw BusError.accessDenied("Sandboxed applications cannot manage the fonts of others.")
            }
        }
    }

    /// The shortest time between two logged refusals, so that a caller cannot fill the journal.
    private static let reportInterval = Duration.seconds(1)

    private nonisolated func report(_ reason: String, of uniqueName: String) {
        let isDue = lastReport.withLock { last in
            if let known = last, .now - known < Self.reportInterval { return false }
            last = .now
            return true
        }
        guard isDue else { return }
        log.report(
            .callerRefused, .notice, "A caller was refused",
            metadata: ["bus-name": "\(uniqueName)", "error": "\(reason)"])
    }

    private func begin(_ uniqueName: String) -> Task<CallerIdentity, any Error> {
        let task = Task { [resolve] in try await resolve(uniqueName) }
        identities[uniqueName] = task
        // Bus names are never reused, so a name that has left can be removed.
        watchers[uniqueName] = Task { [waitUntilVanished] in
            do {
                try await waitUntilVanished(uniqueName)
                if !Task.isCancelled { self.forget(uniqueName, hasLeft: true) }
            } catch {
                guard !Task.isCancelled else { return }
                // If the departure of a name cannot be awaited, the name must not be cached. If this service itself has
                // left the bus, the next service takes care of what other callers own.
                self.seesDepartures.store(false, ordering: .relaxed)
                self.forget(uniqueName, hasLeft: (error as? BusError)?.code != .disconnected)
            }
        }
        return task
    }

    private func forget(_ uniqueName: String, hasLeft: Bool) {
        known.withLock { _ = $0.removeValue(forKey: uniqueName) }
        identities.removeValue(forKey: uniqueName)?.cancel()
        watchers.removeValue(forKey: uniqueName)?.cancel()
        let actions = departures.removeValue(forKey: uniqueName) ?? []
        guard hasLeft else { return }
        for action in actions { Task { await action() } }
    }
}
