internal import FontLibrary
package import FontModel
internal import LinuxSystem
internal import Logging
package import Registry
internal import Synchronization

/// What the user said of the rights of programs, in the registry, with what is denied noted beside it.
package final class UserDecisions: Sendable {
    let registry: Registry
    /// Where denials are noted; `nil` where the registry alone has them.
    let tree: FontTree?
    /// Where the names of packages are noted; `nil` where they are not.
    let packageNames: PackageNames?
    let threads: BlockingThreads
    let log: Logger
    private let unreadable: FontError?
    /// Where a damaged registry is kept, in whose place a new one is; `nil` where there is none.
    let lostRegistry: String?
    private let onGrants: @Sendable ([GrantRecord]) -> Void
    /// What the user says is written down one after the other.
    let writing = AsyncBudget(limit: 1)
    private let state = Mutex(State())

    /// What was read, and by which reading.
    private struct State {
        /// What the user said; `nil` where that cannot be read.
        var known: [ProviderIdentifier: ProviderGrants]?
        /// Why it cannot.
        var failure: String?
        /// How many denials the registry had lost.
        var restoredDenials = 0
        /// How many readings have begun, and which of them this is of.
        var begun = 0, reading = 0
    }

    /// Creates it; before ``refresh()`` nothing is known.
    ///
    /// The parameters are those of ``RightsService``.
    init(
        registry: Registry, tree: FontTree?, packageNames: PackageNames?, threads: BlockingThreads, log: Logger,
        unreadable: FontError?, lostRegistry: String?, onGrants: @escaping @Sendable ([GrantRecord]) -> Void
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

    /// What the user said, as it was read last; `nil` before, and where it cannot be read.
    var known: [ProviderIdentifier: ProviderGrants]? { state.withLock { $0.known } }

    /// Why it is not known, or not in full, what the user said of rights; `nil` where it is.
    package var failure: String? {
        if let failure = state.withLock({ $0.failure }) { return failure }
        if let lostRegistry {
            return "The registry was damaged and is kept as \(lostRegistry); what you had allowed is lost with it, and "
                + "sandboxed programs ask anew. When you have decided again, remove that file."
        }
        let restored = state.withLock { $0.restoredDenials }
        guard restored > 0 else { return nil }
        return
            "The registry, or the last changes in it, were lost. \(restored) denied rights were restored from a note; "
            + "what you had allowed may be lost, and programs ask anew."
    }

    /// What the user said of rights, in the order of the providers.
    package func grants() async throws(FontError) -> [GrantRecord] {
        if let unreadable { throw unreadable }
        return try await FontError.mapping { () throws(RegistryError) in try await registry.grants() }
    }

    /// The single fonts of which the user said whether a provider may register them though it does not declare them.
    func decidedFonts(of provider: ProviderIdentifier) -> Set<FontDigest> {
        known?[provider]?.fonts[.installUndeclaredFonts].map { Set($0.keys) } ?? []
    }

    /// Writes down what the user says, which holds from then on.
    ///
    /// - Parameter decide: Makes the change of all decisions before; nothing is written for an empty one.
    /// - Throws: What kept it from being written down; then nothing has changed.
    func write(
        _ decide: ([GrantRecord]) throws(FontError) -> [RegistryMutation]
    ) async throws(FontError) {
        // One after the other: each change is made of what the one before it left, and the registry and the note of what
        // is denied change together.
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

    /// Notes that denials had to be restored, which the user is told of.
    func noteRestoredDenials(_ count: Int) { state.withLock { $0.restoredDenials = count } }

    /// Reads what the user said anew.
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
