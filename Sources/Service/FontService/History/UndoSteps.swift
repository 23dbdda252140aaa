internal import FontModel
internal import Registry

/// The steps of an undo: each is made, or planned only.
protocol UndoSteps: Sendable {
    /// Restores removed fonts.
    func restore(_ fonts: [FontDigest]) async throws(FontError) -> [ItemOutcome]
    /// Removes registrations of the user.
    func uninstall(_ ids: [FontIdentifier]) async throws(FontError) -> [ItemOutcome]
    /// Enables or disables registrations.
    func setEnabled(_ ids: [FontIdentifier], _ isEnabled: Bool) async throws(FontError) -> [ItemOutcome]
    /// Hides families of the system, which the user had hidden before, or shows them again.
    func setHidden(_ families: [String], _ isHidden: Bool) async throws(FontError) -> [HiddenFamilies.Change]
    /// Brings back what is set aside of a provider.
    func restore(_ provider: ProviderIdentifier) async throws(FontError)
    /// Sets the fonts of a provider aside.
    func remove(_ provider: ProviderIdentifier) async throws(FontError)
    /// Writes down what the user says of a right; `nil` forgets it.
    func decide(
        _ right: Right, for font: FontDigest?, of provider: ProviderIdentifier, isAllowed: Bool?
    ) async throws(FontError)
    /// Makes a collection, or removes it.
    func setCollection(_ name: String, exists: Bool) async throws(FontError)
    /// Puts fonts into a collection or takes them out.
    func setCollected(_ fonts: [CollectedFont], in name: String, _ isIn: Bool) async throws(FontError)
}

/// Takes changes back.
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

/// Tells what taking changes back would do.
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
        // The policy may have the last word on a right, but what the user says is always written down.
    }

    func setCollection(_ name: String, exists: Bool) async throws(FontError) {
        if exists { try await service.collections.checkCreation(of: name) }
    }

    func setCollected(_ fonts: [CollectedFont], in name: String, _ isIn: Bool) async throws(FontError) {
        // Where the collection is there, or is made before, nothing but a full disk keeps its fonts from it.
    }
}
