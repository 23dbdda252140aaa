package import FontModel
package import LinuxSystem
package import Logging
package import Registry
internal import Synchronization

/// Holds fonts for programs that have asked for them, for as long as these are connected to the bus and their terms last.
///
/// What is registered for a lease alone has a token in place of that of a login session, by which it ends with the lease. A
/// note in the state directory tells the next service who holds what until when, so that a lease survives its restart.
package final class LeaseService: Sendable {
    /// The most leases at one time; the note has room for as many, with a few holders each.
    package static let maximumCount = 400
    /// The most leases of one holder, counting one for each of its handles.
    package static let maximumPerHolder = 100
    /// The most connections that hold one lease.
    package static let maximumHolders = 64

    /// What tokens of leases begin with, which no token of a session does.
    private static let prefix = "lease:"

    /// A registration whose lease is over.
    struct Ending {
        let registration: SessionRegistration
        let digest: FontDigest
    }

    struct State {
        var leases: [String: LeaseState] = [:]
        /// The leases of each connection that its requests have begun, in order.
        var requested: [String: [String]] = [:]
        /// The bus that the holders are on; `nil` before it is known.
        var bus: String?
        var isRestored = false
        /// Whose leaving is told already.
        var watched: Set<String> = []
        /// What is being removed at this moment, as its last holder has left: how often.
        var ending: [FontDigest: Int] = [:]
        /// What wakes the service at the end of the next term.
        var alarm: (alarm: AlarmClock.Alarm, deadline: LeaseDeadline)?
        /// What is over and could not be removed, which is tried again.
        var overdue: OverdueRegistrations
    }

    let note: SmallFile
    let registry: Registry
    let threads: BlockingThreads
    let work: WorkInProgress
    let log: Logger
    let state: Mutex<State>
    /// The note is written by one after the other.
    let writing = AsyncBudget(limit: 1)
    /// Removes registrations whose leases are over; returns what came of each.
    typealias Remover = @Sendable ([SessionRegistration]) async -> [Result<Void, FontError>]

    private let remover = Mutex<Remover?>(nil)

    /// Creates leases that nobody holds yet; those of the service before come with ``restore(on:whenGone:)``.
    ///
    /// - Parameters:
    ///   - note: The path of the note, in a directory that exists.
    ///   - registry: What is registered.
    ///   - threads: Where the note is read and written.
    ///   - work: Where it is noted that somebody holds fonts.
    ///   - log: Where failures are reported.
    ///   - retryDelay: After which time removing fonts is tried again, for the first time.
    package init(
        note: String, registry: Registry, threads: BlockingThreads, work: WorkInProgress, log: Logger,
        retryDelay: Duration = .seconds(10)
    ) {
        state = Mutex(State(overdue: OverdueRegistrations(firstDelay: retryDelay)))
        self.note = SmallFile(path: note)
        self.registry = registry
        self.threads = threads
        self.work = work
        self.log = log
    }

    /// Says who removes registrations whose leases are over; before that nobody can hold any.
    ///
    /// - Parameter remove: Removes them, unless they last longer by now; returns what came of each.
    package func endRegistrations(
        by remove: @escaping @Sendable ([SessionRegistration]) async -> [Result<Void, FontError>]
    ) {
        remover.withLock { $0 = remove }
    }

    /// Removes registrations, and those that could not be removed before; what fails is tried again later.
    ///
    /// - Parameter registrations: The registrations.
    /// - Returns: Why one of them is there still; `nil` where all are gone.
    @discardableResult
    func end(_ registrations: [SessionRegistration]) async -> FontError? {
        guard let remove = remover.withLock({ $0 }) else { return nil }
        let all = registrations + state.withLock { $0.overdue.take(except: registrations) }
        if all.isEmpty { return nil }
        let failures = zip(all, await remove(all)).compactMap {
            registration, result -> (SessionRegistration, FontError)? in
            guard case .failure(let error) = result, error.code != .notRegistered else { return nil }
            return (registration, error)
        }
        guard let first = failures.first?.1 else {
            if state.withLock({ $0.overdue.reset() }) { work.end(.leases) }
            return nil
        }
        log.warning(
            "Fonts whose lease is over are there still", metadata: ["error": "\(first)", "fonts": "\(failures.count)"])
        let (delay, isFirst) = state.withLock { $0.overdue.add(failures.map(\.0)) }
        // A service that has nothing else to do stays for it.
        if isFirst { work.begin(.leases) }
        if let delay {
            _ = AlarmClock.shared.add(after: delay) { [weak self] in
                Task {
                    self?.state.withLock { $0.overdue.isAwaited = false }
                    await self?.end([])
                }
            }
        }
        let own = Set(registrations)
        return failures.first { own.contains($0.0) }?.1
    }

    /// What the fonts get that were to end with a lease that is over.
    static let endedError = FontError(
        .unsupportedScope,
        "The lease of the fonts has ended: its time is over, or its program has left the bus.")

    /// Whether a registration's token is that of a lease.
    static func isLease(_ token: String) -> Bool { token.hasPrefix(prefix) }

    /// Whether the lease of a token is over; `nil` for the token of a session.
    package func hasEnded(_ token: String) -> Bool? {
        guard Self.isLease(token) else { return nil }
        return state.withLock { $0.isRestored && $0.leases[token] == nil }
    }

    // MARK: Holding

    /// Has all that a connection holds end when it leaves the bus.
    ///
    /// - Parameters:
    ///   - holder: The unique name of the connection.
    ///   - whenGone: Has an action done when a connection leaves the bus; `false` where it has left already.
    package func watch(
        _ holder: String,
        whenGone: @Sendable (_ holder: String, _ action: @escaping @Sendable () async -> Void) async -> Bool
    ) async {
        guard state.withLock({ $0.watched.insert(holder).inserted }) else { return }
        let isThere = await whenGone(holder) { [weak self] in await self?.release(holder) }
        if !isThere { await release(holder) }
    }

    /// Holds fonts that are there already, so that they last at least as long as the holder's connection.
    ///
    /// - Parameters:
    ///   - digests: The fonts.
    ///   - holder: The unique name of the connection.
    /// - Returns: Those that go at this moment, as the last one who held them has left.
    /// - Throws: `exceededResourceLimit`, or what kept it from being written down.
    func hold(_ digests: Set<FontDigest>, for holder: String) async throws(FontError) -> Set<FontDigest> {
        let (isLent, going) = state.withLock { state -> (Bool, Set<FontDigest>) in
            let going = state.ending.isEmpty ? [] : digests.intersection(state.ending.keys)
            return (state.leases.values.contains { !digests.isDisjoint(with: $0.fonts.values) }, going)
        }
        // Nearly always: everything lasts by itself.
        if isLent { _ = try await join(digests, holder) }
        return going
    }

    /// Holds what is leased already of some fonts.
    ///
    /// - Parameters:
    ///   - digests: The fonts.
    ///   - holder: The unique name of the connection.
    /// - Returns: Those that are leased.
    /// - Throws: `exceededResourceLimit`, or what kept it from being written down.
    func join(_ digests: Set<FontDigest>, _ holder: String) async throws(FontError) -> Set<FontDigest> {
        let (leased, isNew, isFull) = state.withLock { state -> (Set<FontDigest>, Bool, Bool) in
            var (leased, isNew, isFull): (Set<FontDigest>, Bool, Bool) = ([], false, false)
            for (token, lease) in state.leases {
                let common = digests.intersection(lease.fonts.values)
                guard !common.isEmpty else { continue }
                let claim = LeaseClaim(holder: holder)
                if lease.claims[claim] == .never {
                    state.leases[token]?.heldAgain[holder, default: []].formUnion(common)
                } else {
                    guard lease.isHeld(by: holder) || lease.holders.count < Self.maximumHolders else {
                        isFull = true
                        continue
                    }
                    // Whatever term it has held it for, it is held without one from now on.
                    state.leases[token]?.add([claim: .never])
                    isNew = true
                }
                leased.formUnion(common)
            }
            return (leased, isNew, isFull)
        }
        if isNew { try await write() }
        if isFull, leased.isEmpty {
            throw FontError(
                .exceededResourceLimit, "\(Self.maximumHolders) programs hold the font already. Try again later.")
        }
        return leased
    }

    /// Begins a lease, before anything is registered for it.
    ///
    /// - Parameters:
    ///   - holder: The unique name of the connection.
    ///   - term: What ends it before the holder leaves.
    /// - Returns: The token that registrations are to have.
    /// - Throws: `exceededResourceLimit`, or what kept it from being written down.
    package func begin(for holder: String, term: LeaseTerm = LeaseTerm()) async throws(FontError) -> String {
        let token = Self.prefix + FontIdentifier.random().rawValue
        let claim = LeaseClaim(holder: holder, handle: term.handle)
        let deadline = LeaseDeadline(after: term.time)
        let isFirst = state.withLock { state -> Bool? in
            guard state.leases.count < Self.maximumCount,
                state.leases.values.reduce(0, { $0 + $1.claims(of: holder) }) < Self.maximumPerHolder
            else { return nil }
            defer { state.leases[token] = LeaseState([claim: deadline]) }
            return state.leases.isEmpty
        }
        guard let isFirst else {
            throw FontError(
                .exceededResourceLimit,
                "The program holds \(Self.maximumPerHolder) leases, or all programs hold \(Self.maximumCount). Ask for several "
                    + "fonts with one call, and end programs that have asked for fonts.")
        }
        if isFirst { work.begin(.leases) }
        awaitNextEnd()
        do throws(FontError) {
            try await write()
        } catch {
            await leave([token], holder)
            throw error
        }
        return token
    }

    /// Takes note of what was registered for a lease; one that nothing was ever registered for ends.
    ///
    /// - Parameters:
    ///   - token: The lease.
    ///   - fonts: The registrations with their contents, which join those that were noted before.
    ///   - holder: Who it was begun for.
    func fill(_ token: String, with fonts: [FontIdentifier: FontDigest], of holder: String) async {
        let isEmpty = state.withLock { state -> Bool? in
            guard state.leases[token] != nil else { return nil }
            state.leases[token]?.fonts.merge(fonts) { $1 }
            return state.leases[token]?.fonts.isEmpty
        }
        if isEmpty == nil {
            // The holder has left meanwhile.
            if !fonts.isEmpty { await end(fonts.keys.map { SessionRegistration($0, sessionToken: token) }) }
        } else if isEmpty == true {
            await leave([token], holder)
        }
    }

    /// Takes note of what was registered for a lease; one that nothing was registered for ends.
    ///
    /// A font that is leased to others as well lasts until all of them have left.
    ///
    /// - Parameters:
    ///   - token: The lease.
    ///   - fonts: What was registered, of which some may have been there before.
    ///   - holder: Who it was begun for.
    /// - Throws: What kept it from being read or written down.
    package func settle(
        _ token: String, with fonts: [FontIdentifier], of holder: String
    ) async throws(FontError) {
        var own: [FontIdentifier: FontDigest] = [:]
        // Registrations that are there for others have their tokens.
        var others: Set<String> = []
        for id in fonts {
            let page = try await FontError.mapping { () throws(RegistryError) in
                try await registry.registrations.page(matching: RegistrationFilter(id: id))
            }
            guard let registration = page.registrations.first?.registration,
                let current = registration.sessionToken, Self.isLease(current)
            else { continue }
            if current == token { own[id] = registration.digest } else { others.insert(current) }
        }
        typealias Claims = [LeaseClaim: LeaseDeadline]
        let (claims, joined, isJoining, isLost) = state.withLock {
            [own, others] state -> (Claims, joined: [String: Claims], Bool, Bool) in
            // Whose lease is over meanwhile holds nothing.
            let claims = state.leases[token]?.claims ?? [:]
            // The claims to other leases before.
            var joined: [String: Claims] = [:]
            var isJoining = false
            var isLost = false
            for other in others where !claims.isEmpty {
                if let lease = state.leases[other],
                    lease.isHeld(by: holder) || lease.holders.count < Self.maximumHolders
                {
                    joined[other] = lease.claims
                    state.leases[other]?.add(claims)
                    isJoining = true
                } else {
                    isLost = true
                }
            }
            // Fonts of other leases have this token by now, and last as long as they would have.
            for (other, lease) in state.leases
            where other != token && own.keys.contains(where: { lease.fonts[$0] != nil }) {
                // Also where the one that they are registered for is over already.
                state.leases[token, default: LeaseState([:])].add(lease.claims)
                state.leases[other]?.fonts = lease.fonts.filter { own[$0.key] == nil }
                if state.leases[other]?.fonts.isEmpty ?? false { state.leases[other] = nil }
                isJoining = true
            }
            return (claims, joined, isJoining, isLost)
        }
        await fill(token, with: own, of: holder)
        do throws(FontError) {
            if isJoining { try await write() }
            if isLost {
                throw FontError(.busy, "A font is being removed, or too many programs hold it. Try again later.")
            }
        } catch {
            // A call that failed holds nothing.
            state.withLock { state in
                for (other, before) in joined { state.leases[other]?.restore(claims.keys, from: before) }
            }
            throw error
        }
    }

    /// Ends a lease whose call failed, with all that was registered for it before it did.
    ///
    /// - Parameters:
    ///   - token: The lease.
    ///   - holder: Who it was begun for.
    package func abandon(_ token: String, of holder: String) async {
        do throws(RegistryError) {
            await fill(token, with: try await leasedFonts()[token] ?? [:], of: holder)
        } catch {
            // They are removed at the next start, as nobody holds the lease then.
            log.warning("The fonts of a failed call were not looked up", metadata: ["error": "\(error)"])
        }
        await leave([token], holder)
    }

    /// Gives up leases of a call that was given up.
    package func leave(_ tokens: Set<String>, _ holder: String) async {
        let (over, isLast) = state.withLock { $0.remove(holder, from: tokens) }
        if !over.isEmpty { await end(over.map(\.registration)) }
        await finish(over, isLast: isLast)
    }

    /// Ends all that somebody holds who has left the bus.
    ///
    /// - Parameter holder: The unique name of the connection.
    package func release(_ holder: String) async {
        let (over, isLast) = forget(holder)
        guard !over.isEmpty || isLast else { return }
        // What is registered and not noted any more ends at the next start at the latest, so that it goes first.
        if !over.isEmpty { await end(over.map(\.registration)) }
        await finish(over, isLast: isLast)
    }

    func forget(_ holder: String) -> (over: [Ending], isLast: Bool) {
        state.withLock { state in
            state.watched.remove(holder)
            state.requested[holder] = nil
            return state.removeClaims { claim, _ in claim.holder == holder }
        }
    }

    // MARK: Terms

    /// Ends what a connection holds by one of its handles.
    ///
    /// - Parameters:
    ///   - handle: The handle.
    ///   - holder: The unique name of the connection.
    /// - Throws: `notRegistered` where it holds nothing by that handle; why the fonts are there still, which are tried to
    ///   be removed again.
    package func end(_ handle: String, of holder: String) async throws(FontError) {
        let claim = LeaseClaim(holder: holder, handle: handle)
        let ended = state.withLock { state -> (over: [Ending], isLast: Bool)? in
            guard state.leases.values.contains(where: { $0.claims[claim] != nil }) else { return nil }
            return state.removeClaims { other, _ in other == claim }
        }
        guard let ended else {
            throw FontError(
                .notRegistered,
                "The caller holds no fonts by the handle '\(handle)': they were not registered with it, or it has ended."
            )
        }
        let failure = ended.over.isEmpty ? nil : await end(ended.over.map(\.registration))
        await finish(ended.over, isLast: ended.isLast)
        if let failure {
            throw FontError(
                failure.code,
                "The lease has ended; its fonts are removed as soon as that can be done. \(failure.message)")
        }
    }

    /// Sees to it that the next term ends in time.
    func awaitNextEnd() {
        state.withLock { state in
            let next = state.leases.values.flatMap(\.claims.values).min() ?? .never
            if let alarm = state.alarm {
                guard alarm.deadline != next else { return }
                AlarmClock.shared.cancel(alarm.alarm)
                state.alarm = nil
            }
            guard next != .never else { return }
            let now = MonotonicClock.nanoseconds
            let delay = next.hasPassed(at: now) ? 0 : next.nanoseconds - now
            let alarm = AlarmClock.shared.add(after: .nanoseconds(Int64(clamping: delay))) { [weak self] in
                Task { await self?.endTerms() }
            }
            state.alarm = (alarm, next)
        }
    }

    /// Ends what is over by now.
    private func endTerms() async {
        let now = MonotonicClock.nanoseconds
        let (over, isLast) = state.withLock { state in
            state.alarm = nil
            return state.removeClaims { _, deadline in deadline.hasPassed(at: now) }
        }
        if !over.isEmpty { await end(over.map(\.registration)) }
        await finish(over, isLast: isLast)
    }

    func finish(_ over: [Ending], isLast: Bool) async {
        state.withLock { state in
            for font in over {
                state.ending[font.digest] = state.ending[font.digest].flatMap { $0 > 1 ? $0 - 1 : nil }
            }
        }
        do throws(FontError) {
            try await write()
        } catch {
            log.warning("The end of a lease was not written down", metadata: ["error": "\(error)"])
        }
        awaitNextEnd()
        if isLast { work.end(.leases) }
    }
}

