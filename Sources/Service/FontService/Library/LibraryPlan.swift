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
    func addition(for provider: ProviderIdentifier) -> LibraryPlanner.Usage {
        var added = LibraryPlanner.Usage(fonts: 0, bytes: 0)
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

extension LibraryPlanner {
    /// Ends the round: what has changed since it began.
    func finish() -> LibraryPlan {
        var successors: [FontDigest: FontDigest] = [:]
        for digest in order {
            guard let entry = entries[digest], let old = predecessor(of: entry) else { continue }
            successors[old.record.digest] = digest
        }
        let items = order.compactMap { digest in
            entries[digest].flatMap { item(digest, $0, successor: successors[digest]) }
        }
        let judgements = order.compactMap { digest -> RegistryMutation? in
            guard let entry = entries[digest], let initial = entry.initial, !entry.registrations.isEmpty,
                entry.judges != initial.judges || entry.refusal != initial.refusal
            else { return nil }
            return .setJudgement(digest, judges: entry.judges, refusal: entry.refusal)
        }
        return LibraryPlan(
            items: items, providers: providers, changes: changes, judgements: judgements, decisions: decisions,
            requests: requests, history: history.mutations(among: entries))
    }

    private func item(
        _ digest: FontDigest, _ entry: Entry, successor: FontDigest?
    ) -> LibraryPlan.Item? {
        // Nobody had it and nobody has it now: it came and went within the round, or a failed batch has left its row.
        guard !entry.registrations.isEmpty || !entry.initialRegistrations.isEmpty else { return nil }
        let move = move(entry, hasSuccessor: successor != nil)
        guard move != nil || entry.registrations != entry.initialRegistrations else { return nil }
        let fileName: String
        switch move {
        case .replace(_, let predecessor, _): fileName = predecessor.fileName
        case .take(_, let found): fileName = found.fileName.rawValue
        case .yield, .enable: fileName = newFileName(entry.initial?.format ?? .truetype)
        case .publish, .keep, .withdraw, nil:
            fileName = entry.initial?.fileName ?? newFileName(entry.candidate?.format ?? .truetype)
        }
        guard let initial = entry.initial else {
            guard let candidate = entry.candidate else { return nil }
            return LibraryPlan.Item(
                digest: digest, fileName: fileName, format: candidate.format, size: candidate.size,
                scanCost: candidate.scanCost, move: move, initial: nil, candidate: candidate,
                initialRegistrations: [], registrations: entry.registrations)
        }
        return LibraryPlan.Item(
            digest: digest, fileName: fileName, format: initial.format, size: initial.size,
            scanCost: initial.scanCost, move: move, initial: initial, candidate: entry.candidate,
            initialRegistrations: entry.initialRegistrations, registrations: entry.registrations,
            removed: entry.removed(from: initial.fileName))
    }

    private func newFileName(_ format: FontFormat) -> String { "\(FontIdentifier.random()).\(format.fileExtension)" }

    /// The published content whose place a content takes; `nil` where nothing is as it was when that was decided.
    private func predecessor(of entry: Entry) -> (record: ContentRecord, shard: String)? {
        guard entry.isWanted, let candidate = entry.candidate, candidate.found == nil, let digest = entry.predecessor,
            let old = entries[digest],
            !old.isWanted, let record = old.initial, case .published(let shard) = record.place
        else { return nil }
        if case .published = entry.initial?.place { return nil }
        return (record, shard)
    }

    private func move(_ entry: Entry, hasSuccessor: Bool) -> LibraryPlan.Move? {
        if hasSuccessor, let initial = entry.initial, case .published(let shard) = initial.place {
            return .yield(initial, shard: shard)
        }
        if let candidate = entry.candidate, let old = predecessor(of: entry) {
            return .replace(candidate, old.record, shard: old.shard)
        }
        if entry.registrations.isEmpty {
            guard let initial = entry.initial, case .published(let shard) = initial.place else { return nil }
            return .withdraw(initial, shard: shard)
        }
        if let candidate = entry.candidate, let found = candidate.found, entry.isWanted {
            return .take(candidate, found)
        }
        if let candidate = entry.candidate { return entry.isWanted ? .publish(candidate) : .keep(candidate) }
        guard let initial = entry.initial else { return nil }
        switch initial.place {
        case .published(let shard): return entry.isWanted ? nil : .withdraw(initial, shard: shard)
        case .stored: return entry.isWanted ? .enable(initial) : nil
        case .quarantined: return nil
        }
    }
}
