package import FontModel
package import LinuxSystem
internal import Registry

/// Registers, changes and removes fonts for providers and for the user.
package struct RegistrationService: Sendable {
    /// The answer to a call.
    package typealias Answer = LibraryPublisher.Answer

    let intake: FontIntake
    let publisher: LibraryPublisher
    let staging: FontStaging
    let systemFaces: SystemFacesService
    let queries: FontQueries
    let keeper: LibraryKeeper
    private let session: LoginSession

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - intake: The part that copies and examines fonts.
    ///   - publisher: The part that changes the library.
    ///   - systemFaces: The part that knows the names of the system's fonts, which cannot be taken.
    ///   - queries: The part that knows the generation.
    ///   - keeper: The part that reconciles tree and registry before either is changed.
    ///   - session: The login session that session-scoped registrations belong to and end with.
    package init(
        intake: FontIntake, publisher: LibraryPublisher, systemFaces: SystemFacesService, queries: FontQueries,
        keeper: LibraryKeeper, session: LoginSession
    ) {
        self.intake = intake
        self.publisher = publisher
        staging = FontStaging(publisher: publisher)
        self.systemFaces = systemFaces
        self.queries = queries
        self.keeper = keeper
        self.session = session
    }

    /// The service for removed fonts.
    package var removedFonts: RemovedFontsService { RemovedFontsService(registrations: self) }

    /// Registers fonts, each of which succeeds or fails independently.
    ///
    /// - Parameters:
    ///   - fonts: Readable regular files; their bytes are copied.
    ///   - request: The requested registration.
    ///   - isWanted: Whether the caller is still waiting. It is checked for the last time just before anything is
    ///     published: what a program started must not take effect once the program was killed.
    /// - Returns: The outcome of each font, in order.
    /// - Throws: `UnsupportedScope` if the scope is not available here, and `ReadOnly` if nothing can be changed.
    package func register(
        _ fonts: [OwnedFileDescriptor], _ request: RegistrationRequest, isWanted: @Sendable () -> Bool = { true }
    ) async throws(FontError) -> Answer {
        var options = try await options(for: request)
        options.call = request.requestID.map { NamedCall(name: $0, count: fonts.count) }
        let (requester, permission) = (request.requester, request.permission)
        try await prepare(isEnabling: request.isEnabled)
        var outcomes: [ItemOutcome?] = Array(repeating: nil, count: fonts.count)
        var generation: UInt64?
        // Fonts that are not published need not be staged beside the published ones.
        let staging = request.isEnabled && request.visibility != .granted ? staging : nil
        var positions = Array(fonts.indices)
        while !positions.isEmpty {
            var undecided: [(position: Int, font: OfferedFont)] = []
            await intake.withCandidates(
                of: positions.map { fonts[$0] }, for: requester.provider.id, staging: staging
            ) { group in
                var accepted: [(position: Int, candidate: FontCandidate)] = []
                for item in group {
                    let position = positions[item.position]
                    switch item.candidate {
                    case .success(let candidate): accepted.append((position, candidate.at(position)))
                    case .failure(let error): outcomes[position] = .failure(error)
                    }
                }
                let unclear = await permission.refusals(of: accepted.map { OfferedFont($0.candidate) }, asking: false)
                let isUnclear = Set(unclear.undecided.map(\.digest))
                var refused: [FontCandidate] = []
                accepted.removeAll { item in
                    let digest = item.candidate.digest
                    if let error = unclear.refusals[digest] {
                        outcomes[item.position] = .failure(error)
                    } else if isUnclear.contains(digest) {
                        let preview = intake.preview(
                            of: fonts[item.position], for: item.candidate, by: requester.provider.id)
                        undecided.append((item.position, OfferedFont(item.candidate, preview: preview)))
                    } else {
                        return false
                    }
                    refused.append(item.candidate)
                    return true
                }
                await staging?.discard(refused, of: requester.provider.id)
                guard !accepted.isEmpty else { return }
                guard isWanted() else {
                    for item in accepted { outcomes[item.position] = .failure(Self.abandonedError) }
                    await staging?.discard(accepted.map(\.candidate), of: requester.provider.id)
                    return
                }
                let answer = await publisher.submit(
                    LibraryRequest(.register(accepted.map(\.candidate), options), by: requester))
                for (item, outcome) in zip(accepted, answer.outcomes) { outcomes[item.position] = outcome }
                generation = answer.generation
                await staging?.discard(
                    accepted.map(\.candidate), of: requester.provider.id, after: answer.outcomes)
            }
            // No font is in memory meanwhile, as the user may take a long time to answer.
            let answered = await permission.refusals(of: undecided.map(\.font), asking: true)
            positions = []
            for (position, font) in undecided {
                if let error = answered.refusals[font.digest] {
                    outcomes[position] = .failure(error)
                } else {
                    positions.append(position)
                }
            }
        }
        if generation == nil { generation = try await queries.generation() }
        return Answer(outcomes: outcomes.map { $0 ?? .failure(.unanswered) }, generation: generation ?? 0)
    }

    private static let abandonedError = FontError(.cancelledByUser, "The caller has left the bus.")

    /// Registers the fonts of a batch in one request.
    ///
    /// - Parameters:
    ///   - candidates: The fonts; may be empty.
    ///   - options: The options that apply to all of them.
    ///   - control: The connection between the request and its batch.
    ///   - requester: The requester on whose behalf the call is made.
    /// - Returns: The outcome of each font, in order.
    /// - Throws: An error if no font can be registered now.
    func register(
        _ candidates: [FontCandidate], _ options: RegistrationOptions, control: BatchControl, by requester: Requester
    ) async throws(FontError) -> LibraryPublisher.Answer {
        guard !candidates.isEmpty else {
            return LibraryPublisher.Answer(outcomes: [], generation: try await queries.generation())
        }
        // The user may have logged out, and in again, since the batch was begun.
        if let token = options.sessionToken { try await session.checkGoesOn(token) }
        try await prepare(isEnabling: options.isEnabled)
        return await publisher.submit(
            LibraryRequest(.register(candidates, options), by: requester, control: control))
    }

    /// Returns the options that apply to all fonts of one request, except the name of the call.
    ///
    /// - Throws: `UnsupportedScope` if the scope is not available here, and `ReadOnly` if nothing can be changed.
    func options(for request: RegistrationRequest) async throws(FontError) -> RegistrationOptions {
        if let refusal = await publisher.context.lastingRefusal() { throw refusal }
        var token = request.lease
        if token == nil { token = try await sessionToken(for: request.scope) }
        return RegistrationOptions(
            scope: request.scope, isEnabled: request.isEnabled, userInfo: request.userInfo, sessionToken: token,
            replacedFiles: request.replacedFiles, allowsDowngrade: request.allowsDowngrade,
            keepsRegistered: request.keepsRegistered, visibility: request.visibility)
    }

    /// Waits until fonts can be registered.
    ///
    /// - Parameters:
    ///   - isEnabling: Whether programs are to find the fonts. If so, the names of the system's fonts matter.
    ///   - mayMakeRoom: Whether removed fonts may be deleted if the disk is full. Pass `false` if nothing is to change.
    /// - Throws: An error if the names of the system's fonts are not known.
    func prepare(isEnabling: Bool, mayMakeRoom: Bool = true) async throws(FontError) {
        await systemFaces.ready()
        if isEnabling { try await checkSystemFaces(mayMakeRoom: mayMakeRoom) }
        await keeper.recoverIfNeeded()
    }

    /// Previews the registration of fonts, each independently, without changing anything.
    ///
    /// - Parameters:
    ///   - fonts: Readable regular files.
    ///   - keepsRegistered: Whether the fonts replace no registered font.
    ///   - requester: The requester on whose behalf the call is made.
    /// - Returns: A preview of each font, or the reason why there is none, in order.
    /// - Throws: An error if nothing can be previewed, or registered.
    package func preview(
        _ fonts: [OwnedFileDescriptor], keepsRegistered: Bool = false, by requester: Requester
    ) async throws(FontError) -> [Result<FontPreview, FontError>] {
        if let refusal = await publisher.context.lastingRefusal() { throw refusal }
        let options = RegistrationOptions(scope: .persistent, isEnabled: true, keepsRegistered: keepsRegistered)
        try await prepare(isEnabling: true, mayMakeRoom: false)
        var previews: [Result<FontPreview, FontError>?] = Array(repeating: nil, count: fonts.count)
        var failure: FontError?
        await intake.withCandidates(of: fonts, for: requester.provider.id) { group in
            var accepted: [(position: Int, candidate: FontCandidate)] = []
            for item in group {
                switch item.candidate {
                case .success(let candidate): accepted.append((item.position, candidate))
                case .failure(let error): previews[item.position] = .failure(error)
                }
            }
            do throws(FontError) {
                let found = try await publisher.preview(accepted.map(\.candidate), options, by: requester)
                for (item, preview) in zip(accepted, found) { previews[item.position] = .success(preview) }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return previews.map { $0 ?? .failure(.unanswered) }
    }

    /// Removes registrations, each of which succeeds or fails independently.
    package func unregister(
        _ ids: [FontIdentifier], forGood isForGood: Bool = false, by requester: Requester
    ) async -> Answer {
        await answer(LibraryRequest(.unregister(ids, forGood: isForGood), by: requester))
    }

    /// Enables or disables registrations, each of which succeeds or fails independently.
    ///
    /// - Parameters:
    ///   - ids: The registrations.
    ///   - isEnabled: Whether programs are to find them.
    ///   - scope: How long the enabled registrations last from now on; `nil` leaves that unchanged.
    ///   - requester: The requester on whose behalf the call is made.
    /// - Returns: The outcome of each registration, in order.
    /// - Throws: An error if no font can be enabled now; `UnsupportedScope` if the scope is not available here.
    package func setEnabled(
        _ ids: [FontIdentifier], _ isEnabled: Bool, scope: RegistrationScope? = nil, by requester: Requester
    ) async throws(FontError) -> Answer {
        await answer(try await request(toSetEnabled: ids, isEnabled, scope: scope, by: requester))
    }

    /// Creates the request that enables or disables registrations.
    ///
    /// If `mayMakeRoom`, removed fonts may be deleted for it.
    private func request(
        toSetEnabled ids: [FontIdentifier], _ isEnabled: Bool, scope: RegistrationScope?, by requester: Requester,
        mayMakeRoom: Bool = true
    ) async throws(FontError) -> LibraryRequest {
        guard isEnabled else { return LibraryRequest(.setEnabled(ids, false), by: requester) }
        // A font must not be enabled if a system font has taken its name meanwhile.
        await systemFaces.ready()
        try await checkSystemFaces(mayMakeRoom: mayMakeRoom)
        guard let scope else { return LibraryRequest(.setEnabled(ids, true), by: requester) }
        let options = RegistrationOptions(
            scope: scope, isEnabled: true, sessionToken: try await sessionToken(for: scope))
        return LibraryRequest(.change(ids, .registerAgain(options)), by: requester)
    }

    /// A change of registrations that can be planned.
    package enum Change: Sendable {
        /// The removal of registrations.
        case unregistration
        /// The enabling or disabling of registrations, in the scope if one is given.
        case state(isEnabled: Bool, RegistrationScope? = nil)
    }

    /// Plans a change of registrations without carrying it out.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - ids: The registrations.
    ///   - requester: The requester on whose behalf the call is made.
    /// - Returns: The outcome that each registration would have, in order.
    /// - Throws: An error if nothing can be planned, or changed.
    package func plan(
        _ change: Change, of ids: [FontIdentifier], by requester: Requester
    ) async throws(FontError) -> [ItemOutcome] {
        let request =
            switch change {
            case .unregistration: LibraryRequest(.unregister(ids), by: requester)
            case .state(let isEnabled, let scope):
                try await request(toSetEnabled: ids, isEnabled, scope: scope, by: requester, mayMakeRoom: false)
            }
        return try await publisher.plan(request).outcomes
    }

    /// Returns the token of the login session that registrations of a scope belong to; `nil` if there is none.
    func sessionToken(for scope: RegistrationScope) async throws(FontError) -> String? {
        scope == .session ? try await session.token() : nil
    }

    /// Ensures that the names of the system's fonts are known, because none of them may be taken.
    ///
    /// - Parameter mayMakeRoom: Whether removed fonts may be deleted if there is no room to store the names.
    /// - Throws: An error if they are not known.
    func checkSystemFaces(mayMakeRoom: Bool = true) async throws(FontError) {
        guard await systemFaces.lastFailure != nil else { return }
        await systemFaces.refresh()
        if mayMakeRoom, await systemFaces.lastFailure?.code == .storageFull, await publisher.context.makeRoom(for: []) {
            await systemFaces.refresh()
        }
        guard let failure = await systemFaces.lastFailure else { return }
        // A read-only home prevents both reading the names and changing the library; report that cause.
        if let obstacle = await publisher.state.knownObstacle { throw obstacle }
        throw FontError(
            [.readOnly, .storageFull].contains(failure.code) ? failure.code : .registrationFailed,
            "The system's fonts, whose names must not be taken, are not known: \(failure.message)")
    }

    private func answer(_ request: LibraryRequest) async -> Answer {
        await keeper.recoverIfNeeded()
        return await publisher.submit(request)
    }
}
