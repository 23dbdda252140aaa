package import FontModel
package import LinuxSystem
internal import Registry

/// Registers fonts for providers and for the user, and changes and removes what they registered.
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
    ///   - intake: Who copies and examines fonts.
    ///   - publisher: Who changes the library.
    ///   - systemFaces: Who knows the system's fonts, whose names cannot be taken.
    ///   - queries: Who knows the generation.
    ///   - keeper: Who makes tree and registry agree before either is changed.
    ///   - session: The login session that session-scoped fonts end with.
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

    /// What becomes of fonts that have left.
    package var removedFonts: RemovedFontsService { RemovedFontsService(registrations: self) }

    /// Registers fonts; each succeeds or fails by itself.
    ///
    /// - Parameters:
    ///   - fonts: Readable regular files; their bytes are copied.
    ///   - request: What is wanted of them.
    ///   - isWanted: Whether the caller still waits, asked for the last time before anything is published: what a
    ///     killed program had begun must not come about after it was taken back.
    /// - Returns: What became of each font, in order.
    /// - Throws: `UnsupportedScope` where the scope cannot be had here, and `ReadOnly` where nothing can be changed.
    package func register(
        _ fonts: [OwnedFileDescriptor], _ request: RegistrationRequest, isWanted: @Sendable () -> Bool = { true }
    ) async throws(FontError) -> Answer {
        var options = try await options(for: request)
        options.call = request.requestID.map { NamedCall(name: $0, count: fonts.count) }
        let (requester, permission) = (request.requester, request.permission)
        try await prepare(isEnabling: request.isEnabled)
        var outcomes: [ItemOutcome?] = Array(repeating: nil, count: fonts.count)
        var generation: UInt64?
        // What is not published need not wait beside the published fonts.
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
                        undecided.append((item.position, OfferedFont(item.candidate)))
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
            // With no font in memory: the user may take their time.
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
    ///   - candidates: The fonts; there may be none.
    ///   - options: What applies to all of them.
    ///   - control: What connects the request with its batch.
    ///   - requester: In whose name.
    /// - Returns: What became of each font, in order.
    /// - Throws: Why no font can be registered now.
    func register(
        _ candidates: [FontCandidate], _ options: RegistrationOptions, control: BatchControl, by requester: Requester
    ) async throws(FontError) -> LibraryPublisher.Answer {
        guard !candidates.isEmpty else {
            return LibraryPublisher.Answer(outcomes: [], generation: try await queries.generation())
        }
        // The user may have logged out since the batch was begun, and in again.
        if let token = options.sessionToken { try await session.checkGoesOn(token) }
        try await prepare(isEnabling: options.isEnabled)
        return await publisher.submit(
            LibraryRequest(.register(candidates, options), by: requester, control: control))
    }

    /// What applies to all fonts of one request, but for the name of the call.
    ///
    /// - Throws: `UnsupportedScope` where the scope cannot be had here, and `ReadOnly` where nothing can be changed.
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
    ///   - isEnabling: Whether programs are to find them, so that the names of the system's fonts matter.
    ///   - mayMakeRoom: Whether removed fonts may be deleted where the disk is full; not where nothing is to change.
    /// - Throws: Why none can be: the names of the system's fonts are not known.
    func prepare(isEnabling: Bool, mayMakeRoom: Bool = true) async throws(FontError) {
        await systemFaces.ready()
        if isEnabling { try await checkSystemFaces(mayMakeRoom: mayMakeRoom) }
        await keeper.recoverIfNeeded()
    }

    /// Tells what registering fonts, each by itself, would come to; nothing changes.
    ///
    /// - Parameters:
    ///   - fonts: Readable regular files.
    ///   - keepsRegistered: Whether the fonts take the place of nothing that is registered.
    ///   - requester: In whose name.
    /// - Returns: A preview of each font, or why it is none, in order.
    /// - Throws: Why nothing can be told, or registered.
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

    /// Removes registrations; each succeeds or fails by itself.
    package func unregister(
        _ ids: [FontIdentifier], forGood isForGood: Bool = false, by requester: Requester
    ) async -> Answer {
        await answer(LibraryRequest(.unregister(ids, forGood: isForGood), by: requester))
    }

    /// Enables or disables registrations; each succeeds or fails by itself.
    ///
    /// - Parameters:
    ///   - ids: The registrations.
    ///   - isEnabled: Whether programs are to find them.
    ///   - scope: How long what is enabled lasts from now on; `nil` leaves that as it is.
    ///   - requester: In whose name.
    /// - Returns: What became of each registration, in order.
    /// - Throws: Why no font can be enabled now; `UnsupportedScope` where the scope cannot be had here.
    package func setEnabled(
        _ ids: [FontIdentifier], _ isEnabled: Bool, scope: RegistrationScope? = nil, by requester: Requester
    ) async throws(FontError) -> Answer {
        await answer(try await request(toSetEnabled: ids, isEnabled, scope: scope, by: requester))
    }

    /// The request that enables or disables registrations; removed fonts may be deleted for it where it `mayMakeRoom`.
    private func request(
        toSetEnabled ids: [FontIdentifier], _ isEnabled: Bool, scope: RegistrationScope?, by requester: Requester,
        mayMakeRoom: Bool = true
    ) async throws(FontError) -> LibraryRequest {
        guard isEnabled else { return LibraryRequest(.setEnabled(ids, false), by: requester) }
        // A name that the system has taken meanwhile must not be enabled.
        await systemFaces.ready()
        try await checkSystemFaces(mayMakeRoom: mayMakeRoom)
        guard let scope else { return LibraryRequest(.setEnabled(ids, true), by: requester) }
        let options = RegistrationOptions(
            scope: scope, isEnabled: true, sessionToken: try await sessionToken(for: scope))
        return LibraryRequest(.change(ids, .registerAgain(options)), by: requester)
    }

    /// A change of registrations that can be planned.
    package enum Change: Sendable {
        /// Removing them.
        case unregistration
        /// Enabling or disabling them, in a scope where one is given.
        case state(isEnabled: Bool, RegistrationScope? = nil)
    }

    /// Tells what a change of registrations would do; nothing changes.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - ids: The registrations.
    ///   - requester: In whose name.
    /// - Returns: What would become of each registration, in order.
    /// - Throws: Why nothing can be told, or changed.
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

    /// Names the login session that registrations of a scope end with; `nil` where they end with none.
    func sessionToken(for scope: RegistrationScope) async throws(FontError) -> String? {
        scope == .session ? try await session.token() : nil
    }

    /// Makes sure that the names of the system's fonts are known, as none of them may be taken.
    ///
    /// - Parameter mayMakeRoom: Whether removed fonts may be deleted where there is no room to write the names down.
    /// - Throws: Why they are not known.
    func checkSystemFaces(mayMakeRoom: Bool = true) async throws(FontError) {
        guard await systemFaces.lastFailure != nil else { return }
        await systemFaces.refresh()
        if mayMakeRoom, await systemFaces.lastFailure?.code == .storageFull, await publisher.context.makeRoom(for: []) {
            await systemFaces.refresh()
        }
        guard let failure = await systemFaces.lastFailure else { return }
        // A home that can only be read is in the way of both.
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
