package import FontModel
package import Registry

/// Reads the history of changes, and undoes changes.
package struct HistoryService: Sendable {
    /// The result of undoing a change.
    package struct Undoing: Sendable {
        /// The change that was undone.
        package var undone: HistoryEntry
        /// The change that undid it; `nil` if the registry no longer contains it.
        package var entry: Int64?
        /// The result for each item that is not in its state before the change, in order.
        package var outcomes: [(item: HistoryItem, result: Result<Void, FontError>)]
        /// The generation after the undoing.
        package var generation: UInt64
    }

    let registry: Registry
    let registrations: RegistrationService
    let providers: ProviderKeeper
    let rights: RightsService
    let hiddenFamilies: HiddenFamilies
    let collections: CollectionService

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - registry: Contains the history.
    ///   - registrations: Removes, restores, enables and disables fonts.
    ///   - providers: Removes and restores the fonts of providers.
    ///   - rights: Records the user's decisions about permissions.
    ///   - hiddenFamilies: Hides and shows families of the system.
    ///   - collections: Stores the user's collections of fonts.
    package init(
        registry: Registry, registrations: RegistrationService, providers: ProviderKeeper, rights: RightsService,
        hiddenFamilies: HiddenFamilies, collections: CollectionService
    ) {
        self.registry = registry
        self.registrations = registrations
        self.providers = providers
        self.rights = rights
        self.hiddenFamilies = hiddenFamilies
        self.collections = collections
    }

    /// Reads one page of the history, beginning with the latest change.
    ///
    /// - Throws: `InvalidCursor`, or the error that prevented reading the registry.
    package func changes(matching filter: HistoryFilter) async throws(FontError) -> HistoryPage {
        try await FontError.mapping { () throws(RegistryError) in try await registry.history.page(matching: filter) }
    }

    /// Why a change cannot be undone, as far as the history alone shows; `nil` if it may be possible.
    package static func refusal(of entry: HistoryEntry) -> FontError? {
        if let later = entry.undoneBy {
            if entry.operation.action == adoption {
                return refusal("Change \(entry.id) was undone by change \(later). \(adoptingAgain)")
            }
            return refusal(
                "Change \(entry.id) was undone by change \(later). To redo it, run 'typecase undo \(later)'.")
        }
        let reason: String? =
            switch entry.operation.cause {
            case .user where entry.operation.action == adoption:
                "Change \(entry.id) adopted files of yours. typecase adopt --undo moves them back."
            // The files are where they were before: registering their fonts alone would show programs each font twice.
            case .user where entry.undoneAction == adoption:
                "Change \(entry.id) moved files of yours back. \(adoptingAgain)"
            case .user where entry.items.allSatisfy { $0.kind == .deleted }:
                "Change \(entry.id) deleted fonts for good. Install them from where you had them from."
            case .user where entry.itemCount > entry.items.count && entry.items.count >= HistoryFilter.maximumItems:
                "Change \(entry.id) is of \(entry.itemCount) fonts, more than can be undone at once."
            case .user: nil
            case .provider:
                "\(entry.operation.program) made change \(entry.id) by itself. typecase disable hides fonts of a "
                    + "program, and typecase provider remove \(entry.operation.caller) removes all of them."
            case .installation:
                "Change \(entry.id) followed a program that was installed or uninstalled, and goes back with it. typecase "
                    + "provider restore brings its fonts back before."
            case .check, .policy:
                "Change \(entry.id) comes from a check of the fonts. typecase revalidate checks them again."
            case .file:
                "Change \(entry.id) was made to the files themselves. typecase restore --deleted brings deleted fonts back."
            case .recovery:
                "The service made change \(entry.id) by itself, when it repaired the fonts or a session ended."
            }
        return reason.map(refusal)
    }

    /// The name of the action that takes over files of the user.
    package static let adoption = "adopt"

    private static let adoptingAgain = "To adopt the files again, run 'typecase adopt' with their paths."

    private static func refusal(_ message: String) -> FontError { FontError(.notUndoable, message) }

    /// Undoes a change: removes what it installed, restores what it removed, and so on.
    ///
    /// Items that are already in their state before the change stay as they are. The undoing is itself a change that
    /// can be undone.
    ///
    /// - Parameters:
    ///   - id: The change; `nil` for the last change of the user that is in effect.
    ///   - operation: The operation that undoes the change; the result can contain the new change only if it has a key.
    /// - Returns: The result for each item.
    /// - Throws: `NotUndoable` with the reason if nothing was done, or the error that prevented reading the registry.
    package func undo(_ id: Int64?, by operation: HistoryOperation) async throws(FontError) -> Undoing {
        let entry = try await undoable(id)
        var operation = operation
        operation.undoes = entry.id
        operation.action = "undo"
        let (run, asked) = (UndoRun(self, entry.items, by: UndoChanges(self)), operation)
        let outcomes = await HistoryOperation.$current.withValue(asked) { await run.run() }
        try await check(outcomes, of: entry, isLast: id == nil)
        var made: Int64?
        if let key = asked.key {
            made = try await FontError.mapping { () throws(RegistryError) in
                try await registry.history.entry(ofOperation: key)
            }
        }
        return Undoing(
            undone: entry, entry: made, outcomes: outcomes, generation: try await registrations.queries.generation())
    }

    /// Reports what undoing a change would do, without changing anything.
    ///
    /// - Parameter id: The change; `nil` for the last change of the user that is in effect.
    /// - Returns: The result for each item that is not in its state before the change, each as if it were the only one.
    /// - Throws: `NotUndoable` with the reason if nothing would be done, or the error that prevented reading the
    ///   registry.
    package func planUndo(
        _ id: Int64?
    ) async throws(FontError) -> [(item: HistoryItem, result: Result<Void, FontError>)] {
        let entry = try await undoable(id)
        let outcomes = await UndoRun(self, entry.items, by: UndoPlans(self)).run()
        try await check(outcomes, of: entry, isLast: id == nil)
        return outcomes
    }

    private func undoable(_ id: Int64?) async throws(FontError) -> HistoryEntry {
        let entry = try await entry(id)
        if let refusal = Self.refusal(of: entry) { throw id == nil ? await naming(refusal, before: entry) : refusal }
        return entry
    }

    /// Checks that at least one item of a change is undone.
    private func check(
        _ outcomes: [UndoRun.Outcome], of entry: HistoryEntry, isLast: Bool
    ) async throws(FontError) {
        let failures = outcomes.compactMap { outcome -> FontError? in
            if case .failure(let error) = outcome.result { error } else { nil }
        }
        guard failures.count == outcomes.count else { return }
        let refusal = Self.refusal(
            failures.first.map { "Change \(entry.id) cannot be undone: \($0.message)" }
                ?? "Nothing of change \(entry.id) is left to undo: everything is as it was before.")
        throw isLast ? await naming(refusal, before: entry) : refusal
    }

    /// A refusal to undo the last change that also names the nearest earlier change that can be undone.
    private func naming(_ refusal: FontError, before entry: HistoryEntry) async -> FontError {
        var filter = HistoryFilter(cause: .user, limit: 100)
        var tried = 0
        for _ in 0..<Self.pagesBefore {
            guard let page = try? await changes(matching: filter) else { break }
            let candidates = page.entries.filter { other in
                other.id < entry.id && other.operation.undoes == nil && Self.refusal(of: other) == nil
            }
            for other in candidates {
                guard tried < Self.triedBefore else { return refusal }
                tried += 1
                guard await hasSomethingToUndo(other) else { continue }
                let command = other.operation.command.isEmpty ? "" : ", '\(other.operation.command)'"
                return Self.refusal(
                    "\(refusal.message) The change before it that can be undone is \(other.id)\(command): typecase undo "
                        + "\(other.id).")
            }
            guard let cursor = page.cursor else { break }
            filter.cursor = cursor
        }
        return refusal
    }

    /// Whether any item of a change is still in effect and can be undone.
    private func hasSomethingToUndo(_ entry: HistoryEntry) async -> Bool {
        await UndoRun(self, entry.items, by: UndoPlans(self)).run().contains { outcome in
            if case .success = outcome.result { true } else { false }
        }
    }

    /// The maximum number of pages to search for a change that can be undone.
    private static let pagesBefore = 20
    /// The maximum number of changes to try: each try needs a plan.
    private static let triedBefore = 20

    private func entry(_ id: Int64?) async throws(FontError) -> HistoryEntry {
        guard let id else {
            let last = try await FontError.mapping { () throws(RegistryError) in
                try await registry.history.lastUndoable()
            }
            guard let last else { throw Self.refusal("You have no changes that can be undone.") }
            return last
        }
        let filter = HistoryFilter(id: id, limit: 1, itemLimit: HistoryFilter.maximumItems)
        guard let entry = try await changes(matching: filter).entries.first else {
            throw FontError(
                .notRegistered,
                """
                Change \(id) does not exist, or is older than 30 days. Run 'typecase history' to list the changes \
                that are kept.
                """)
        }
        return entry
    }
}
