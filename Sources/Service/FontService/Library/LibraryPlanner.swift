internal import FontModel
internal import LinuxSystem
internal import Registry

/// Decides what a round of requests does to the registry and to the tree, without touching either.
///
/// A round is planned as a whole: requests see what the ones before them in the same round decided, and what is left at
/// the end, compared with how it was, gives the file moves and the registry's mutations. A content that is enabled and
/// disabled again within one round moves nowhere.
struct LibraryPlanner {
    /// Who holds a PostScript name.
    enum NameOwner: Equatable {
        /// A font of the system, by its path.
        case system(path: String)
        /// An enabled font of ours.
        case font(FontDigest, ProviderIdentifier)
    }

    /// How much a provider has registered.
    struct Usage: Equatable {
        var fonts: Int
        var bytes: Int
        /// How much it may have; `nil` for what is usual.
        var allowance: FontAllowance?
    }

    var entries: [FontDigest: Entry] = [:]
    /// The digests in the order in which the round came to them.
    private(set) var order: [FontDigest] = []
    private(set) var changes: [RegistryMutation] = []
    /// What the history is to have of the round.
    private(set) var history = PlannedHistory()
    private(set) var providers: [ProviderRecord] = []
    private var digests: [FontIdentifier: FontDigest] = [:]
    private(set) var names: [String: [NameOwner]]
    /// Who holds PostScript names for named instances, by the names' keys.
    var instanceNames: [String: [NameOwner]]
    /// Who holds full names, by the names' keys.
    private(set) var fullNames: [String: [NameOwner]]
    /// Who holds full names for named instances, by the names' keys.
    private(set) var instanceFullNames: [String: [NameOwner]]
    /// The contents that the round knows, by the keys of their faces' names.
    private(set) var contentsByName: [String: [FontDigest]] = [:]
    /// Some of the visible faces of the families that the round is about, by the families' keys.
    var siblings: [String: [FamilyMember]]
    /// The names of removed fonts that the user took out of use, as they were before the round and as they are now.
    let initialDisabledNames: DisabledNames
    var disabledNames: DisabledNames
    /// What became of the fonts of calls that have a name, those of the round included.
    var calls: [ProviderRequest: [Int: RequestedFont]]
    /// What the registry has to learn of the round's calls.
    var requests: [RegistryMutation] = []
    /// The place of the next registration in the order of all.
    private var nextSequence: Int64
    private var usage: [ProviderIdentifier: Usage]
    /// How many fonts all programs have.
    private var programFonts: Int
    /// The system's faces of the families that the round is about, by the families' keys.
    private(set) var systemFaces: [String: [SystemFace]]
    /// The faces that the families that the round is about have in enabled fonts, by the families' keys.
    var familyFaces: [String: [ProviderIdentifier: [FontDigest: [FaceIdentity]]]]
    /// The files among the holders of names that are the user's own: their paths without symbolic links.
    let userFiles: [String: String]
    /// The directories of the user's own fonts, which are among the system's for all but what is said of them.
    var userDirectories: [String] = []

    /// Starts a round.
    ///
    /// - Parameters:
    ///   - names: Who holds the PostScript names that the round is about, by their keys.
    ///   - instanceNames: Who holds them, or those of named instances that the round is about, for named instances.
    ///   - fullNames: Who holds these names, or the full names that the round is about, as full names of faces.
    ///   - instanceFullNames: Who holds them as full names of named instances.
    ///   - usage: What the providers that the round registers for have already.
    ///   - programFonts: How many fonts all programs have already.
    ///   - userFiles: For the holders of names that are files of the user, their paths without symbolic links; only
    ///     these can be replaced.
    ///   - siblings: Visible faces of the families that the round is about, by the families' keys.
    ///   - systemFaces: The system's faces of these families, by the families' keys.
    ///   - familyHolders: Who has enabled fonts with faces of these families, by the families' keys.
    ///   - disabledNames: What the user took out of use and its providers then removed.
    ///   - requestedFonts: What became of the fonts of the round's calls when they were made before.
    ///   - firstSequence: The place of the round's first registration in the order of all.
    init(
        names: [String: [NameOwner]], instanceNames: [String: [NameOwner]] = [:],
        fullNames: [String: [NameOwner]] = [:], instanceFullNames: [String: [NameOwner]] = [:],
        usage: [ProviderIdentifier: Usage], programFonts: Int = 0, userFiles: [String: String] = [:],
        siblings: [String: [FamilyMember]] = [:], systemFaces: [String: [SystemFace]] = [:],
        familyHolders: [String: [FamilyHolder]] = [:], disabledNames: DisabledNames = [:],
        requestedFonts: [RequestedFont] = [], firstSequence: Int64 = 1
    ) {
        nextSequence = firstSequence
        calls = requestedFonts.reduce(into: [:]) { $0[$1.request, default: [:]][$1.position] = $1 }
        initialDisabledNames = disabledNames
        self.disabledNames = disabledNames
        self.names = names
        self.instanceNames = instanceNames
        self.fullNames = fullNames
        self.instanceFullNames = instanceFullNames
        self.systemFaces = systemFaces
        familyFaces = familyHolders.mapValues { holders in
            holders.reduce(into: [:]) { $0[$1.provider, default: [:]][$1.digest, default: []].append($1.face) }
        }
        self.siblings = siblings
        self.usage = usage
        self.programFonts = programFonts
        self.userFiles = userFiles
    }

