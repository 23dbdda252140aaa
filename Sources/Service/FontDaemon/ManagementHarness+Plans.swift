internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService
internal import LinuxSystem
internal import Registry

/// A change that `PlanChange` plans.
private enum PlannedChange: String, CaseIterable {
    case uninstall, enable, disable, restore, undo, grant, revoke
    case createCollection = "create-collection"
    case enableCollection = "enable-collection"
    case disableCollection = "disable-collection"
    case removeProvider = "remove-provider"
    case restoreProvider = "restore-provider"
}

/// Plans of changes.
extension ManagementHarness {
    func planInstallation(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool,
        options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        try await harness.plan(fonts, scope: scope, enabled: enabled, options: options, by: .user)
    }

    func planChange(
        _ call: BusMethodCall, change: String, ids: [String], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        guard let change = PlannedChange(rawValue: change) else {
            let known = PlannedChange.allCases.map(\.rawValue).joined(separator: ", ")
            throw BusError.invalidArguments("change: one of \(known) is needed")
        }
        let scope = try FontFilters.text(BusDictionary(options), "scope").map(FontFilters.scope)
        guard scope == nil || change == .enable else {
            throw BusError.invalidArguments("scope: only fonts that are enabled get one")
        }
        return switch change {
        case .uninstall: try await harness.plan(.unregistration, of: ids, by: .user)
        case .enable: try await harness.plan(.state(isEnabled: true, scope), of: ids, by: .user)
        case .disable: try await harness.plan(.state(isEnabled: false), of: ids, by: .user)
        case .restore: try await planRestoration(of: ids)
        case .undo: try await planUndo(of: Self.one(ids))
        case .grant: try await planGrant(to: Self.one(ids), BusDictionary(options))
        case .revoke: try await planRevocation(of: Self.one(ids), BusDictionary(options))
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
            try await planned(tellsState: false) { [provider = try Self.provider(Self.one(ids))] () throws(FontError) in
                try await providers.planRemoval(of: provider)
            }
        case .restoreProvider:
            try await planned { [provider = try Self.provider(Self.one(ids))] () throws(FontError) in
                try await providers.planRestoration(of: provider)
            }
        }
    }

    /// The dictionary of each registration of a planned change.
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
        let digests = try Self.digests(ids)
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
        let identifier = try Self.provider(provider)
        let right = try Self.right(try FontFilters.text(options, "right") ?? "")
        let isAllowed = try Self.isAllowed(try FontFilters.text(options, "decision") ?? "")
        let font = try FontFilters.digest(options, "font")
        let isChange = try await FontError.replying { () throws(FontError) in
            try await rights.decisions.wouldChange(right, for: font, of: identifier, isAllowed: isAllowed)
        }
        return [["id": BusVariant(provider), "changed": BusVariant(isChange)]]
    }

    private func planRevocation(
        of provider: String, _ options: BusDictionary
    ) async throws(BusError) -> [[String: BusVariant]] {
        let identifier = try Self.provider(provider)
        let right = try FontFilters.text(options, "right").map(Self.right)
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
