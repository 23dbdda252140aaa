internal import FontLibrary
internal import FontModel
internal import Registry

extension LibraryPlanner {
    /// Ends the round and returns the changes since its beginning.
    func finish() -> LibraryPlan {
        var successors: [FontDigest: FontDigest] = [:]
        for digest in library.order {
            guard let entry = library.entries[digest], let old = predecessor(of: entry) else { continue }
            successors[old.record.digest] = digest
        }
        let items = library.order.compactMap { digest in
            library.entries[digest].flatMap { item(digest, $0, successor: successors[digest]) }
        }
        let judgements = library.order.compactMap { digest -> RegistryMutation? in
            guard let entry = library.entries[digest], let initial = entry.initial, !entry.registrations.isEmpty,
                entry.judges != initial.judges || entry.refusal != initial.refusal
            else { return nil }
            return .setJudgement(digest, judges: entry.judges, refusal: entry.refusal)
        }
        return LibraryPlan(
            items: items, providers: providers, changes: changes, judgements: judgements,
            decisions: remembered.mutations, requests: calls.mutations,
            history: history.mutations(among: library.entries))
    }

    private func item(
        _ digest: FontDigest, _ entry: PlannedLibrary.Entry, successor: FontDigest?
    ) -> LibraryPlan.Item? {
        // The content had no registration before and has none now: it was added and removed within the round, or its
        // row remains from a failed batch.
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
            removed: entry.removed)
    }

    private func newFileName(_ format: FontFormat) -> String { "\(FontIdentifier.random()).\(format.fileExtension)" }

    /// The published content that a content replaces; `nil` if the state has changed since that was decided.
    private func predecessor(of entry: PlannedLibrary.Entry) -> (record: ContentRecord, shard: String)? {
        guard entry.isWanted, let candidate = entry.candidate, candidate.found == nil, let digest = entry.predecessor,
            let old = library.entries[digest],
            !old.isWanted, let record = old.initial, case .published(let shard) = record.place
        else { return nil }
        if case .published = entry.initial?.place { return nil }
        return (record, shard)
    }

    private func move(_ entry: PlannedLibrary.Entry, hasSuccessor: Bool) -> LibraryPlan.Move? {
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