    /// Starts a round with what the registry knows.
    ///
    /// - Parameters:
    ///   - snapshot: What the registry knows of what the round is about.
    ///   - subject: What it is about.
    ///   - userFiles: For the holders of names that are files of the user, their paths without symbolic links; only
    ///     these can be replaced.
    ///   - userDirectories: The directories of the user's own fonts.
    init(
        _ snapshot: LibrarySnapshot, _ subject: PlanSubject, userFiles: [String: String], userDirectories: [String]
    ) {
        let (names, instances) = Self.owners(snapshot.nameHolders)
        let (full, fullOfInstances) = Self.owners(snapshot.fullNameHolders)
        self.init(
            names: names, instanceNames: instances, fullNames: full, instanceFullNames: fullOfInstances,
            usage: subject.usage, programFonts: subject.programFonts, userFiles: userFiles,
            siblings: snapshot.siblings, systemFaces: snapshot.systemFaces, familyHolders: snapshot.familyHolders,
            disabledNames: snapshot.disabledNames, requestedFonts: snapshot.requestedFonts,
            firstSequence: subject.firstSequence)
        self.userDirectories = userDirectories
        for content in snapshot.contents {
            load(content.record, registrations: content.registrations, faces: content.faces)
        }
    }

    /// Who holds names for faces, and who for named instances, by the names' keys.
    private static func owners(
        _ holders: [NameHolder]
    ) -> (faces: [String: [NameOwner]], instances: [String: [NameOwner]]) {
        var owners: (faces: [String: [NameOwner]], instances: [String: [NameOwner]]) = ([:], [:])
        for holder in holders {
            let owner: NameOwner =
                if holder.source == .typecase, let digest = holder.digest, let provider = holder.provider {
                    .font(digest, provider)
                } else {
                    .system(path: holder.path ?? "")
                }
            if holder.isInstance {
                owners.instances[holder.key, default: []].append(owner)
            } else {
                owners.faces[holder.key, default: []].append(owner)
            }
        }
        return owners
    }

    /// Who holds a PostScript name.
    func owners(of name: String) -> [NameOwner] { names[name.fontNameKey] ?? [] }

    /// The round as it would be if the system had no fonts.
    var withoutSystemFonts: LibraryPlanner {
        var planner = self
        planner.systemFaces = [:]
        func withoutSystem(_ owners: [NameOwner]) -> [NameOwner] {
            owners.filter {
                if case .system = $0 { false } else { true }
            }
        }
        planner.names = names.mapValues(withoutSystem)
        planner.instanceNames = instanceNames.mapValues(withoutSystem)
        planner.fullNames = fullNames.mapValues(withoutSystem)
        planner.instanceFullNames = instanceFullNames.mapValues(withoutSystem)
        return planner
    }

    /// Tells the planner of a content that the registry knows.
    mutating func load(_ content: ContentRecord, registrations: [RegistrationRecord], faces: [FaceIdentity]) {
        guard entries[content.digest] == nil else { return }
        add(Entry(initial: content, initialRegistrations: registrations, faces: faces), content.digest)
        for registration in registrations { digests[registration.id] = content.digest }
    }

    private mutating func add(_ entry: Entry, _ digest: FontDigest) {
        order.append(digest)
        entries[digest] = entry
        for key in Set(entry.postscriptNames.map(\.fontNameKey)) { contentsByName[key, default: []].append(digest) }
    }

