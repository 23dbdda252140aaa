package import FontLibrary
package import FontModel
package import InspectionClient
package import LinuxSystem
package import Logging
package import Registry

/// The constant context of every change of the library.
package struct LibraryContext: Sendable {
    /// The registry, which is authoritative.
    package let registry: Registry
    /// The published tree, the registry's view that fontconfig scans.
    package let tree: FontTree
    /// The inspector that warms fontconfig's caches.
    let inspector: FontInspector
    /// The threads on which files are moved.
    package let threads: BlockingThreads
    /// The service that notifies polling programs of changes in time.
    let settling: PublicationSettling
    /// The gate that decides whether this service may change the fonts.
    let gate: ChangeGate
    /// The record of running work; changes under way are recorded there.
    package let work: WorkInProgress
    /// The log for failures that are not reported to any caller.
    package let log: Logger
    /// The reserved space that allows removing fonts on a full disk.
    let spareRoom: SpareRoom
    private let hasEnded: @Sendable (String) -> Bool

    /// Creates the context.
    ///
    /// - Parameters:
    ///   - registry: The registry, which is authoritative.
    ///   - tree: The published tree, the registry's view that fontconfig scans.
    ///   - inspector: The inspector that warms fontconfig's caches.
    ///   - threads: The threads on which files are moved.
    ///   - settling: The service that notifies polling programs of changes in time.
    ///   - gate: The gate that decides whether this service may change the fonts.
    ///   - work: The record of running work; changes under way are recorded there.
    ///   - log: The log for failures that are not reported to any caller.
    ///   - hasEnded: Returns whether the login session of a token has ended. No fonts are registered for it any more.
    package init(
        registry: Registry, tree: FontTree, inspector: FontInspector, threads: BlockingThreads,
        settling: PublicationSettling, gate: ChangeGate = .open, work: WorkInProgress, log: Logger,
        hasEnded: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
        self.registry = registry
        self.tree = tree
        self.inspector = inspector
        self.threads = threads
        self.settling = settling
        self.gate = gate
        self.work = work
        self.log = log
        spareRoom = SpareRoom(tree.locations)
        self.hasEnded = hasEnded
    }

    /// Runs blocking work on a thread of its own.
    func onThread<Result: Sendable>(
        _ work: @escaping @Sendable () throws(FontError) -> Result
    ) async throws(FontError) -> Result {
        let result: Swift.Result<Result, FontError>
        do {
            result = try await threads.run { Swift.Result { () throws(FontError) in try work() } }
        } catch {
            throw Self.noThreadError
        }
        return try result.get()
    }

    static let noThreadError = FontError(.busy, "Too much work is waiting for the disk. Try again later.")

    /// Returns the number of the last change.
    func generation() async throws(FontError) -> UInt64 {
        try await FontError.mapping { () throws(RegistryError) in try await registry.generation() }
    }

    /// Changes the registry in one commit.
    ///
    /// - Returns: The generation after the commit.
    @discardableResult
    func commit(_ mutations: [RegistryMutation]) async throws(FontError) -> UInt64 {
        let generation = try await FontError.mapping { () throws(RegistryError) in
            try await registry.commit(mutations)
        }
        HistoryJournal.report(mutations, to: log)
        return generation
    }

    /// Changes the registry in one commit if there are any mutations.
    @discardableResult
    func commitIfAny(_ mutations: [RegistryMutation]) async throws(FontError) -> UInt64? {
        mutations.isEmpty ? nil : try await commit(mutations)
    }

    /// Returns the registry's record of a content.
    func content(_ digest: FontDigest) async throws(FontError) -> ContentRecord? {
        try await FontError.mapping { () throws(RegistryError) in try await registry.contents.record(digest) }
    }

    /// Returns the registrations of a content.
    func registrations(of digest: FontDigest) async throws(FontError) -> [RegistrationRecord] {
        try await FontError.mapping { () throws(RegistryError) in try await registry.registrations.records(of: digest) }
    }

    /// Returns the known directory of the published fonts.
    func publishedRoot() async throws(FontError) -> PublishedRoot? {
        try await FontError.mapping { () throws(RegistryError) in try await registry.publishedRoot() }
    }

    /// Returns the reason why nothing can be changed, if it lasts as long as the daemon runs; `nil` otherwise.
    ///
    /// It is checked before a change is tried, so that fonts are not examined only to be refused.
    package func lastingRefusal() async -> FontError? { gate.isClosed ? await gate.obstacle() : nil }

    /// Throws if a request's fonts belong to a login session or lease that has ended.
    ///
    /// The code that ends a session runs in a turn of its own. If it runs after this check, it finds the new
    /// registrations and removes them. If it runs before, this check refuses them.
    ///
    /// - Throws: `UnsupportedScope`.
    func checkSession(of request: LibraryRequest) throws(FontError) {
        guard let token = request.sessionToken, hasEnded(token) else { return }
        throw LeaseService.isLease(token) ? LeaseService.endedError : LoginSession.endedError
    }

    /// Returns the error, extended by the command that repairs the obstructing directory if there is one.
    func explained(_ error: FontError) async -> FontError {
        guard error.code == .insufficientPermissions || error.code == .readOnly,
            let obstacle = try? await threads.run({ [tree] in tree.locations.obstacles().ofChanges.first }),
            !error.message.contains(obstacle.remedy)
        else { return error }
        return FontError(error.code, "\(error.message) \(obstacle.message) \(obstacle.remedy)", owner: error.owner)
    }

    /// Makes the caches of directories valid again after a failed change.
    func rewarm(_ directories: [String]) async {
        do throws(FontError) {
            _ = try await inspector.warm(directories)
        } catch {
            log.error("Caches could not be warmed after a failed change", metadata: ["error": "\(error)"])
        }
    }
}
