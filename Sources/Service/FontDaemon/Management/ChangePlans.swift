internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import Registry

/// Plans the changes of `PlanChange` without making them.
struct ChangePlans: Sendable {
    let harness: RegistrationHarness
    let collections: CollectionService
    let history: HistoryService
    let rights: RightsService
    let providers: ProviderKeeper

    /// Plans a change.
    ///
    /// - Parameters:
    ///   - change: The name of the change.
    ///   - ids: The items to change.
    ///   - options: The options of the call.
    /// - Returns: One dictionary per item.
    /// - Throws: An error if the arguments are invalid or the change could not be made.
    func plan(
        _ change: String, of ids: [String], _ options: BusDictionary
    ) async throws(BusError) -> [[String: BusVariant]] {
        guard let change = PlannedChange(rawValue: change) else {
            let known = PlannedChange.allCases.map(\.rawValue).joined(separator: ", ")
            throw BusError.invalidArguments("change: one of \(known) is needed")
        }
        let scope = try FontFilters.text(options, "scope").map(FontFilters.scope)
        guard scope == nil || change == .enable else {
            throw BusError.invalidArguments("scope: only fonts that are enabled get one")
        }
        return switch change {
        case .uninstall: try await harness.plan(.unregistration, of: ids, by: .user)
        case .enable: try await harness.plan(.state(isEnabled: true, scope), of: ids, by: .user)
        case .disable: try await harness.plan(.state(isEnabled: false), of: ids, by: .user)
        case .restore: try await planRestoration(of: ids)
        case .undo: try await planUndo(of: Self.one(ids))
        case .grant: try await planGrant(to: Self.one(ids), options)
        case .revoke: try await planRevocation(of: Self.one(ids), options)
        case .createCollection:
            try await planned { [name = try Self.one(ids)] () throws(FontError) in
                try await collections.checkCreation(of: name)
                return ([], [])
            }
        case .enableCollection, .disableCollection:
            try await planned { [name = try Self.one(ids)] () throws(FontError) in
                try await collections.plan(name, isEnabled: change == .enableCollection)
            }
        case .removeProvider:
            try await planned(tellsState: false) {
                [provider = try FontFilters.provider(Self.one(ids))] () throws(FontError) in
                try await providers.planRemoval(of: provider)
            }
        case .restoreProvider:
            try await planned { [provider = try FontFilters.provider(Self.one(ids))] () throws(FontError) in
                try await providers.planRestoration(of: provider)
            }
        }
    }

    /// Returns the dictionary of each registration in a planned change.
    private func planned(
        tellsState: Bool = true,
        _ plan: () async throws(FontError) -> (ids: [FontIdentifier], outcomes: [ItemOutcome])
    ) async throws(BusError) -> [[String: BusVariant]] {
        let (ids, outcomes) = try await FontError.replying(plan)
        return CommitReply.fitted(
            zip(ids, outcomes).map {
                RegistrationHarness.planned($1, id: $0.rawValue, tellsState: tellsState)
            })
    }

    private func planRestoration(of ids: [String]) async throws(BusError) -> [[String: BusVariant]] {
        let digests = try FontFilters.digests(ids)
        let outcomes = try await FontError.replying { () throws(FontError) in
            try await harness.registrations.removedFonts.planRestoration(of: digests)
        }
        return zip(ids, outcomes).map { RegistrationHarness.planned($1, id: $0, tellsState: true) }
    }

    private func planUndo(of change: String) async throws(BusError) -> [[String: BusVariant]] {
        guard let change = Int64(change), change >= 0 else {
            throw .invalidArguments("ids: a number of the history is needed, or 0")
        }
        let outcomes = try await FontError.replying { () throws(FontError) in
            try await history.planUndo(change == 0 ? nil : change)
        }
        return CommitReply.fitted(outcomes.map(HistoryDictionary.make))
    }

    private func planGrant(
        to provider: String, _ options: BusDictionary
    ) async throws(BusError) -> [[String: BusVariant]] {
        let identifier = try FontFilters.provider(provider)
        let right = try FontFilters.right(try FontFilters.text(options, "right") ?? "")
        let isAllowed = try FontFilters.isAllowed(try FontFilters.text(options, "decision") ?? "")
        let font = try FontFilters.digest(options, "font")
        let isChange = try await FontError.replying { () throws(FontError) in
            try await rights.decisions.wouldChange(right, for: font, of: identifier, isAllowed: isAllowed)
        }
        return [["id": BusVariant(provider), "changed": BusVariant(isChange)]]
    }

    private func planRevocation(
        of provider: String, _ options: BusDictionary
    ) async throws(BusError) -> [[String: BusVariant]] {
        let identifier = try FontFilters.provider(provider)
        let right = try FontFilters.text(options, "right").map(FontFilters.right)
        let font = try FontFilters.digest(options, "font")
        let grants = try await FontError.replying { () throws(FontError) in try await rights.decisions.grants() }
        return grants.filter { grant in
            grant.provider == identifier && (right == nil || grant.right == right)
                && (font == nil || grant.font == font)
        }.map { _ in ["id": BusVariant(provider), "changed": BusVariant(true)] }
    }

    private static func one(_ ids: [String]) throws(BusError) -> String {
        guard ids.count == 1, let id = ids.first else { throw .invalidArguments("ids: exactly one is needed") }
        return id
    }
}

/// A change that `PlanChange` plans.
private enum PlannedChange: String, CaseIterable {
    case uninstall, enable, disable, restore, undo, grant, revoke
    case createCollection = "create-collection"
    case enableCollection = "enable-collection"
    case disableCollection = "disable-collection"
    case removeProvider = "remove-provider"
    case restoreProvider = "restore-provider"
}