    /// Plans one request.
    ///
    /// - Returns: What becomes of each font or id if the round succeeds.
    mutating func apply(_ request: LibraryRequest) -> [ItemOutcome] {
        history.operation = request.operation
        return switch request.action {
        case .register(let candidates, let options):
            register(candidates, options, for: request.requester, isAtomic: request.control?.isAtomic ?? false)
        case .registerKnown(let ids, let options):
            ids.map { id in
                outcome { planner throws(FontError) in
                    try planner.registerKnown(id, options, by: request.requester)
                }
            }
        case .unregister(let ids, let isForGood):
            ids.map { id in
                outcome { planner throws(FontError) in try planner.unregister(id, isForGood, by: request.requester) }
            }
        case .endSession(let registrations):
            registrations.map { registration in
                outcome { planner throws(FontError) in try planner.end(registration, by: request.requester) }
            }
        case .setEnabled(let ids, let isEnabled):
            ids.map { id in
                outcome { planner throws(FontError) in
                    try planner.setEnabled(id, isEnabled, by: request.requester)
                }
            }
        case .setAside(let ids, let reason):
            ids.map { id in
                outcome { planner throws(FontError) in try planner.setAside(id, reason, by: request.requester) }
            }
        case .bringBack(let ids):
            ids.map { id in
                outcome { planner throws(FontError) in try planner.bringBack(id, by: request.requester) }
            }
        case .judge(let judgements):
            judgements.map { judgement in
                outcome { planner throws(FontError) in try planner.judge(judgement, by: request.requester) }
            }
        }
    }

    /// What the sound fonts of an atomic batch get where another one is refused.
    static let atomicError = FontError(
        .registrationFailed, "Nothing was registered, as another font of the atomic batch was refused.")

    private mutating func register(
        _ candidates: [FontCandidate], _ options: RegistrationOptions, for requester: Requester, isAtomic: Bool
    ) -> [ItemOutcome] {
        let before = isAtomic ? self : nil
        let outcomes = candidates.map { candidate in
            outcome { planner throws(FontError) in
                if candidate.found != nil { return try planner.registerFound(candidate, options, for: requester) }
                return try planner.registerOnce(candidate, options, for: requester, isAtomic: isAtomic)
            }
        }
        guard let before, outcomes.contains(where: \.isFailure) else { return outcomes }
        self = before
        return outcomes.map { $0.isFailure ? $0 : .failure(Self.atomicError) }
    }

    private mutating func outcome(
        _ body: (inout LibraryPlanner) throws(FontError) -> RegisteredFont
    ) -> ItemOutcome {
        do throws(FontError) {
            return .success(try body(&self))
        } catch {
            return .failure(error)
        }
    }

    mutating func register(
        _ candidate: FontCandidate, _ options: RegistrationOptions, for requester: Requester
    ) throws(FontError) -> RegisteredFont {
        let provider = requester.provider
        let digest = candidate.digest
        var entry =
            entries[digest]
            ?? Entry(initial: nil, initialRegistrations: [], faces: candidate.faces.map(FaceIdentity.init))

        if let position = entry.registrations.firstIndex(where: { $0.provider == provider.id }) {
            return try registerAgain(candidate, at: position, of: entry, options, for: requester)
        }

        let succession = try succession(of: candidate, options, for: provider.id)
        try checkQuota(of: provider.id, adding: candidate.size, replacing: succession.sizes)
        // Removing a font and registering it again must not undo what the user decided either.
        let isDisabledByUser =
            succession.isDisabledByUser
            || succession.isEnabled != true && requester != .user && isRemembered(entry, of: provider.id)
        let isEnabled =
            !isDisabledByUser && succession.departure == nil && (succession.isEnabled ?? options.isEnabled)
        if isEnabled {
            try checkDuplicates(of: candidate, options, for: provider.id, succeeding: succession.digests)
            try checkNames(
                of: entry, digest, for: provider.id, replacing: options.replacedFiles, succeeding: succession.digests)
        }
        let warnings = isEnabled ? warnings(about: entry.faces, digest, succeeding: succession.digests) : []
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
        if isDisabledByUser { forgetDecision(on: entry, of: provider.id) }
        entry.registrations.append(registration)
        digests[registration.id] = digest
        usage[provider.id, default: Usage(fonts: 0, bytes: 0)].fonts += 1
        usage[provider.id, default: Usage(fonts: 0, bytes: 0)].bytes += candidate.size
        if provider.id != .user { programFonts += 1 }
        if !providers.contains(where: { $0.id == provider.id }) { providers.append(provider) }
        log(isEnabled ? .added : .disabled, registration, requester, as: .installed)
        update(digest, entry)
        return RegisteredFont(
            id: registration.id, faces: candidate.faces, scope: scope, isEnabled: isEnabled,
            replaced: succession.registrations.map(\.id), warnings: candidate.warnings + warnings)
    }

