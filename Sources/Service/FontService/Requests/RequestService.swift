internal import FontModel
package import LinuxSystem
package import Registry

/// Provides programs with the fonts that they request, or reports why it cannot.
///
/// The sources are asked in order. If anything needs permission, the user answers one question for the whole call.
/// Resolved fonts are held for the caller's connection before they are reported.
package struct RequestService: Sendable {
    /// Receives the number of bytes available so far and the total number.
    package typealias ProgressHandler = @Sendable (_ done: Int, _ total: Int) -> Void

    private let sources: [any RequestSource]
    private let queries: FontQueries
    private let rights: RightsService
    private let consent: ConsentService
    private let registrations: RegistrationService
    private let leases: LeaseService
    /// Registers the fonts of one call at a time.
    ///
    /// If two calls want the same font, the second joins the lease of the first.
    private let providing = AsyncBudget(limit: 1)

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - sources: The sources of fonts, in the order in which they are asked.
    ///   - queries: Finds the fonts that programs can use.
    ///   - rights: Checks permissions.
    ///   - consent: Asks the user.
    ///   - registrations: Registers fonts.
    ///   - leases: Holds fonts for programs.
    package init(
        sources: [any RequestSource], queries: FontQueries, rights: RightsService, consent: ConsentService,
        registrations: RegistrationService, leases: LeaseService
    ) {
        self.sources = sources
        self.queries = queries
        self.rights = rights
        self.consent = consent
        self.registrations = registrations
        self.leases = leases
    }

    /// The sources for a home directory, in their order.
    package static func sources(
        queries: FontQueries, rights: RightsService, registry: Registry, registrations: RegistrationService,
        assets: AssetSource, packages: PackageSource.Manager, threads: BlockingThreads
    ) -> [any RequestSource] {
        [
            EnabledSource(queries: queries, rights: rights),
            DisabledSource(registry: registry, publisher: registrations.publisher, threads: threads, rights: rights),
            assets,
            PackageSource(packages, rights: rights),
        ]
    }

    /// Resolves the requests of a program.
    ///
    /// - Parameters:
    ///   - requests: The requests.
    ///   - caller: The calling program.
    ///   - isWanted: Whether the caller is still connected.
    ///   - onProgress: Receives the progress.
    /// - Returns: The result of each request. If the task is cancelled or the caller has left, nothing is held.
    package func resolve(
        _ requests: [FontRequest], for caller: RequestCaller, isWanted: @escaping @Sendable () -> Bool,
        onProgress: @escaping ProgressHandler = { _, _ in }
    ) async -> RequestAnswer {
        var call = RequestCall(requests)
        await look(for: &call, caller, holding: true)
        await obtainConsent(for: &call, caller)
        let isGivenUp: @Sendable () -> Bool = { Task.isCancelled || !isWanted() }
        var provided: [String: [FontIdentifier: FontDigest]] = [:]
        var used: Set<FontDigest> = []
        if call.hasOffers {
            let offers = call.openOffers
            let total = call.offeredBytes
            onProgress(0, total)
            provided = await provide(&call, caller, isGivenUp, onProgress)
            await tell(&call, caller)
            used = Set(offers.filter { call.served.contains($0.index) }.map(\.offer.digest))
        }
        let isOver = isGivenUp()
        // A font that turned out not to match the request is not kept either.
        let unused = provided.mapValues { fonts in Set(fonts.filter { isOver || !used.contains($0.value) }.keys) }
            .filter { !$0.value.isEmpty }
        if !unused.isEmpty {
            // This waits while another call of the connection registers fonts for the same lease.
            await providing.withShare(1, of: .request) { await leases.takeBack(unused, from: caller.holder) }
        }
        if isOver {
            // Nothing else would end the leases that the caller joined after it left the bus.
            if !isWanted() { await leases.release(caller.holder) }
            call.giveUp()
        }
        return call.answer
    }

    /// A font that a request would make available.
    package struct PlannedOffer: Sendable {
        /// The number of the request.
        package var index: Int
        /// The font, and the provider that has it.
        package var offer: FontOffer
        /// The name of the source.
        package var source: String
        /// Whether the user would be asked first.
        package var needsConsent: Bool
    }

    /// Reports what requests would make available.
    ///
    /// Nothing changes, the user is not asked, and no font is held.
    ///
    /// - Parameters:
    ///   - requests: The requests.
    ///   - caller: The calling program.
    /// - Returns: The fonts that programs already find and the failures; the fonts that would be made available.
    package func plan(
        _ requests: [FontRequest], for caller: RequestCaller
    ) async -> (answer: RequestAnswer, offers: [PlannedOffer]) {
        var call = RequestCall(requests)
        await look(for: &call, caller, holding: false)
        let undecided = Set(failDenied(in: &call, caller))
        let offers = call.openOffers.map { index, offer, source in
            PlannedOffer(
                index: index, offer: offer, source: sources[source].name, needsConsent: undecided.contains(offer))
        }
        var answer = call.answer
        let offered = Set(offers.map(\.index))
        answer.unresolved.removeAll { offered.contains($0.index) }
        return (answer, offers)
    }

    /// Asks each source, in order, for what the earlier sources do not have.
    ///
    /// - Parameters:
    ///   - call: The requests, which receive the findings.
    ///   - caller: The calling program.
    ///   - isHolding: Whether fonts that programs already find are held for the caller.
    private func look(for call: inout RequestCall, _ caller: RequestCaller, holding isHolding: Bool) async {
        for (number, source) in sources.enumerated() {
            let pending = call.pending
            if pending.isEmpty { break }
            let findings = await source.look(for: pending.map(call.rest), by: caller)
            for (index, finding) in zip(pending, findings) {
                switch finding {
                case .nothing: break
                case .failure(let failure): call.note(failure, for: index)
                case .offers(let offers): call.note(offers, of: number, for: index)
                case .present(let faces, let missing):
                    guard isHolding else {
                        call.resolve(index, by: faces, of: source.name, missing: missing)
                        continue
                    }
                    await hold(faces, missing: missing, of: source, for: index, in: &call, caller)
                }
            }
        }
    }

    /// Holds faces that programs already find for the caller, and records them as the result of a request.
    private func hold(
        _ faces: [FaceRecord], missing: [RequestFailure], of source: any RequestSource, for index: Int,
        in call: inout RequestCall, _ caller: RequestCaller
    ) async {
        do throws(FontError) {
            let digests = Set(faces.compactMap(\.digest))
            // A font that is being removed is treated as already removed.
            guard try await leases.hold(digests, for: caller.holder).isEmpty else { return }
            call.resolve(index, by: faces, of: source.name, missing: missing)
        } catch {
            call.note(RequestFailure(error), for: index)
        }
    }

    // MARK: Consent

    /// Asks the user once for everything that needs permission, and fails the offers that are not permitted.
    private func obtainConsent(for call: inout RequestCall, _ caller: RequestCaller) async {
        let undecided = failDenied(in: &call, caller)
        guard !undecided.isEmpty else { return }
        var failure: FontError?
        do throws(FontError) {
            try await consent.obtain(
                requested: undecided.map(RequestedOffer.init), of: caller.identity, askingAt: caller.place)
        } catch {
            failure = error
        }
        for offer in failDenied(in: &call, caller) {
            let error = failure ?? FontError(.missingEntitlement, "The user's answer was revoked in the meantime.")
            var failure = RequestFailure(
                error.code == .cancelledByUser ? .cancelled : .consentUnavailable, error.message,
                provider: offer.provider)
            if let package = offer.installation?.name {
                failure.message +=
                    " The package \(package) has it; the system's package manager installs it as well."
            }
            call.fail(offer, failure)
        }
    }

    /// Fails the offers that are denied.
    ///
    /// - Returns: The offers that the user must be asked about.
    private func failDenied(in call: inout RequestCall, _ caller: RequestCaller) -> [FontOffer] {
        var undecided: [FontOffer] = []
        for offer in call.offers where !offer.isOwn || offer.isUsersDecision {
            switch rights.standing(ofRequested: RequestedOffer(offer), by: caller.identity) {
            case .granted: continue
            case .ask: undecided.append(offer)
            case .denied(let error, let isUsers):
                call.fail(
                    offer,
                    RequestFailure(isUsers ? .deniedByUser : .deniedByPolicy, error.message, provider: offer.provider))
            }
        }
        return undecided
    }

    // MARK: Bringing into use

    /// Makes the permitted offers available.
    ///
    /// - Returns: The registrations with their contents, by the lease that they were registered for.
    private func provide(
        _ call: inout RequestCall, _ caller: RequestCaller, _ isGivenUp: @escaping @Sendable () -> Bool,
        _ onProgress: @escaping ProgressHandler
    ) async -> [String: [FontIdentifier: FontDigest]] {
        let (plan, total) = (call.plan, call.offeredBytes)
        // Other requests do not wait for a slow server.
        var opened: [OpenedStep] = []
        var fetched = 0
        for step in plan where !step.isInstallation && !isGivenUp() {
            let done = fetched
            let files = await sources[step.source].open(step.offers) { onProgress(done + $0, total) }
            opened.append(OpenedStep(step: step, files: files))
            fetched += step.offers.reduce(0) { $0 + ($1.isRemote ? $1.size : 0) }
        }
        let (steps, downloaded) = (opened, fetched)
        var results = await providing.withShare(1, of: .request) { () async -> ProvisionResult in
            var result = ProvisionResult()
            for step in steps where !isGivenUp() {
                await provide(step, caller, isGivenUp, into: &result)
                result.bytes += step.step.size
                // Bytes that are here already count.
                onProgress(max(result.bytes, downloaded), total)
            }
            return result
        }
        // Other requests do not wait for a package: the package manager has its own order, and may ask for a password.
        for step in plan where step.isInstallation && !isGivenUp() {
            let (done, size) = (results.bytes, step.size)
            do throws(RequestFailure) {
                try await sources[step.source].install(step.offers) { onProgress(done + size * $0 / 100, total) }
            } catch {
                for offer in step.offers { results.failures[offer] = error }
            }
            results.bytes += size
            onProgress(results.bytes, total)
        }
        for (offer, failure) in results.failures { call.fail(offer, failure) }
        return results.fonts
    }

    /// The fonts of one step, with their files.
    private struct OpenedStep: Sendable {
        var step: RequestCall.Step
        var files: [Result<OwnedFileDescriptor, RequestFailure>]
    }

    private struct ProvisionResult: Sendable {
        var failures: [FontOffer: RequestFailure] = [:]
        var fonts: [String: [FontIdentifier: FontDigest]] = [:]
        var bytes = 0
    }

    /// Registers the fonts that one source has for one provider.
    private func provide(
        _ opened: OpenedStep, _ caller: RequestCaller, _ isGivenUp: @escaping @Sendable () -> Bool,
        into result: inout ProvisionResult
    ) async {
        let step = opened.step
        do throws(FontError) {
            let leased = try await leases.join(Set(step.offers.map(\.digest)), caller.holder)
            var files: [(offer: FontOffer, file: OwnedFileDescriptor)] = []
            for (offer, file) in zip(step.offers, opened.files) where !leased.contains(offer.digest) {
                switch file {
                case .success(let file): files.append((offer, file))
                case .failure(let failure): result.failures[offer] = failure
                }
            }
            guard !files.isEmpty else { return }
            // If another service manages the fonts, that service also records who holds them.
            if let refusal = await registrations.publisher.context.lastingRefusal() { throw refusal }
            let token = try await leases.beginForRequest(of: caller.holder)
            var fonts: [FontIdentifier: FontDigest] = [:]
            do throws(FontError) {
                var request = RegistrationRequest(by: .provider(step.owner))
                request.permission = permission(for: files.map(\.offer))
                request.scope = .session
                request.userInfo = step.offers.first?.userInfo
                request.keepsRegistered = true
                request.lease = token
                let answer = try await registrations.register(
                    files.map(\.file), request, isWanted: { !isGivenUp() })
                for (item, outcome) in zip(files, answer.outcomes) {
                    switch outcome {
                    case .success(let font) where font.isEnabled: fonts[font.id] = item.offer.digest
                    case .success:
                        result.failures[item.offer] = RequestFailure(
                            .deniedByUser, "The user has disabled the font.", provider: item.offer.provider)
                    case .failure(let error):
                        result.failures[item.offer] = Self.failure(error, of: item.offer)
                    }
                }
            } catch {
                await leases.fill(token, with: fonts, of: caller.holder)
                throw error
            }
            result.fonts[token, default: [:]].merge(fonts) { $1 }
            await leases.fill(token, with: fonts, of: caller.holder)
        } catch {
            for offer in step.offers where result.failures[offer] == nil {
                result.failures[offer] = RequestFailure(error, of: offer.provider)
            }
        }
    }

    /// Permits exactly the bytes that were offered, unless the policy denies them.
    private func permission(for offers: [FontOffer]) -> InstallPermission {
        let offered = Dictionary(offers.map { ($0.digest, $0.provider) }, uniquingKeysWith: { first, _ in first })
        return InstallPermission(
            standing: { [rights] font in
                guard let provider = offered[font.digest] else {
                    return .denied(FontError(.corrupt, "The file has the SHA-256 \(font.digest)."))
                }
                do throws(FontError) {
                    try rights.checkPolicy(
                        on: font.format, from: .asset, for: provider, isBrowserSafe: font.browserConcern == nil)
                    return .granted
                } catch {
                    return .denied(error)
                }
            }, ask: { _ in nil })
    }

    private static func failure(_ error: FontError, of offer: FontOffer) -> RequestFailure {
        var failure = RequestFailure(error, of: offer.provider)
        if failure.reason == .checksumMismatch {
            failure.message += " \(offer.provider) declares the SHA-256 \(offer.digest)."
        }
        return failure
    }

    /// Resolves requests with the faces that programs find after fonts were made available.
    private func tell(_ call: inout RequestCall, _ caller: RequestCaller) async {
        let provided = call.provided
        for isAboutText in [false, true] {
            let indices = provided.filter { (call.requests[$0].text != nil) == isAboutText }
            await tell(&call, indices, isAboutText: isAboutText, caller)
        }
    }

    private func tell(
        _ call: inout RequestCall, _ indices: [Int], isAboutText: Bool, _ caller: RequestCaller
    ) async {
        guard !indices.isEmpty else { return }
        do throws(FontError) {
            let faces = try await queries.match(
                indices.map { call.rest(of: $0).wanted }, mandatory: isAboutText ? [.characters] : [], details: false,
                audience: rights.audience(of: caller.identity))
            for (index, face) in zip(indices, faces) {
                if let face {
                    call.resolveProvided(index, by: face, names: sources.map(\.name))
                } else {
                    call.failProvided(
                        index,
                        RequestFailure(
                            .notFound,
                            "The font is in use or installed, and is not what \(call.requests[index].title) means."))
                }
            }
        } catch {
            for index in indices { call.failProvided(index, RequestFailure(error)) }
        }
    }
}