extension LeaseService.State {
    /// Removes a holder from leases.
    ///
    /// - Returns: What was registered for leases that are over by that, and whether none is left.
    mutating func remove(_ holder: String, from tokens: Set<String>) -> (over: [LeaseService.Ending], isLast: Bool) {
        removeClaims(from: tokens) { claim, _ in claim.holder == holder }
    }

    /// Removes claims to leases.
    ///
    /// - Parameters:
    ///   - tokens: The leases; `nil` for all.
    ///   - isOver: Whether a claim goes.
    /// - Returns: What was registered for leases that are over by that, and whether none is left.
    mutating func removeClaims(
        from tokens: Set<String>? = nil, where isOver: (LeaseClaim, LeaseDeadline) -> Bool
    ) -> (over: [LeaseService.Ending], isLast: Bool) {
        var over: [LeaseService.Ending] = []
        let wasEmpty = leases.isEmpty
        for token in tokens ?? Set(leases.keys) {
            leases[token]?.removeClaims(where: isOver)
            guard let lease = leases[token], lease.claims.isEmpty else { continue }
            leases[token] = nil
            for (id, digest) in lease.fonts {
                over.append(.init(registration: SessionRegistration(id, sessionToken: token), digest: digest))
                ending[digest, default: 0] += 1
            }
        }
        return (over, !wasEmpty && leases.isEmpty)
    }
}
