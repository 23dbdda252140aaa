package import FontLibrary
package import FontModel
package import InspectionClient
package import LinuxSystem
package import Logging
package import Registry

/// The constant surroundings of every change of the library.
package struct LibraryContext: Sendable {
    /// The truth.
    package let registry: Registry
    /// The view of it that fontconfig scans.
    package let tree: FontTree
    /// Warms fontconfig's caches.
    let inspector: FontInspector
    /// Where files are moved.
    package let threads: BlockingThreads
    /// Lets polling programs know of changes in time.
    let settling: PublicationSettling
    /// Whether the fonts may be changed from here.
    let gate: ChangeGate
    /// Where it is noted that changes are under way.
    package let work: WorkInProgress
    /// Where failures are reported that no caller learns of.
    package let log: Logger
    /// Space for removing fonts on a full disk.
    let spareRoom: SpareRoom
    private let hasEnded: @Sendable (String) -> Bool

    /// Puts it together.
    ///
    /// - Parameters:
    ///   - registry: The truth.
    ///   - tree: The view of it that fontconfig scans.
    ///   - inspector: Warms fontconfig's caches.
    ///   - threads: Where files are moved.
    ///   - settling: Lets polling programs know of changes in time.
    ///   - gate: Whether the fonts may be changed from here.
    ///   - work: Where it is noted that changes are under way.
    ///   - log: Where failures are reported that no caller learns of.
    ///   - hasEnded: Tells whether the login session of a token is over, whose fonts are not registered any more.
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

    /// The number of the last change.
    func generation() async throws(FontError) -> UInt64 {
        try await FontError.mapping { () throws(RegistryError) in try await registry.generation() }
    }

    /// Changes the registry in one commit.
    ///
    /// - Returns: The generation after it.
    @discardableResult
    func commit(_ mutations: [RegistryMutation]) async throws(FontError) -> UInt64 {
        let generation = try await FontError.mapping { () throws(RegistryError) in
            try await registry.commit(mutations)
        }
        HistoryJournal.report(mutations, to: log)
        return generation
    }

    /// Changes the registry in one commit, if there is something to change.
    @discardableResult
    func commitIfAny(_ mutations: [RegistryMutation]) async throws(FontError) -> UInt64? {
        mutations.isEmpty ? nil : try await commit(mutations)
    }

    /// The registry's record of a content.
    func content(_ digest: FontDigest) async throws(FontError) -> ContentRecord? {
        try await FontError.mapping { () throws(RegistryError) in try await registry.contents.record(digest) }
    }

    /// The providers that have a content registered.
    func registrations(of digest: FontDigest) async throws(FontError) -> [RegistrationRecord] {
        try await FontError.mapping { () throws(RegistryError) in try await registry.registrations.records(of: digest) }
    }

    /// Which directory the published fonts are known to be in.
    func publishedRoot() async throws(FontError) -> PublishedRoot? {
        try await FontError.mapping { () throws(RegistryError) in try await registry.publishedRoot() }
    }

    /// Why nothing can be changed from here, where that is so for as long as the daemon runs.
    ///
    /// Asked before a change is tried, as fonts need not be examined to be refused.
    package func lastingRefusal() async -> FontError? { gate.isClosed ? await gate.obstacle() : nil }

    /// Goes on unless a request's fonts are to end with a login session that is over.
    ///
    /// Whoever ends a session comes after this and finds what was registered, or before, and nothing is: it waits for
    /// its turn between the two.
    ///
    /// - Throws: `UnsupportedScope`.
    func checkSession(of request: LibraryRequest) throws(FontError) {
        guard let token = request.sessionToken, hasEnded(token) else { return }
        throw LeaseService.isLease(token) ? LeaseService.endedError : LoginSession.endedError
    }

    /// An error with the command that repairs the directory which is in the way, where one is.
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
