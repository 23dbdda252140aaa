internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Registry

/// What a planned round does: which files move, and what the registry then says.
struct LibraryPlan {
    /// What happens to the file of one content.
    enum Move {
        /// New bytes go into the tree.
        case publish(FontCandidate)
        /// A file of a shard that the registry did not know stays where it is, under its name.
        case take(FontCandidate, FoundFile)
        /// New bytes go into the store.
        case keep(FontCandidate)
        /// The stored file goes into the tree.
        case enable(ContentRecord)
        /// The published file goes into the store.
        case withdraw(ContentRecord, shard: String)
        /// New bytes take the place of a published file, in one step for whoever looks.
        case replace(FontCandidate, ContentRecord, shard: String)
        /// The published file goes into the store as others take its place.
        case yield(ContentRecord, shard: String)
    }

    /// One content that the round changes.
    struct Item {
        let digest: FontDigest
        /// The file's name in the tree.
        ///
        /// The same for as long as it is published, but for a font that another one takes the place of: then the name stays
        /// with the place. One that is published again gets a new name: its old one may be known as gone where the tree is
        /// synced to.
        let fileName: String
        let format: FontFormat
        let size: Int
        let scanCost: Int
        let move: Move?
        let initial: ContentRecord?
        let candidate: FontCandidate?
        let initialRegistrations: [RegistrationRecord]
        let registrations: [RegistrationRecord]
        /// What is kept of a content that leaves; `nil` where nothing is.
        var removed: RemovedFont?

        /// Whether the move gives the content's file a name that the registry has to learn.
        var namesFile: Bool {
            switch move {
            case .replace, .take, .enable: true
            case .publish, .keep, .withdraw, .yield, nil: false
            }
        }

        /// Whether bytes come that were not here.
        var bringsBytes: Bool {
            switch move {
            case .publish, .keep, .take, .replace: true
            case .enable, .withdraw, .yield, nil: false
            }
        }

        /// Whether nobody has the content registered any more.
        var isLeaving: Bool { registrations.isEmpty }
    }

    /// The contents that the round changes, in the order in which it came to them.
    let items: [Item]
    let providers: [ProviderRecord]
    let changes: [RegistryMutation]
    /// What the registry has to learn of contents that were judged anew.
    let judgements: [RegistryMutation]
    /// What the registry has to keep in mind of removed fonts that the user took out of use.
    let decisions: [RegistryMutation]
    /// What the registry has to keep of calls that may be made again.
    let requests: [RegistryMutation]
    /// What the history is to have of the plan.
    var history: [RegistryMutation] = []

    /// Whether there is nothing to do.
    var isEmpty: Bool { items.isEmpty && judgements.isEmpty && decisions.isEmpty && requests.isEmpty }

    /// The contents that nobody has registered after the plan, though the registry has them.
    var leavingContents: [FontDigest] { items.filter { $0.isLeaving && $0.initial != nil }.map(\.digest) }

    /// Whether the bytes of a content that leaves are kept.
    var keepsRemovedFonts: Bool { items.contains { $0.removed != nil } }

    /// The contents that take the place of others.
    var successors: Set<FontDigest> {
        Set(items.filter { if case .replace = $0.move { true } else { false } }.map(\.digest))
    }

    /// The stamps of files that stay where they were found.
    var foundStamps: [FontDigest: FileStamp] {
        items.reduce(into: [:]) { stamps, item in
            if case .take(_, let found) = item.move { stamps[item.digest] = found.stamp }
        }
    }

    /// What a provider has more after the plan than before it.
    func addition(for provider: ProviderIdentifier) -> PlannedLibrary.Usage {
        var added = PlannedLibrary.Usage(fonts: 0, bytes: 0)
        for item in items {
            let before = item.initialRegistrations.contains { $0.provider == provider } ? 1 : 0
            let after = item.registrations.contains { $0.provider == provider } ? 1 : 0
            added.fonts += after - before
            added.bytes += (after - before) * item.size
        }
        return added
    }

    /// What to commit once the files lie where the plan wants them.
    ///
    /// - Parameters:
    ///   - places: Where the contents that moved are now.
    ///   - stamps: Their files' stamps.
    ///   - keepsLeavingContents: Whether the rows of ``leavingContents`` are left for another commit to delete.
    /// - Returns: The mutations, in an order that keeps the registry's references whole.
    func mutations(
        places: [FontDigest: ContentPlace], stamps: [FontDigest: FileStamp], keepsLeavingContents: Bool = false
    ) -> [RegistryMutation] {
        var mutations: [RegistryMutation] = providers.map { .upsertProvider($0) }
        // Names are free before others get them.
        for item in items {
            if let initial = item.initial, initial.fileName != item.fileName, case .yield = item.move {
                mutations.append(.setFileName(item.digest, item.fileName))
            }
        }
        for item in items {
            let place = places[item.digest]
            if item.initial == nil, let candidate = item.candidate, let place, !item.isLeaving {
                mutations.append(
                    .insertContent(
                        ContentRecord(
                            digest: item.digest, fileName: item.fileName, format: item.format, size: item.size,
                            scanCost: item.scanCost, place: place, stamp: stamps[item.digest],
                            judges: Opinion.heard(candidate.opinions)),
                        faces: candidate.faces))
            } else if let place, !item.isLeaving {
                if item.initial?.fileName != item.fileName, item.namesFile {
                    mutations.append(.setFileName(item.digest, item.fileName))
                }
                mutations.append(.setPlace(item.digest, place, stamp: stamps[item.digest]))
            }
            mutations += registrationMutations(of: item)
            if item.isLeaving, item.initial != nil, !keepsLeavingContents {
                mutations.append(.deleteContent(item.digest))
            }
        }
        let leaving = Set(
            items.flatMap { item in
                Set(item.initialRegistrations.map(\.provider)).subtracting(item.registrations.map(\.provider))
            })
        mutations += leaving.sorted { $0.rawValue < $1.rawValue }.map { .deleteProviderIfUnused($0) }
        return mutations + judgements + decisions + requests + changes + history
    }

    private func registrationMutations(of item: Item) -> [RegistryMutation] {
        var mutations: [RegistryMutation] = []
        let before = Dictionary(uniqueKeysWithValues: item.initialRegistrations.map { ($0.id, $0) })
        let after = Set(item.registrations.map(\.id))
        for registration in item.initialRegistrations where !after.contains(registration.id) {
            mutations.append(.deleteRegistration(registration.id))
        }
        for registration in item.registrations {
            guard let previous = before[registration.id] else {
                mutations.append(.insertRegistration(registration))
                continue
            }
            if previous.isEnabled != registration.isEnabled
                || previous.isDisabledByUser != registration.isDisabledByUser
            {
                mutations.append(
                    .setEnabled(
                        registration.id, registration.isEnabled, isDisabledByUser: registration.isDisabledByUser))
            }
            if previous.visibility != registration.visibility {
                mutations.append(.setVisibility(registration.id, registration.visibility))
            }
            if previous.scope != registration.scope || previous.sessionToken != registration.sessionToken {
                mutations.append(
                    .setScope(registration.id, registration.scope, sessionToken: registration.sessionToken))
            }
            if previous.departure != registration.departure {
                mutations.append(.setDeparture(registration.id, registration.departure))
            }
            if previous.userInfo != registration.userInfo {
                mutations.append(.setUserInfo(registration.id, registration.userInfo))
            }
        }
        return mutations
    }
}
