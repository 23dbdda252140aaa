internal import FontModel
internal import Registry

/// Undoes the items of one change.
///
/// Fonts are found by their bytes and owner, because a font that was removed and restored meanwhile has another
/// registration.
struct UndoRun: Sendable {
    typealias Outcome = (item: HistoryItem, result: Result<Void, FontError>)

    private let service: HistoryService
    private let items: [HistoryItem]
    private let steps: any UndoSteps

    /// Creates a run that can undo items.
    ///
    /// - Parameters:
    ///   - service: Provides the current state of fonts and permissions.
    ///   - items: The items.
    ///   - steps: Performs the necessary steps, or reports what their result would be.
    init(_ service: HistoryService, _ items: [HistoryItem], by steps: any UndoSteps) {
        self.service = service
        self.items = items
        self.steps = steps
    }

    /// Undoes the items.
    ///
    /// An older version is restored before its successor is removed, so that programs always find one of them.
    ///
    /// - Returns: The results for the items that are not in their state before the change.
    func run() async -> [Outcome] {
        var outcomes: [Outcome] = []
        outcomes += await restore(items.filter { $0.kind == .replaced || $0.kind == .removed })
        outcomes += await changeProviders(.setAside) { provider throws(FontError) in
            try await steps.restore(provider)
        }
        outcomes += await changeProviders(.broughtBack) { provider throws(FontError) in
            try await steps.remove(provider)
        }
        outcomes += await uninstall(items.filter { $0.kind == .installed })
        outcomes += await setEnabled(true, of: .disabled)
        outcomes += await setEnabled(false, of: .enabled)
        outcomes += await setHidden(false, items.filter { $0.kind == .hidden })
        outcomes += await setHidden(true, items.filter { $0.kind == .shown })
        // A decision about a permission as a whole replaces those about single fonts, which are therefore restored
        // after it.
        let decisions = items.filter(\.kind.isGrant)
        for item in decisions.filter({ $0.digest == nil }) + decisions.filter({ $0.digest != nil }) {
            outcomes += await changeGrant(item)
        }
        outcomes += await changeCollections()
        let lost = FontError(
            .notUndoable, "The font was permanently deleted. Install it again from its original source.")
        outcomes += items.filter { $0.kind == .deleted }.map { ($0, .failure(lost)) }
        return outcomes
    }

    private func restore(_ removed: [HistoryItem]) async -> [Outcome] {
        await changing(removed, that: { $0 == nil }) { found throws(FontError) in
            try await steps.restore(found.compactMap(\.item.digest))
        }
    }

    private func uninstall(_ installed: [HistoryItem]) async -> [Outcome] {
        await changing(installed, that: { $0 != nil }) { found throws(FontError) in
            try await steps.uninstall(found.compactMap(\.registration?.id))
        }
    }

    private func setEnabled(_ isEnabled: Bool, of kind: HistoryItem.Kind) async -> [Outcome] {
        let installed = Set(
            items.filter { $0.kind == .installed }.map { "\($0.provider) \($0.digest?.hexadecimal ?? "")" })
        let changed = items.filter { item in
            item.kind == kind && !installed.contains("\(item.provider) \(item.digest?.hexadecimal ?? "")")
        }
        return await changing(changed, that: { $0.map { $0.isEnabled != isEnabled } ?? true }) {
            found throws(FontError) in
            let gone = FontError(.notRegistered, "The font has since been removed. 'typecase restore' lists it.")
            let ids = found.compactMap(\.registration?.id)
            var outcomes =
                ids.isEmpty
                ? [].makeIterator()
                : try await steps.setEnabled(ids, isEnabled).makeIterator()
            return found.map { $0.registration == nil ? .failure(gone) : outcomes.next() ?? .failure(.unanswered) }
        }
    }

    /// Changes the fonts whose state differs from that before the change.
    private func changing(
        _ items: [HistoryItem], that needsChange: (RegistrationRecord?) -> Bool,
        _ change: ([(item: HistoryItem, registration: RegistrationRecord?)]) async throws(FontError) -> [ItemOutcome]
    ) async -> [Outcome] {
        do throws(FontError) {
            var found: [(item: HistoryItem, registration: RegistrationRecord?)] = []
            for item in items {
                guard let digest = item.digest else { continue }
                let all = try await FontError.mapping { () throws(RegistryError) in
                    try await service.registry.registrations.records(of: digest)
                }
                let own = all.first { $0.provider == item.provider }
                if needsChange(own) { found.append((item, own)) }
            }
            guard !found.isEmpty else { return [] }
            let outcomes = try await change(found)
            return zip(found, outcomes).map { found, outcome in
                switch outcome {
                case .success: (found.item, .success(()))
                case .failure(let error): (found.item, .failure(error))
                }
            }
        } catch {
            return items.map { ($0, .failure(error)) }
        }
    }