    /// Removes a registration that another one succeeds.
    private mutating func remove(_ id: FontIdentifier, of digest: FontDigest, _ requester: Requester) {
        guard var entry = entries[digest], let position = entry.registrations.firstIndex(where: { $0.id == id }) else {
            return
        }
        let registration = entry.registrations.remove(at: position)
        entry.removal = .replacing(registration, by: requester)
        log(.removed, registration, requester, as: .replaced)
        usage[registration.provider]?.fonts -= 1
        usage[registration.provider]?.bytes -= entry.initial?.size ?? 0
        if registration.provider != .user { programFonts -= 1 }
        digests[id] = nil
        update(digest, entry)
    }

    mutating func unregister(
        _ id: FontIdentifier, _ isForGood: Bool = false, by requester: Requester
    ) throws(FontError) -> RegisteredFont {
        var (digest, entry, position) = try find(id, for: requester)
        let registration = entry.registrations.remove(at: position)
        entry.removal = isForGood ? nil : .uninstalling(registration, by: requester)
        log(.removed, registration, requester, as: entry.removal == nil ? .deleted : .removed)
        noteDecision(on: entry, leaving: registration, digest, requester)
        digests[id] = nil
        update(digest, entry)
        return RegisteredFont(id: id, isEnabled: false)
    }

    private mutating func setEnabled(
        _ id: FontIdentifier, _ isEnabled: Bool, by requester: Requester
    ) throws(FontError) -> RegisteredFont {
        var (digest, entry, position) = try find(id, for: requester)
        try Self.checkIsThere(entry.registrations[position])
        let isByUser = requester == .user
        let isDisabledByUser = !isEnabled && (isByUser || entry.registrations[position].isDisabledByUser)
        if entry.registrations[position].isEnabled == isEnabled,
            entry.registrations[position].isDisabledByUser == isDisabledByUser
        {
            return RegisteredFont(id: id, isEnabled: isEnabled, wasAlreadySo: true)
        }
        if isEnabled {
            try checkMayEnable(entry.registrations[position], of: entry, digest, by: requester)
        }
        let wasAlreadySo = entry.registrations[position].isEnabled == isEnabled
        entry.registrations[position].isEnabled = isEnabled
        entry.registrations[position].isDisabledByUser = isDisabledByUser
        if isEnabled, isByUser { forgetDecision(on: entry, of: entry.registrations[position].provider) }
        if !wasAlreadySo { log(isEnabled ? .enabled : .disabled, entry.registrations[position], requester) }
        update(digest, entry)
        return RegisteredFont(id: id, isEnabled: isEnabled, wasAlreadySo: wasAlreadySo)
    }

    /// Finds a registration; one of another provider is answered exactly like one that does not exist.
    func find(
        _ id: FontIdentifier, for requester: Requester
    ) throws(FontError) -> (FontDigest, Entry, Int) {
        guard let digest = digests[id], let entry = entries[digest],
            let position = entry.registrations.firstIndex(where: { $0.id == id }),
            requester.mayChange(registrationsOf: entry.registrations[position].provider)
        else { throw FontError(.notRegistered, "No font is registered under this id.") }
        return (digest, entry, position)
    }

    /// Takes a content out of use, or back into it.
    private mutating func judge(
        _ judgement: ContentJudgement, by requester: Requester
    ) throws(FontError) -> RegisteredFont {
        guard var entry = entries[judgement.digest], entry.initial != nil else {
            throw FontError(.notRegistered, "Nobody has the font registered any more.")
        }
        let wasAlreadySo = (entry.refusal == nil) == (judgement.refusal == nil)
        if judgement.refusal == nil, entry.refusal != nil,
            let holder = entry.registrations.first(where: \.isEnabled)
        {
            // It was out of sight, and the name may be the system's by now.
            try checkNames(of: entry, judgement.digest, for: holder.provider)
        }
        entry.refusal = judgement.refusal
        if let judges = judgement.judges { entry.judges = judges }
        if !wasAlreadySo {
            for registration in entry.registrations where registration.departure == nil {
                let kind: FontChange.Kind =
                    judgement.refusal != nil ? .quarantined : registration.isEnabled ? .enabled : .disabled
                log(kind, registration, requester, reason: judgement.refusal?.reason)
            }
        }
        update(judgement.digest, entry)
        return RegisteredFont(
            id: FontIdentifier(rawValue: judgement.digest.hexadecimal), isEnabled: entry.isWanted,
            wasAlreadySo: wasAlreadySo)
    }

