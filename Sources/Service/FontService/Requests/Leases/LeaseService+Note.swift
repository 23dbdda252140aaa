internal import FontModel
internal import LinuxSystem
internal import Logging
internal import Registry
internal import Synchronization
internal import SystemPackage

/// The note by which the next service knows who holds what.
extension LeaseService {
    /// Takes over the leases of the service before.
    ///
    /// - Parameters:
    ///   - bus: The identifier of the bus that this service is on; `nil` where it is not known.
    ///   - whenGone: Has an action done when a connection leaves the bus; `false` where it has left already.
    package func restore(
        on bus: String?,
        whenGone: @Sendable (_ holder: String, _ action: @escaping @Sendable () async -> Void) async -> Bool
    ) async {
        let text = try? await threads.run { [note] in (try? note.read()) ?? nil }
        let known = LeaseNote(text: (text ?? nil) ?? "")
        var leases: [String: LeaseState] = [:]
        // Unique names are given anew on another bus, which is also none of before a start of the machine.
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
            // Nothing is removed before the service has recovered, which removes what has ended; see hasEnded(_:).
            let (over, isLast) = forget(holder)
            await finish(over, isLast: isLast)
        }
        do throws(FontError) {
            try await write()
        } catch {
            log.warning("Who holds fonts was not written down", metadata: ["error": "\(error)"])
        }
    }

    /// The registrations that are there for leases, by their tokens.
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
        // Before that the note has leases that are not known yet; restore(on:whenGone:) writes them with these.
        guard state.withLock({ $0.isRestored }) else { return }
        let result = await writing.withShare(1, of: ProviderIdentifier.request) { () async -> Result<Void, Errno>? in
            // As it is when its turn has come.
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
        case nil: throw FontError(.busy, "The disk does not answer.")
        }
    }
}
