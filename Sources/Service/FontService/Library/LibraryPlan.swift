internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Registry

/// The result of planning a round: the files to move and the changes of the registry.
struct LibraryPlan {
    /// A change of one content's file.
    enum Move {
        /// New bytes go into the tree.
        case publish(FontCandidate)
        /// A file of a shard that was unknown to the registry stays in its place, under its name.
        case take(FontCandidate, FoundFile)
        /// New bytes go into the store.
        case keep(FontCandidate)
        /// The stored file goes into the tree.
        case enable(ContentRecord)
        /// The published file goes into the store.
        case withdraw(ContentRecord, shard: String)
        /// New bytes replace a published file in one atomic step.
        case replace(FontCandidate, ContentRecord, shard: String)
        /// The published file goes into the store because another file takes its place.
        case yield(ContentRecord, shard: String)
    }

    /// One content that the round changes.
    struct Item {
        let digest: FontDigest
        /// The file's name in the tree.
        ///
        /// The name stays the same as long as the font is published. If another font replaces it, the name stays with
        /// the place. A font that is published again gets a new name: if the tree is synced to other machines, the old
        /// name may be known there as removed.
        let fileName: String
        let format: FontFormat
        let size: Int
        let scanCost: Int
        let move: Move?
        let initial: ContentRecord?
        let candidate: FontCandidate?
        let initialRegistrations: [RegistrationRecord]
        let registrations: [RegistrationRecord]
        /// The note of a removed content whose bytes are kept; `nil` if they are not kept.
        var removed: RemovedFont?

        /// Whether the move gives the content's file a name that the registry has to record.
        var namesFile: Bool {
            switch move {
            case .replace, .take, .enable: true
            case .publish, .keep, .withdraw, .yield, nil: false
            }
        }

        /// Whether the move adds new bytes.
        var bringsBytes: Bool {
            switch move {
            case .publish, .keep, .take, .replace: true
            case .enable, .withdraw, .yield, nil: false
            }
        }

        /// Whether the content has no registration any more.
        var isLeaving: Bool { registrations.isEmpty }
    }

    /// The contents that the round changes, in the order in which the round first used them.
    let items: [Item]
    let providers: [ProviderRecord]
    let changes: [RegistryMutation]
    /// The registry's changes for contents that were validated again.
    let judgements: [RegistryMutation]
    /// The registry's changes for removed fonts that the user had disabled.
    let decisions: [RegistryMutation]
    /// The registry's records of calls that may be repeated.
    let requests: [RegistryMutation]
    /// The plan's entries for the history.
    var history: [RegistryMutation] = []

    /// Whether there is nothing to do.
    var isEmpty: Bool { items.isEmpty && judgements.isEmpty && decisions.isEmpty && requests.isEmpty }

    /// The contents of the registry that have no registration after the plan.
    var leavingContents: [FontDigest] { items.filter { $0.isLeaving && $0.initial != nil }.map(\.digest) }

    /// Whether the bytes of a removed content are kept.
    var keepsRemovedFonts: Bool { items.contains { $0.removed != nil } }

    /// The contents that replace others.
    var successors: Set<FontDigest> {
        Set(items.filter { if case .replace = $0.move { true } else { false } }.map(\.digest))
    }

    /// The stamps of files that stay where they were found.
    var foundStamps: [FontDigest: FileStamp] {
        items.reduce(into: [:]) { stamps, item in
            if case .take(_, let found) = item.move { stamps[item.digest] = found.stamp }
        }
    }

    /// Returns the increase of a provider's usage by the plan.
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

    /// Returns the mutations to commit once the files are in their planned places.
    ///
    /// - Parameters:
    ///   - places: The places of the contents that were moved.
    ///   - stamps: The stamps of their files.
    ///   - keepsLeavingContents: Whether to leave the rows of ``leavingContents`` for another commit to delete.
    /// - Returns: The mutations, in an order that keeps the registry's references valid.
    func mutations(
        places: [FontDigest: ContentPlace], stamps: [FontDigest: FileStamp], keepsLeavingContents: Bool = false
    ) -> [RegistryMutation] {
        var mutations: [RegistryMutation] = providers.map { .upsertProvider($0) }
        // Names are released before other contents receive them.
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