    mutating func log(
        _ kind: FontChange.Kind, _ registration: RegistrationRecord, _ requester: Requester, reason: String? = nil,
        as item: HistoryItem.Kind? = nil
    ) {
        history.add(item ?? HistoryItem.Kind(kind), registration)
        changes.append(.change(kind, registration.id, registration.provider, requester.cause, reason: reason))
    }

    /// Tells everybody who was told that a content is out of use that it is back.
    mutating func logReturn(of entry: Entry, but told: FontIdentifier? = nil, _ requester: Requester) {
        for registration in entry.registrations where registration.id != told && registration.departure == nil {
            log(registration.isEnabled ? .enabled : .disabled, registration, requester)
        }
    }

    /// Keeps an entry and makes the names it holds follow from whether it is enabled.
    mutating func update(_ digest: FontDigest, _ entry: Entry) {
        if entries[digest] == nil { add(entry, digest) } else { entries[digest] = entry }
        updateSiblings(digest, entry)
        updateFamilies(digest, entry)
        // All of them: what one of two providers of a font may do beside it, the other has not agreed to.
        let current = entry.registrations.filter(\.isEnabled).map { NameOwner.font(digest, $0.provider) }
        func update(_ owners: inout [NameOwner]) {
            owners.removeAll {
                if case .font(digest, _) = $0 { true } else { false }
            }
            owners += current
        }
        for key in Set(entry.postscriptNames.map(\.fontNameKey)) { update(&names[key, default: []]) }
        for key in entry.instanceKeys { update(&instanceNames[key, default: []]) }
        for face in entry.faces {
            for key in face.fullNames { update(&fullNames[key, default: []]) }
            for key in face.instanceFullNames { update(&instanceFullNames[key, default: []]) }
        }
    }

    func checkMayEnable(
        _ registration: RegistrationRecord, of entry: Entry, _ digest: FontDigest, by requester: Requester
    ) throws(FontError) {
        if requester != .user, registration.isDisabledByUser || isRemembered(entry, of: registration.provider) {
            throw FontError(.cancelledByUser, "The user has disabled the font, and only the user enables it again.")
        }
        if entry.isAltered {
            throw FontError(.corrupt, "The font's file was altered. Register the font again to replace it.")
        }
        if let refusal = entry.refusal { throw FontError(refusal) }
        try checkNames(of: entry, digest, for: registration.provider)
    }

    private func checkQuota(
        of provider: ProviderIdentifier, adding size: Int, replacing sizes: [Int]
    ) throws(FontError) {
        var used = usage[provider] ?? Usage(fonts: 0, bytes: 0)
        used.fonts -= sizes.count
        used.bytes -= sizes.reduce(0, +)
        let allowance = used.allowance ?? FontAllowance(of: provider)
        let remedy = "Remove some first, or have the policy of this machine allow more: man typecase-policy."
        if used.fonts >= allowance.fonts {
            throw FontError(
                .exceededResourceLimit,
                Self.sentences(
                    "\(provider) has \(used.fonts) fonts; the limit is \(allowance.fonts).", allowance.fontsReason,
                    remedy))
        }
        if provider != .user, programFonts - sizes.count >= FontLimits.fontsOfPrograms {
            throw FontError(
                .exceededResourceLimit,
                "All programs together have \(programFonts) fonts; the limit is \(FontLimits.fontsOfPrograms). Remove "
                    + "those of programs that you do not need: typecase provider list.")
        }
        if let bytes = allowance.bytes, used.bytes + size > bytes {
            let limit = bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
            throw FontError(
                .exceededResourceLimit,
                Self.sentences("\(provider) may register \(limit) in all.", allowance.bytesReason, remedy))
        }
    }

    private static func sentences(_ sentences: String...) -> String {
        sentences.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension ItemOutcome {
    /// Whether the font or id was refused.
    fileprivate var isFailure: Bool {
        if case .failure = self { true } else { false }
    }
}
