package import FontModel
package import LinuxSystem
package import Logging
package import Registry
internal import Synchronization

/// Holds fonts for programs that have requested them.
///
/// A lease lasts until its holder leaves the bus or its term ends. A registration that exists only for a lease has the
/// lease's token instead of a login session's token, and ends with the lease. A note in the state directory tells the
/// next service which connections hold which fonts, and until when, so that leases survive a restart of the service.
package final class LeaseService: Sendable {
    /// The maximum number of leases at one time; the note has room for as many, with a few holders each.
    package static let maximumCount = 400
    /// The maximum number of leases of one holder, counting one for each of its handles.
    package static let maximumPerHolder = 100
    /// The maximum number of connections that hold one lease.
    package static let maximumHolders = 64

    /// The prefix of lease tokens; no token of a session begins with it.
    private static let prefix = "lease:"

    /// A registration whose lease has ended.
    struct Ending {
        let registration: SessionRegistration
        let digest: FontDigest
    }

    struct State {
        var leases: [String: LeaseState] = [:]
        /// The leases that the requests of each connection have begun, in order.
        var requested: [String: [String]] = [:]
        /// The bus that the holders are connected to; `nil` before it is known.
        var bus: String?
        var isRestored = false
        /// The connections that are already watched for leaving the bus.
        var watched: Set<String> = []
        /// The fonts that are being removed because their last holder has left, with the number of removals of each.
        var ending: [FontDigest: Int] = [:]
        /// The alarm that wakes the service at the end of the next term.
        var alarm: (alarm: AlarmClock.Alarm, deadline: LeaseDeadline)?
        /// The registrations whose lease has ended and whose removal failed; their removal is retried.
        var overdue: OverdueRegistrations
    }

    let note: SmallFile
    let registry: Registry
    let threads: BlockingThreads
    let work: WorkInProgress
    let log: Logger
    let state: Mutex<State>
    /// Serializes writing the note.
    let writing = AsyncBudget(limit: 1)
    /// Removes registrations whose leases have ended; returns the result for each.
    typealias Remover = @Sendable ([SessionRegistration]) async -> [Result<Void, FontError>]

    private let remover = Mutex<Remover?>(nil)

    /// Creates a service without leases; ``restore(on:whenGone:)`` restores those of the previous service.
    ///
    /// - Parameters:
    ///   - note: The path of the note, in a directory that exists.
    ///   - registry: The registered fonts.
    ///   - threads: The thread pool that reads and writes the note.
    ///   - work: Records that fonts are held.
    ///   - log: The log for failures.
    ///   - retryDelay: The delay before the first retry of a failed removal.
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

    /// Sets the closure that removes registrations whose leases have ended.
    ///
    /// No lease can be held before it is set.
    ///
    /// - Parameter remove: Removes the registrations, except those that now last longer; returns the result for each.
    package func endRegistrations(
        by remove: @escaping @Sendable ([SessionRegistration]) async -> [Result<Void, FontError>]
    ) {
        remover.withLock { $0 = remove }
    }

    /// Removes registrations, and retries those that could not be removed before.
    ///
    /// A removal that fails is retried later.
    ///
    /// - Parameter registrations: The registrations.
    /// - Returns: Why one of the given registrations still exists; `nil` if all are removed.
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
        // If the service has nothing else to do, it keeps running for the retry.
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

    /// The error for fonts whose lease ended before they were registered for it.
    static let endedError = FontError(
        .unsupportedScope,
        "The lease on the fonts has ended: it has expired, or its program has left the bus.")

    /// Whether a registration's token is that of a lease.
    static func isLease(_ token: String) -> Bool { token.hasPrefix(prefix) }

    /// Whether the lease with a token has ended; `nil` for the token of a session.
    package func hasEnded(_ token: String) -> Bool? {
        guard Self.isLease(token) else { return nil }
        return state.withLock { $0.isRestored && $0.leases[token] == nil }
    }

    // MARK: Holding

    /// Ends everything that a connection holds as soon as it leaves the bus.
    ///
    /// - Parameters:
    ///   - holder: The unique name of the connection.
    ///   - whenGone: Runs an action when a connection leaves the bus; returns `false` if it has already left.
    package func watch(
        _ holder: String,
        whenGone: @Sendable (_ holder: String, _ action: @escaping @Sendable () async -> Void) async -> Bool
    ) async {
        guard state.withLock({ $0.watched.insert(holder).inserted }) else { return }
        let isThere = await whenGone(holder) { [weak self] in await self?.release(holder) }
        if !isThere { await release(holder) }
    }

    /// Keeps existing fonts at least as long as the holder's connection lasts.
    ///
    /// - Parameters:
    ///   - digests: The fonts.
    ///   - holder: The unique name of the connection.
    /// - Returns: The fonts that are being removed at this moment because their last holder has left.
    /// - Throws: `exceededResourceLimit`, or the error that prevented writing the note.
    func hold(_ digests: Set<FontDigest>, for holder: String) async throws(FontError) -> Set<FontDigest> {
        let (isLent, going) = state.withLock { state -> (Bool, Set<FontDigest>) in
            let going = state.ending.isEmpty ? [] : digests.intersection(state.ending.keys)
            return (state.leases.values.contains { !digests.isDisjoint(with: $0.fonts.values) }, going)
        }
        // Usually no font is leased, and all fonts last without a claim.
        if isLent { _ = try await join(digests, holder) }
        return going
    }

    /// Holds those of the given fonts that are already leased.
    ///
    /// - Parameters:
    ///   - digests: The fonts.
    ///   - holder: The unique name of the connection.
    /// - Returns: The fonts that are leased.
    /// - Throws: `exceededResourceLimit`, or the error that prevented writing the note.
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
                    // Whatever term the holder had before, from now on it holds the lease without one.
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
                .exceededResourceLimit,
                "\(Self.maximumHolders) programs are already using the font, which is the limit. Try again later.")
        }
        return leased
    }

    /// Begins a lease, before anything is registered for it.
    ///
    /// - Parameters:
    ///   - holder: The unique name of the connection.
    ///   - term: What ends the lease before the holder leaves.
    /// - Returns: The token for the registrations.
    /// - Throws: `exceededResourceLimit`, or the error that prevented writing the note.
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

    /// Records what was registered for a lease; ends a lease for which nothing was ever registered.
    ///
    /// - Parameters:
    ///   - token: The lease.
    ///   - fonts: The registrations with their contents, which are added to those recorded before.
    ///   - holder: The connection that the lease was begun for.
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

    /// Records what was registered for a lease; ends a lease for which nothing was registered.
    ///
    /// A font that is also leased to other holders lasts until all of them have left.
    ///
    /// - Parameters:
    ///   - token: The lease.
    ///   - fonts: The registered fonts; some of them may have existed before.
    ///   - holder: The connection that the lease was begun for.
    /// - Throws: The error that prevented reading the registry or writing the note.
    package func settle(
        _ token: String, with fonts: [FontIdentifier], of holder: String
    ) async throws(FontError) {
        var own: [FontIdentifier: FontDigest] = [:]
        // Registrations that exist for other holders have the tokens of those leases.
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
            // If the lease has ended meanwhile, its holder has no claims.
            let claims = state.leases[token]?.claims ?? [:]
            // The claims to other leases before this call.
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
            // These fonts of other leases now have this token; they still last as long as they would have.
            for (other, lease) in state.leases
            where other != token && own.keys.contains(where: { lease.fonts[$0] != nil }) {
                // This also applies if the lease that they are registered for has already ended.
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
            // A failed call holds nothing.
            state.withLock { state in
                for (other, before) in joined { state.leases[other]?.restore(claims.keys, from: before) }
            }
            throw error
        }
    }

    /// Ends a lease whose call failed, with everything that was registered for it before the failure.
    ///
    /// - Parameters:
    ///   - token: The lease.
    ///   - holder: The connection that the lease was begun for.
    package func abandon(_ token: String, of holder: String) async {
        do throws(RegistryError) {
            await fill(token, with: try await leasedFonts()[token] ?? [:], of: holder)
        } catch {
            // They are removed at the next start, because the lease has no holder then.
            log.warning("The fonts of a failed call were not looked up", metadata: ["error": "\(error)"])
        }
        await leave([token], holder)
    }

    /// Ends a holder's claims to the leases of a call that was given up.
    package func leave(_ tokens: Set<String>, _ holder: String) async {
        let (over, isLast) = state.withLock { $0.remove(holder, from: tokens) }
        if !over.isEmpty { await end(over.map(\.registration)) }
        await finish(over, isLast: isLast)
    }

    /// Ends everything held by a connection that has left the bus.
    ///
    /// - Parameter holder: The unique name of the connection.
    package func release(_ holder: String) async {
        let (over, isLast) = forget(holder)
        guard !over.isEmpty || isLast else { return }
        // The registrations are removed before the note is written: a registration that is no longer in the note ends
        // at the next start at the latest.
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

    /// Ends what a connection holds with one of its handles.
    ///
    /// - Parameters:
    ///   - handle: The handle.
    ///   - holder: The unique name of the connection.
    /// - Throws: `notRegistered` if the connection holds nothing with that handle; otherwise the reason why the fonts
    ///   still exist. Their removal is retried.
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

    /// Sets the alarm for the end of the next term.
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

    /// Ends the terms that have passed.
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
    /// - Returns: The registrations of the leases that have ended as a result, and whether no lease is left.
    mutating func remove(_ holder: String, from tokens: Set<String>) -> (over: [LeaseService.Ending], isLast: Bool) {
        removeClaims(from: tokens) { claim, _ in claim.holder == holder }
    }

    /// Removes claims to leases.
    ///
    /// - Parameters:
    ///   - tokens: The leases; `nil` for all.
    ///   - isOver: Whether to remove a claim.
    /// - Returns: The registrations of the leases that have ended as a result, and whether no lease is left.
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
