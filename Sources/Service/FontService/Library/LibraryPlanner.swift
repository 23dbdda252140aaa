internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Registry

/// Decides how a round of requests changes the registry and the tree, without changing either.
///
/// A round is planned as a whole. Each request sees the decisions of the requests before it. At the end, the difference
/// between the initial and the final state determines the file moves and the registry's mutations. The file of a
/// content that is enabled and disabled again within one round does not move.
struct LibraryPlanner {
    /// The library with the round's changes.
    var library: PlannedLibrary
    /// The user's decisions on fonts that their providers removed.
    var remembered: RememberedDecisions
    /// The results of named calls, including those of this round.
    var calls: NamedCalls
    /// The entries of the round for the change log.
    private(set) var changes: [RegistryMutation] = []
    /// The round's entries for the history.
    private(set) var history = PlannedHistory()
    private(set) var providers: [ProviderRecord] = []
    /// The number of the next registration in the overall order.
    private var nextSequence: Int64

    /// Creates a planner for a round.
    ///
    /// - Parameters:
    ///   - library: The current library.
    ///   - remembered: The user's decisions on fonts that their providers removed.
    ///   - calls: The outcomes of earlier attempts of the round's calls.
    ///   - firstSequence: The number of the round's first registration in the overall order.
    init(
        _ library: PlannedLibrary, remembered: RememberedDecisions = RememberedDecisions([:]),
        calls: NamedCalls = NamedCalls([]), firstSequence: Int64 = 1
    ) {
        self.library = library
        self.remembered = remembered
        self.calls = calls
        nextSequence = firstSequence
    }

    /// Plans one request.
    ///
    /// - Returns: The outcome of each font or id if the round succeeds.
    mutating func apply(_ request: LibraryRequest) -> [ItemOutcome] {
        history.operation = request.operation
        let requester = request.requester
        return switch request.action {
        case .register(let candidates, let options):
            register(candidates, options, for: requester, isAtomic: request.control?.isAtomic ?? false)
        case .change(let ids, let change):
            ids.map { id in outcome { planner throws(FontError) in try planner.change(id, change, by: requester) } }
        case .endSession(let registrations):
            registrations.map { past in outcome { planner throws(FontError) in try planner.end(past, by: requester) } }
        case .judge(let judgements):
            judgements.map { judged in outcome { planner throws(FontError) in try planner.judge(judged, by: requester) }
            }
        }
    }

    private mutating func change(
        _ id: FontIdentifier, _ change: LibraryRequest.Change, by requester: Requester
    ) throws(FontError) -> RegistrationResult {
        switch change {
        case .registerAgain(let options): try registerKnown(id, options, by: requester)
        case .unregister(let isForGood): try unregister(id, isForGood, by: requester)
        case .setEnabled(let isEnabled): try setEnabled(id, isEnabled, by: requester)
        case .setAside(let reason): try setAside(id, reason, by: requester)
        case .bringBack: try bringBack(id, by: requester)
        }
    }

    /// The error for the valid fonts of an atomic batch if another font is refused.
    static let atomicError = FontError(
        .registrationFailed, "Nothing was registered, because another font in the atomic batch was refused.")

    private mutating func register(
        _ candidates: [FontCandidate], _ options: RegistrationOptions, for requester: Requester, isAtomic: Bool
    ) -> [ItemOutcome] {
        let before = isAtomic ? self : nil
        var found: [Int: ItemOutcome] = [:]
        for index in Self.order(of: candidates) {
            let candidate = candidates[index]
            found[index] = outcome { planner throws(FontError) in
                if candidate.found != nil { return try planner.registerFound(candidate, options, for: requester) }
                var options = options
                // An older version does not replace a newer one of its own request.
                options.allowsDowngrade =
                    options.allowsDowngrade
                    && !found.contains { !$1.isFailure && Self.isNewer(candidates[$0], than: candidate) }
                return try planner.registerOnce(candidate, options, for: requester, isAtomic: isAtomic)
            }
        }
        let outcomes = candidates.indices.compactMap { found[$0] }
        guard let before, outcomes.contains(where: \.isFailure) else { return outcomes }
        self = before
        return outcomes.map { $0.isFailure ? $0 : .failure(Self.atomicError) }
    }

    /// Registers a font, unless an earlier attempt of its call has done so.
    private mutating func registerOnce(
        _ candidate: FontCandidate, _ options: RegistrationOptions, for requester: Requester, isAtomic: Bool
    ) throws(FontError) -> RegistrationResult {
        if let earlier = try calls.earlierResult(of: candidate, options, for: requester, isAtomic: isAtomic) {
            return earlier
        }
        let font = try register(candidate, options, for: requester)
        calls.record(font, of: candidate, options, for: requester, isAtomic: isAtomic)
        return font
    }

