internal import DBus
internal import EventLoop
internal import FontModel
internal import Logging
internal import Synchronization
internal import Systemd

/// Knows who each bus name is, from its first call until it leaves the bus.
///
/// A caller is identified before any handler runs. Whoever cannot be identified for sure is refused: never taken for
/// something harmless.
///
/// It lives on the loop of the bus and tells every thread who is known, so that a call of somebody known is served
/// without a change of threads.
actor CallerDirectory {
    /// Finds out who a unique name is.
    typealias Resolution = @Sendable (_ uniqueName: String) async throws -> CallerIdentity

    /// Looks anew what is installed of somebody who is known: what their rights depend on, or all of it.
    typealias Renewal = @Sendable (CallerIdentity, _ isWhole: Bool) async throws -> CallerIdentity

    /// The longest that finding out who a caller is may take.
    static let resolutionDeadline = Duration.seconds(5)

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private nonisolated let loop: EventLoop
    /// Whether it was learnt of everybody so far when they left.
    private nonisolated let seesDepartures = Atomic(true)
    /// Who has been resolved.
    private nonisolated let known = Mutex<[String: CallerIdentity]>([:])
    private let log: Logger
    /// When a refusal was written down last.
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
    ///   - loop: The loop of the bus.
    ///   - log: Where refusals are written down.
    ///   - resolve: Finds out who a unique name is; called once per name.
    ///   - renew: Looks anew what is installed of somebody who is known, and does not change who it is.
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

    /// Who a unique name is.
    ///
    /// - Throws: `AccessDenied` where there is any doubt. A refusal is not remembered.
    nonisolated func identity(of uniqueName: String) async throws(BusError) -> CallerIdentity {
        if let identity = known.withLock({ $0[uniqueName] }) { return identity }
        return try await resolvedIdentity(of: uniqueName)
    }

    /// Who a unique name is that has called and has not left; `nil` for any other.
    nonisolated func known(_ uniqueName: String) -> CallerIdentity? { known.withLock { $0[uniqueName] } }

    /// Who a unique name is, with what is installed of it at this moment where its rights depend on that.
    ///
    /// - Throws: `AccessDenied` where there is any doubt.
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

    /// Looks anew what is installed of everybody who is known: their next calls are served by that.
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
                // Unless it has left meanwhile.
                guard let current = known[uniqueName] else { return nil }
                guard current == identity else { return current }
                known[uniqueName] = renewed
                return nil
            }
            // Whoever renewed it meanwhile may have looked at something else, or later: that is where to begin.
            guard let other else { return renewed }
            identity = other
        }
    }

    private func resolvedIdentity(of uniqueName: String) async throws(BusError) -> CallerIdentity {
        let task = identities[uniqueName] ?? begin(uniqueName)
        do {
            let identity = try await task.value
            // Unless it has left meanwhile, or somebody who waited for the same is further.
            return known.withLock { known in
                if known[uniqueName] == nil, identities[uniqueName] == task { known[uniqueName] = identity }
                return known[uniqueName] ?? identity
            }
        } catch {
            // Several may have waited for this attempt; only the first of them ends it, and none of them a later one.
            if identities[uniqueName] == task { forget(uniqueName, hasLeft: true) }
            report("\(error)", of: uniqueName)
            throw .accessDenied("The service cannot tell for sure who the caller is: \(error)")
        }
    }

    /// Has something done when a name leaves the bus.
    ///
    /// - Parameters:
    ///   - uniqueName: A caller that was identified.
    ///   - action: What to do.
    /// - Returns: Whether it will be done; `false` where the name has left already.
    func whenGone(_ uniqueName: String, _ action: @escaping @Sendable () async -> Void) -> Bool {
        guard identities[uniqueName] != nil else { return false }
        departures[uniqueName, default: []].append(action)
        return true
    }

    /// Whether somebody who has called is still on the bus, as far as that is known.
    nonisolated func isThere(_ uniqueName: String) -> Bool {
        !seesDepartures.load(ordering: .relaxed) || known.withLock { $0[uniqueName] != nil }
    }

    /// Admits whoever can be identified.
    nonisolated var admitAnyone: @Sendable (BusMethodCall) async throws -> Void {
        { call in _ = try await self.identity(of: call.sender) }
    }

    /// Admits whoever has been identified.
    nonisolated var admitKnown: @Sendable (BusMethodCall) -> Bool {
        { call in self.known(call.sender) != nil }
    }

    /// Admits whoever can be identified and is not confined: a sandbox may reach a name that was never granted to it
    /// where somebody granted it too much.
    nonisolated var admitUnconfined: @Sendable (BusMethodCall) async throws -> Void {
        { call in
            guard try await !self.identity(of: call.sender).isSandboxed else {
                self.report("it is in a sandbox and called \(call.interface)", of: call.sender)
                throw BusError.accessDenied("Sandboxed applications cannot manage the fonts of others.")
            }
        }
    }

    /// The shortest time between two refusals that are written down, lest a caller fills the journal.
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
        // Bus names are never given twice, so a name that has left needs no place any more.
        watchers[uniqueName] = Task { [waitUntilVanished] in
            do {
                try await waitUntilVanished(uniqueName)
                if !Task.isCancelled { self.forget(uniqueName, hasLeft: true) }
            } catch {
                guard !Task.isCancelled else { return }
                // Where its end cannot be waited for, nobody may be remembered either. Where it is this service that has left,
                // what others hold is for the next one.
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
