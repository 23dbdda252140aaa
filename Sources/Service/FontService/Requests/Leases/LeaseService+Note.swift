internal import FontModel
internal import LinuxSystem
internal import Logging
internal import Registry
internal import Synchronization
internal import SystemPackage

/// The note that tells the next service which connections hold which leases.
extension LeaseService {
    /// Restores the leases of the previous service.
    ///
    /// - Parameters:
    ///   - bus: The identifier of the bus that this service is on; `nil` if it is unknown.
    ///   - whenGone: Runs an action when a connection leaves the bus; returns `false` if it has already left.
    package func restore(
        on bus: String?,
        whenGone: @Sendable (_ holder: String, _ action: @escaping @Sendable () async -> Void) async -> Bool
    ) async {
        let text = try? await threads.run { [note] in (try? note.read()) ?? nil }
        let known = LeaseNote(text: (text ?? nil) ?? "")
        var leases: [String: LeaseState] = [:]
        // Another bus reuses unique names. After a restart of the machine, the bus is always another one.
        if let bus, known.bus == bus {
            let now = MonotonicClock.nanoseconds
            for (token, claims) in known.leases where Self.isLease(token) {
                let lasting = claims.filter { !$0.value.hasPassed(at: now) }
                if !lasting.isEmpty { leases[token] = LeaseState(lasting) }
            }
        }
        let fonts = (try? await leasedFonts()) ?? [:]
        for token in leases.keys { leases[token]?.fonts = fonts[token] ?? [:] }
        leases = leases.filter { !$0.value.fonts.isEmpty }
        let (restored, isFirst) = state.withLock { [leases] state -> (Set<String>, Bool) in
            let wasEmpty = state.leases.isEmpty
            state.leases.merge(leases) { first, _ in first }
            state.bus = bus
            state.isRestored = true
            return (Set(leases.values.flatMap(\.holders)), wasEmpty && !leases.isEmpty)
        }
        if isFirst { work.begin(.leases) }
        awaitNextEnd()
        for holder in restored.sorted() where state.withLock({ $0.watched.insert(holder).inserted }) {
            let isThere = await whenGone(holder) { [weak self] in await self?.release(holder) }
            guard !isThere else { continue }
            // Nothing is removed before recovery, which removes what has ended; see hasEnded(_:).
            let (over, isLast) = forget(holder)
            await finish(over, isLast: isLast)
        }
        do throws(FontError) {
            try await write()
        } catch {
            log.warning("Who holds fonts was not written down", metadata: ["error": "\(error)"])
        }
    }

    /// The registrations that exist for leases, by their tokens.
    func leasedFonts() async throws(RegistryError) -> [String: [FontIdentifier: FontDigest]] {
        var filter = RegistrationFilter(scope: .session)
        var fonts: [String: [FontIdentifier: FontDigest]] = [:]
        while true {
            let page = try await registry.registrations.page(matching: filter)
            for registration in page.registrations.map(\.registration) {
                guard let token = registration.sessionToken, Self.isLease(token) else { continue }
                fonts[token, default: [:]][registration.id] = registration.digest
            }
            guard let cursor = page.cursor else { return fonts }
            filter.cursor = cursor
        }
    }

    func write() async throws(FontError) {
        // Until then, the note has leases that are not known yet; restore(on:whenGone:) writes them together with the
        // new ones.
        guard state.withLock({ $0.isRestored }) else { return }
        let result = await writing.withShare(1, of: ProviderIdentifier.request) { () async -> Result<Void, Errno>? in
            // The state at the time of writing.
            let text = state.withLock { state in
                LeaseNote(bus: state.bus, leases: state.leases.mapValues(\.claims)).text
            }
            return try? await threads.run { [note] in
                Result { () throws(Errno) in text.isEmpty ? try note.remove() : try note.replace(with: text) }
            }
        }
        switch result {
        case .success: return
        case .failure(.fileTooLarge):
            throw FontError(.exceededResourceLimit, "Too many programs hold fonts. Try again later.")
        case .failure(let error): throw FontError(error, while: "write down who holds fonts")
        case nil: throw FontError(.busy, "The disk is not responding.")
        }
    }
}
