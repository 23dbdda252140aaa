internal import FontModel
internal import Registry

/// The steps of an undo, which are either performed or only planned.
protocol UndoSteps: Sendable {
    /// Restores removed fonts.
    func restore(_ fonts: [FontDigest]) async throws(FontError) -> [ItemOutcome]
    /// Removes registrations of the user.
    func uninstall(_ ids: [FontIdentifier]) async throws(FontError) -> [ItemOutcome]
    /// Enables or disables registrations.
    func setEnabled(_ ids: [FontIdentifier], _ isEnabled: Bool) async throws(FontError) -> [ItemOutcome]
    /// Hides families of the system, which the user had hidden before, or shows them again.
    func setHidden(_ families: [String], _ isHidden: Bool) async throws(FontError) -> [HiddenFamilies.Change]
    /// Restores the fonts of a provider that are set aside.
    func restore(_ provider: ProviderIdentifier) async throws(FontError)
    /// Sets aside the fonts of a provider.
    func remove(_ provider: ProviderIdentifier) async throws(FontError)
    /// Records the user's decision about a permission; `nil` forgets it.
    func decide(
        _ right: Right, for font: FontDigest?, of provider: ProviderIdentifier, isAllowed: Bool?
    ) async throws(FontError)
    /// Creates or removes a collection.
    func setCollection(_ name: String, exists: Bool) async throws(FontError)
    /// Adds fonts to a collection or removes them from it.
    func setCollected(_ fonts: [CollectedFont], in name: String, _ isIn: Bool) async throws(FontError)
}

/// Performs the steps of an undo.
struct UndoChanges: UndoSteps {
    private let service: HistoryService

    init(_ service: HistoryService) { self.service = service }

    func restore(_ fonts: [FontDigest]) async throws(FontError) -> [ItemOutcome] {
        try await service.registrations.removedFonts.restore(fonts).outcomes
    }

    func uninstall(_ ids: [FontIdentifier]) async throws(FontError) -> [ItemOutcome] {
        await service.registrations.unregister(ids, by: .user).outcomes
    }

    func setEnabled(_ ids: [FontIdentifier], _ isEnabled: Bool) async throws(FontError) -> [ItemOutcome] {
        try await service.registrations.setEnabled(ids, isEnabled, by: .user).outcomes
    }

    func setHidden(_ families: [String], _ isHidden: Bool) async throws(FontError) -> [HiddenFamilies.Change] {
        try await service.hiddenFamilies.set(families, hidden: isHidden, force: true)
    }

    func restore(_ provider: ProviderIdentifier) async throws(FontError) {
        _ = try await service.providers.restore(provider)
    }

    func remove(_ provider: ProviderIdentifier) async throws(FontError) {
        _ = try await service.providers.remove(provider)
    }

    func decide(
        _ right: Right, for font: FontDigest?, of provider: ProviderIdentifier, isAllowed: Bool?
    ) async throws(FontError) {
        if let isAllowed {
            try await service.rights.decisions.set(right, for: font, of: provider, isAllowed: isAllowed)
        } else {
            try await service.rights.decisions.forget(right, for: font, of: provider)
        }
    }

    func setCollection(_ name: String, exists: Bool) async throws(FontError) {
        if exists { try await service.collections.create(name) } else { try await service.collections.delete(name) }
    }

    func setCollected(_ fonts: [CollectedFont], in name: String, _ isIn: Bool) async throws(FontError) {
        _ = try await service.collections.put(fonts, in: name, isIn)
    }
}

/// Reports what the steps of an undo would do.
struct UndoPlans: UndoSteps {
    private let service: HistoryService

    init(_ service: HistoryService) { self.service = service }

    func restore(_ fonts: [FontDigest]) async throws(FontError) -> [ItemOutcome] {
        try await service.registrations.removedFonts.planRestoration(of: fonts)
    }

    func uninstall(_ ids: [FontIdentifier]) async throws(FontError) -> [ItemOutcome] {
        try await service.registrations.plan(.unregistration, of: ids, by: .user)
    }

    func setEnabled(_ ids: [FontIdentifier], _ isEnabled: Bool) async throws(FontError) -> [ItemOutcome] {
        try await service.registrations.plan(.state(isEnabled: isEnabled), of: ids, by: .user)
    }

    func setHidden(_ families: [String], _ isHidden: Bool) async throws(FontError) -> [HiddenFamilies.Change] {
        try await service.hiddenFamilies.set(families, hidden: isHidden, force: true, dryRun: true)
    }

    func restore(_ provider: ProviderIdentifier) async throws(FontError) {
        _ = try await service.providers.planRestoration(of: provider)
    }

    func remove(_ provider: ProviderIdentifier) async throws(FontError) {
        _ = try await service.providers.planRemoval(of: provider)
    }

    func decide(
        _ right: Right, for font: FontDigest?, of provider: ProviderIdentifier, isAllowed: Bool?
    ) async throws(FontError) {
        // The policy may override a decision about a permission, but the user's decision is always recorded.
    }

    func setCollection(_ name: String, exists: Bool) async throws(FontError) {
        if exists { try await service.collections.checkCreation(of: name) }
    }

    func setCollected(_ fonts: [CollectedFont], in name: String, _ isIn: Bool) async throws(FontError) {
        // If the collection exists or is created before, only a full disk can prevent adding its fonts.
    }
}
