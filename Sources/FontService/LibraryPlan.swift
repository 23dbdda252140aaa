internal import FontModel
internal import LinuxSystem
internal import Registry

/// What a planned round does: which files move, and what the registry then says.
struct LibraryPlan {
    /// What happens to the file of one content.
    enum Move {
        /// New bytes go into the tree.
        case publish(FontCandidate)
        /// New bytes go into the store.
        case keep(FontCandidate)
        /// The stored file goes into the tree.
        case enable(ContentRecord)
        /// The published file goes into the store.
        case withdraw(ContentRecord, shard: String)
    }

    /// One content that the round changes.
    struct Item {
        let digest: FontDigest
        /// The file's name in the tree, the same for life.
        let fileName: String
        let format: FontFormat
        let size: Int
        let scanCost: Int
        let move: Move?
        let initial: ContentRecord?
        let candidate: FontCandidate?
        let initialRegistrations: [RegistrationRecord]
        let registrations: [RegistrationRecord]

        /// Whether nobody has the content registered any more.
        var isLeaving: Bool { registrations.isEmpty }
    }

    /// The contents that the round changes, in the order in which it came to them.
    let items: [Item]
    let providers: [ProviderRecord]
    let changes: [RegistryMutation]

    /// Whether there is nothing to do.
    var isEmpty: Bool { items.isEmpty }

    /// What to commit once the files lie where the plan wants them.
    ///
    /// - Parameters:
    ///   - places: Where the contents that moved are now.
    ///   - stamps: Their files' stamps.
    /// - Returns: The mutations, in an order that keeps the registry's references whole.
    func mutations(
        places: [FontDigest: ContentPlace], stamps: [FontDigest: FileStamp]
    ) -> [RegistryMutation] {
        var mutations: [RegistryMutation] = providers.map { .upsertProvider($0) }
        for item in items {
            let place = places[item.digest]
            if item.initial == nil, let candidate = item.candidate, let place, !item.isLeaving {
                mutations.append(
                    .insertContent(
                        ContentRecord(
                            digest: item.digest, fileName: item.fileName, format: item.format, size: item.size,
                            scanCost: item.scanCost, place: place, stamp: stamps[item.digest]),
                        faces: candidate.faces))
            } else if let place, !item.isLeaving {
                mutations.append(.setPlace(item.digest, place, stamp: stamps[item.digest]))
            }
            mutations += registrationMutations(of: item)
            if item.isLeaving, item.initial != nil { mutations.append(.deleteContent(item.digest)) }
        }
        let leaving = Set(
            items.flatMap { item in
                Set(item.initialRegistrations.map(\.provider)).subtracting(item.registrations.map(\.provider))
            })
        mutations += leaving.sorted { $0.rawValue < $1.rawValue }.map { .deleteProviderIfUnused($0) }
        return mutations + changes
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
            if previous.scope != registration.scope {
                mutations.append(
                    .setScope(registration.id, registration.scope, sessionToken: registration.sessionToken))
            }
        }
        return mutations
    }
}

extension LibraryPlanner {
    /// Ends the round: what has changed since it began.
    func finish() -> LibraryPlan {
        let items = order.compactMap { digest in entries[digest].flatMap { item(digest, $0) } }
        return LibraryPlan(items: items, providers: providers, changes: changes)
    }

    private func item(_ digest: FontDigest, _ entry: Entry) -> LibraryPlan.Item? {
        let move = move(entry)
        guard move != nil || entry.registrations != entry.initialRegistrations else { return nil }
        guard let initial = entry.initial else {
            // Registered and removed within the round: no file, no row.
            guard let candidate = entry.candidate, !entry.registrations.isEmpty else { return nil }
            return LibraryPlan.Item(
                digest: digest, fileName: "\(FontIdentifier.random()).\(candidate.format.fileExtension)",
                format: candidate.format, size: candidate.size, scanCost: candidate.scanCost, move: move,
                initial: nil, candidate: candidate, initialRegistrations: [], registrations: entry.registrations)
        }
        return LibraryPlan.Item(
            digest: digest, fileName: initial.fileName, format: initial.format, size: initial.size,
            scanCost: initial.scanCost, move: move, initial: initial, candidate: entry.candidate,
            initialRegistrations: entry.initialRegistrations, registrations: entry.registrations)
    }

    private func move(_ entry: Entry) -> LibraryPlan.Move? {
        if entry.registrations.isEmpty {
            guard let initial = entry.initial, case .published(let shard) = initial.place else { return nil }
            return .withdraw(initial, shard: shard)
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
