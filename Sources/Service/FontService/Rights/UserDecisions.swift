internal import FontLibrary
package import FontModel
internal import LinuxSystem
internal import Logging
package import Registry
internal import Synchronization

/// The user's decisions about the rights of programs, in the registry, with a note of the denials beside it.
package final class UserDecisions: Sendable {
    let registry: Registry
    /// The tree with the note of denials; `nil` if only the registry records them.
    let tree: FontTree?
    /// The note of the names of packages; `nil` if they are not recorded.
    let packageNames: PackageNames?
    let threads: BlockingThreads
    let log: Logger
    private let unreadable: FontError?
    /// The lost registry that was replaced by a new one; `nil` if there is none.
    let lostRegistry: LostRegistry?
    private let onGrants: @Sendable ([GrantRecord]) -> Void
    /// Ensures that decisions are recorded one after another.
    let writing = AsyncBudget(limit: 1)
    private let state = Mutex(State())

    /// The decisions that were read, and the number of the reading.
    private struct State {
        /// The user's decisions; `nil` if they cannot be read.
        var known: [ProviderIdentifier: ProviderGrants]?
        /// Why the decisions cannot be read.
        var failure: String?
        /// The number of denials that the registry had lost.
        var restoredDenials = 0
        /// The number of readings that have begun, and the number of the one that produced this state.
        var begun = 0, reading = 0
    }

    /// Creates the decisions; before ``refresh()``, none are known.
    ///
    /// The parameters are those of ``RightsService``.
    init(
        registry: Registry, tree: FontTree?, packageNames: PackageNames?, threads: BlockingThreads, log: Logger,
        unreadable: FontError?, lostRegistry: LostRegistry?, onGrants: @escaping @Sendable ([GrantRecord]) -> Void
    ) {
        self.registry = registry
        self.tree = tree
        self.packageNames = packageNames
        self.threads = threads
        self.log = log
        self.unreadable = unreadable
        self.lostRegistry = lostRegistry
        self.onGrants = onGrants
    }

    /// The user's decisions as they were last read; `nil` before that, and if they cannot be read.
    var known: [ProviderIdentifier: ProviderGrants]? { state.withLock { $0.known } }

    /// Why the user's decisions are not known, or not completely; `nil` if they are.
    package var failure: String? {
        if let failure = state.withLock({ $0.failure }) { return failure }
        if let lostRegistry { return lostRegistry.message }
        let restored = state.withLock { $0.restoredDenials }
        guard restored > 0 else { return nil }
        return
            "The registry, or the last changes in it, were lost. \(restored) denied rights were restored from a note; "
            + "what you had allowed may be lost, and programs ask anew."
    }

    /// Returns the user's decisions about rights, in the order of the providers.
    package func grants() async throws(FontError) -> [GrantRecord] {
        if let unreadable { throw unreadable }
        return try await FontError.mapping { () throws(RegistryError) in try await registry.grants() }
    }

    /// The single undeclared fonts about whose registration by a provider the user decided.
    func decidedFonts(of provider: ProviderIdentifier) -> Set<FontDigest> {
        known?[provider]?.fonts[.installUndeclaredFonts].map { Set($0.keys) } ?? []
    }

    /// Records decisions of the user, which apply from then on.
    ///
    /// - Parameter decide: Creates the change from all earlier decisions; nothing is written for an empty change.
    /// - Throws: An error if the change could not be recorded; nothing has then changed.
    func write(
        _ decide: ([GrantRecord]) throws(FontError) -> [RegistryMutation]
    ) async throws(FontError) {
        // The writes run one after another: each change is based on the result of the previous one, and the registry
        // and the note of denials change together.
        let result = await writing.withShare(1, of: .user) { () async -> Result<Void, FontError> in
            await Result { () async throws(FontError) in
                let known = try await grants()
                let mutations = try decide(known)
                guard !mutations.isEmpty else { return }
                let recorded = mutations + GrantHistory.mutations(of: mutations, after: known)
                try await keepingDenials(of: known, after: mutations) { () throws(FontError) in
                    try await FontError.mapping { () throws(RegistryError) in _ = try await registry.commit(recorded) }
                    HistoryJournal.report(recorded, to: log)
                }
            }
        }
        try result.get()
        await refresh()
    }

    /// Records that denials had to be restored, which is reported to the user.
    func noteRestoredDenials(_ count: Int) { state.withLock { $0.restoredDenials = count } }

    /// Reads the user's decisions again.
    func refresh() async {
        let number = state.withLock { state in
            state.begun += 1
            return state.begun
        }
        var found: [GrantRecord]?
        var failure: String?
        do throws(FontError) {
            found = try await grants()
        } catch {
            failure = error.message
        }
        let grants = found.map { ProviderGrants.byProvider($0, log: log) }
        let known = state.withLock { state -> String? in
            guard number > state.reading else { return failure }
            defer { (state.known, state.failure, state.reading) = (grants, failure, number) }
            return state.failure
        }
        if let failure, failure != known {
            log.error(
                "It is not known what the user said of rights, and sandboxed programs have those of the policy alone",
                metadata: ["error": "\(failure)"])
        }
        if let found { onGrants(found) }
    }
}