    private mutating func outcome(
        _ body: (inout LibraryPlanner) throws(FontError) -> RegistrationResult
    ) -> ItemOutcome {
        do throws(FontError) {
            return .success(try body(&self))
        } catch {
            return .failure(error)
        }
    }

    mutating func register(
        _ candidate: FontCandidate, _ options: RegistrationOptions, for requester: Requester
    ) throws(FontError) -> RegistrationResult {
        let provider = requester.provider
        let digest = candidate.digest
        var entry =
            library.entries[digest]
            ?? PlannedLibrary.Entry(
                initial: nil, initialRegistrations: [], faces: candidate.faces.map(FaceIdentity.init))

        if let position = entry.registrations.firstIndex(where: { $0.provider == provider.id }) {
            return try registerAgain(candidate, at: position, of: entry, options, for: requester)
        }

        let succession = try Succession(of: candidate, options, for: provider.id, in: library)
        let font = RuledFont(
            digest: digest, entry: entry, provider: provider.id, replacedFiles: options.replacedFiles,
            predecessors: succession.digests,
            arrival: RuledFont.Arrival(candidate: candidate, options: options, replacedSizes: succession.sizes))
        try LibraryRules.ofArrival.check(font, in: library)
        // Removing a font and registering it again must not undo the user's decision either.
        let isDisabledByUser =
            succession.isDisabledByUser
            || succession.isEnabled != true && requester != .user && remembered.contains(entry, of: provider.id)
        let isEnabled =
            !isDisabledByUser && succession.departure == nil && (succession.isEnabled ?? options.isEnabled)
        if isEnabled { try LibraryRules.ofSight.check(font, in: library) }
        let warnings = isEnabled ? library.warnings(about: entry.faces, digest, succeeding: succession.digests) : []
        for (predecessor, id) in succession.registrations { remove(id, of: predecessor, requester) }
        let scope = succession.isPersistent ? .persistent : options.scope
        let registration = RegistrationRecord(
            id: .random(), provider: provider.id, digest: digest, scope: scope, isEnabled: isEnabled,
            isDisabledByUser: isDisabledByUser, userInfo: options.userInfo,
            sessionToken: scope == .session ? options.sessionToken : nil, sequence: nextSequence,
            departure: succession.departure,
            visibility: options.visibility ?? succession.visibility ?? .session)
        nextSequence += 1
        entry.predecessor = succession.published ?? entry.predecessor
        if entry.isQuarantined { logReturn(of: entry, requester) }
        entry.release(with: candidate)
        if !entry.hasFile || entry.predecessor != nil, entry.candidate == nil { entry.candidate = candidate }
        if isDisabledByUser { remembered.forget(on: entry, of: provider.id) }
        entry.registrations.append(registration)
        library.count(1, ofSize: candidate.size, of: provider.id)
        if !providers.contains(where: { $0.id == provider.id }) { providers.append(provider) }
        log(isEnabled ? .added : .disabled, registration, requester, as: .installed)
        library.update(digest, entry)
        return RegistrationResult(
            id: registration.id, faces: candidate.faces, scope: scope, isEnabled: isEnabled,
            replaced: succession.registrations.map(\.id), warnings: candidate.warnings + warnings)
    }

    /// Removes a registration that another one replaces.
    private mutating func remove(_ id: FontIdentifier, of digest: FontDigest, _ requester: Requester) {
        guard var entry = library.entries[digest], let position = entry.registrations.firstIndex(where: { $0.id == id })
        else {
            return
        }
        let registration = entry.registrations.remove(at: position)
        entry.removal = PlannedLibrary.Removal(registration, .replaced, by: requester)
        log(.removed, registration, requester, as: .replaced)
        library.count(-1, ofSize: entry.initial?.size ?? 0, of: registration.provider)
        library.update(digest, entry)
    }

    mutating func unregister(
        _ id: FontIdentifier, _ isForGood: Bool = false, by requester: Requester
    ) throws(FontError) -> RegistrationResult {
        var (digest, entry, position) = try library.find(id, for: requester)
        let registration = entry.registrations.remove(at: position)
        entry.removal = isForGood ? nil : PlannedLibrary.Removal(registration, .uninstalled, by: requester)
        log(.removed, registration, requester, as: entry.removal == nil ? .deleted : .removed)
        remembered.note(on: entry, leaving: registration, digest, requester, in: library)
        library.update(digest, entry)
        return RegistrationResult(id: id, isEnabled: false)
    }