    private func setHidden(_ isHidden: Bool, _ families: [HistoryItem]) async -> [Outcome] {
        guard !families.isEmpty else { return [] }
        do throws(FontError) {
            let changes = try await steps.setHidden(families.map(\.subject), isHidden)
            return zip(families, changes).compactMap { item, change in
                switch change {
                case .success(let family): family.isChange ? (item, .success(())) : nil
                case .failure(let error): (item, .failure(error))
                }
            }
        } catch {
            return families.map { ($0, .failure(error)) }
        }
    }

    /// Creates collections before their fonts are restored to them, and removes created collections after their fonts.
    private func changeCollections() async -> [Outcome] {
        var outcomes: [Outcome] = []
        let names = Set(items.filter(\.kind.isCollection).map(\.subject)).sorted()
        for name in names {
            func own(_ kind: HistoryItem.Kind) -> [HistoryItem] {
                items.filter { $0.kind == kind && $0.subject == name }
            }
            let isMade = !own(.collectionCreated).isEmpty
            // Removing a collection also removes its fonts from it.
            let removed = isMade ? [] : own(.collected)
            outcomes += await changeCollection(name, own(.collectionDeleted), exists: true)
            outcomes += await collect(own(.uncollected), in: name, true, isRemoved: !own(.collectionDeleted).isEmpty)
            outcomes += await collect(removed, in: name, false, isRemoved: false)
            outcomes += await changeCollection(name, own(.collectionCreated), exists: false)
        }
        return outcomes
    }

    private func changeCollection(_ name: String, _ items: [HistoryItem], exists: Bool) async -> [Outcome] {
        guard let item = items.first else { return [] }
        do throws(FontError) {
            let isThere = try await !service.collections.collections(named: name).isEmpty
            if isThere == exists { return [] }
            try await steps.setCollection(name, exists: exists)
            return [(item, .success(()))]
        } catch {
            return [(item, .failure(error))]
        }
    }

    /// Adds fonts to a collection or removes them; a collection that was removed with its fonts has been created again.
    private func collect(
        _ items: [HistoryItem], in name: String, _ isIn: Bool, isRemoved: Bool
    ) async -> [Outcome] {
        if items.isEmpty { return [] }
        do throws(FontError) {
            let collection = try await service.collections.collections(named: name).first
            guard collection != nil || isRemoved else {
                throw FontError(.notRegistered, "The collection \(name) has since been removed.")
            }
            let known = Set(collection?.members.map(\.font) ?? [])
            let changed = items.filter { item in
                CollectionService.resolved([CollectedFont(item)], among: known).contains { known.contains($0) != isIn }
            }
            if !changed.isEmpty { try await steps.setCollected(changed.map { CollectedFont($0) }, in: name, isIn) }
            return changed.map { ($0, .success(())) }
        } catch {
            return items.map { ($0, .failure(error)) }
        }
    }

    private func changeProviders(
        _ kind: HistoryItem.Kind, _ change: (ProviderIdentifier) async throws(FontError) -> Void
    ) async -> [Outcome] {
        let concerned = items.filter { $0.kind == kind }
        var outcomes: [Outcome] = []
        for provider in Set(concerned.map(\.provider)).sorted(by: { $0.rawValue < $1.rawValue }) {
            let own = concerned.filter { $0.provider == provider }
            do throws(FontError) {
                try await change(provider)
                outcomes += own.map { ($0, .success(())) }
            } catch {
                outcomes += own.map { ($0, .failure(error)) }
            }
        }
        return outcomes
    }

    private func changeGrant(_ item: HistoryItem) async -> [Outcome] {
        do throws(FontError) {
            guard let right = Right(rawValue: item.subject) else {
                throw FontError(.notUndoable, "This version of the service does not know the right \(item.subject).")
            }
            let current = try await service.rights.decisions.grants().first {
                $0.provider == item.provider && $0.right == right && $0.font == item.digest
            }
            guard current.map({ GrantHistory.decision($0.isAllowed) }) != item.before else { return [] }
            try await steps.decide(
                right, for: item.digest, of: item.provider,
                isAllowed: item.before.map { $0 == GrantHistory.decision(true) })
            return [(item, .success(()))]
        } catch {
            return [(item, .failure(error))]
        }
    }
}

extension CollectedFont {
    /// The font of an item about a collection.
    fileprivate init(_ item: HistoryItem) {
        self.init(
            provider: item.provider, postscriptName: item.postscriptName, family: item.family, style: item.style)
    }
}