    private mutating func setEnabled(
        _ id: FontIdentifier, _ isEnabled: Bool, by requester: Requester
    ) throws(FontError) -> RegistrationResult {
        var (digest, entry, position) = try library.find(id, for: requester)
        try Self.checkIsThere(entry.registrations[position])
        let isByUser = requester == .user
        let isDisabledByUser = !isEnabled && (isByUser || entry.registrations[position].isDisabledByUser)
        if entry.registrations[position].isEnabled == isEnabled,
            entry.registrations[position].isDisabledByUser == isDisabledByUser
        {
            return RegistrationResult(id: id, isEnabled: isEnabled, wasAlreadySo: true)
        }
        if isEnabled {
            try checkMayEnable(entry.registrations[position], of: entry, digest, by: requester)
        }
        let wasAlreadySo = entry.registrations[position].isEnabled == isEnabled
        entry.registrations[position].isEnabled = isEnabled
        entry.registrations[position].isDisabledByUser = isDisabledByUser
        if isEnabled, isByUser { remembered.forget(on: entry, of: entry.registrations[position].provider) }
        if !wasAlreadySo { log(isEnabled ? .enabled : .disabled, entry.registrations[position], requester) }
        library.update(digest, entry)
        return RegistrationResult(id: id, isEnabled: isEnabled, wasAlreadySo: wasAlreadySo)
    }

    /// Takes a content out of use, or puts it back into use.
    private mutating func judge(
        _ judgement: ContentJudgement, by requester: Requester
    ) throws(FontError) -> RegistrationResult {
        guard var entry = library.entries[judgement.digest], entry.initial != nil else {
            throw FontError(.notRegistered, "The font is no longer registered.")
        }
        let wasAlreadySo = (entry.refusal == nil) == (judgement.refusal == nil)
        if judgement.refusal == nil, entry.refusal != nil,
            let holder = entry.registrations.first(where: \.isEnabled)
        {
            // The content was not visible, and a system font may have taken its name meanwhile.
            try checkSight(of: entry, judgement.digest, for: holder.provider)
        }
        entry.refusal = judgement.refusal
        if let judges = judgement.judges { entry.judges = judges }
        if !wasAlreadySo {
            for registration in entry.registrations where registration.departure == nil {
                let kind: ChangeLogEntry.Kind =
                    judgement.refusal != nil ? .quarantined : registration.isEnabled ? .enabled : .disabled
                log(kind, registration, requester, reason: judgement.refusal?.reason)
            }
        }
        library.update(judgement.digest, entry)
        return RegistrationResult(
            id: FontIdentifier(rawValue: judgement.digest.hexadecimal), isEnabled: entry.isWanted,
            wasAlreadySo: wasAlreadySo)
    }

    mutating func log(
        _ kind: ChangeLogEntry.Kind, _ registration: RegistrationRecord, _ requester: Requester, reason: String? = nil,
        as item: HistoryItem.Kind? = nil
    ) {
        history.add(item ?? HistoryItem.Kind(kind), registration)
        changes.append(.change(kind, registration.id, registration.provider, requester.cause, reason: reason))
    }

    /// Logs, for all registrations of a content that was out of use, that it is in use again.
    mutating func logReturn(of entry: PlannedLibrary.Entry, but told: FontIdentifier? = nil, _ requester: Requester) {
        for registration in entry.registrations where registration.id != told && registration.departure == nil {
            log(registration.isEnabled ? .enabled : .disabled, registration, requester)
        }
    }

    func checkMayEnable(
        _ registration: RegistrationRecord, of entry: PlannedLibrary.Entry, _ digest: FontDigest,
        by requester: Requester
    ) throws(FontError) {
        if requester != .user, registration.isDisabledByUser || remembered.contains(entry, of: registration.provider) {
            throw FontError(.cancelledByUser, "The user has disabled the font, and only the user can enable it again.")
        }
        if entry.isAltered {
            throw FontError(.corrupt, "The font's file was altered. Register the font again to replace it.")
        }
        if let refusal = entry.refusal { throw FontError(refusal) }
        try checkSight(of: entry, digest, for: registration.provider)
    }

    /// Checks that programs may see a content.
    func checkSight(
        of entry: PlannedLibrary.Entry, _ digest: FontDigest, for provider: ProviderIdentifier,
        replacing replacedFiles: Set<String> = []
    ) throws(FontError) {
        try LibraryRules.ofSight.check(
            RuledFont(digest: digest, entry: entry, provider: provider, replacedFiles: replacedFiles), in: library)
    }
}

extension ItemOutcome {
    /// Whether the font or id was refused.
    fileprivate var isFailure: Bool {
        if case .failure = self { true } else { false }
    }
}
