package import FontModel
package import LinuxSystem
package import Logging
package import Registry
internal import Synchronization
internal import Systemd

/// Decides what a caller may do, and keeps what it decides by in step with the files of the policy.
///
/// Sandboxed callers are held to it. Other processes of the user can do without us what we would refuse them, so that
/// they are refused only what the policy denies them in words.
package final class RightsService: Sendable {
    /// The name of the directory, in each of those of the policy, with the files on rights.
    package static let directoryName = RightsPolicyFiles.directoryName

    private let files: RightsPolicyFiles
    private let registry: Registry
    private let threads: BlockingThreads
    private let log: Logger
    /// What decisions are made by.
    private let policy = Mutex(State())

    /// What was read, and by which reading.
    private struct State {
        /// `nil` before anything was read.
        var policy: RightsPolicy?
        /// What the user said; `nil` where that cannot be read.
        var grants: [ProviderIdentifier: [Right: GrantRecord]]?
        /// Which reading what the user said is of.
        var grantsReading = 0
        /// How many readings have begun, and which of them the policy is of.
        var begun = 0, reading = 0
    }

    /// Creates the service; before ``refresh()`` no sandboxed caller has any right.
    ///
    /// - Parameters:
    ///   - policyDirectories: The directories of the policy, absolute paths, the most important first.
    ///   - registry: Where what the user said is kept.
    ///   - threads: Where files are read.
    ///   - log: Where failures are reported.
    package init(policyDirectories: [String], registry: Registry, threads: BlockingThreads, log: Logger) {
        self.registry = registry
        files = RightsPolicyFiles(directories: policyDirectories)
        self.threads = threads
        self.log = log
    }

    /// Reads the files of the policy anew, and what the user said.
    package func refresh() async {
        await readGrants()
        let number = policy.withLock { state in
            state.begun += 1
            return state.begun
        }
        var now: RightsPolicy
        do {
            now = try await threads.run { [files] in files.read() }
        } catch {
            now = RightsPolicy()
            now.failures = ["The files of the policy do not answer: \(error)"]
        }
        let known = policy.withLock { state -> [String] in
            // Of two readings at a time the one that began last knows best.
            guard number > state.reading else { return now.failures }
            defer { (state.policy, state.reading) = (now, number) }
            return state.policy?.failures ?? []
        }
        for failure in now.failures where !known.contains(failure) {
            log.report(
                .policyDamaged, .error, "The policy is not sound, and sandboxed programs have no rights",
                metadata: ["error": "\(failure)"])
        }
    }

    /// What keeps the policy from being read whole; empty where nothing does.
    package var policyFailures: [String] { policy.withLock { $0.policy?.failures ?? [] } }

    // MARK: What the user said

    /// The most providers that the user can say something of.
    package static let maximumProviders = 1000

    /// What the user said of rights, in the order of the providers.
    package func grants() async throws(FontError) -> [GrantRecord] {
        try await FontError.mapping { () throws(RegistryError) in try await registry.grants() }
    }

    /// Allows or denies a provider a right, in the user's name.
    ///
    /// - Throws: What kept it from being written down; then nothing has changed.
    package func set(_ right: Right, of provider: ProviderIdentifier, isAllowed: Bool) async throws(FontError) {
        try await set([right], of: provider, isAllowed: isAllowed)
    }

    /// Allows or denies a provider some rights, in the user's name.
    ///
    /// - Throws: What kept it from being written down; then nothing has changed.
    func set(_ rights: [Right], of provider: ProviderIdentifier, isAllowed: Bool) async throws(FontError) {
        let known = try await grants()
        guard Set(known.map(\.provider)).union([provider]).count <= Self.maximumProviders else {
            throw FontError(
                .exceededResourceLimit, "More than \(Self.maximumProviders) providers have rights. Revoke some first.")
        }
        let time = WallClock.secondsSince1970
        try await write(
            rights.map { right in
                .setGrant(GrantRecord(provider: provider, right: right, isAllowed: isAllowed, time: time))
            })
    }

    /// Forgets what the user said of a provider.
    ///
    /// - Parameters:
    ///   - rights: The rights.
    ///   - provider: The provider.
    /// - Returns: Of how many of the rights something was said.
    /// - Throws: What kept it from being written down; then nothing has changed.
    package func revoke(_ rights: [Right], of provider: ProviderIdentifier) async throws(FontError) -> Int {
        let found = try await grants().filter { $0.provider == provider && rights.contains($0.right) }
        if !found.isEmpty { try await write(found.map { .deleteGrant($0.provider, $0.right) }) }
        return found.count
    }

    private func write(_ mutations: [RegistryMutation]) async throws(FontError) {
        try await FontError.mapping { () throws(RegistryError) in _ = try await registry.commit(mutations) }
        await readGrants()
    }

    private func readGrants() async {
        let number = policy.withLock { state in
            state.begun += 1
            return state.begun
        }
        let found = try? await registry.grants()
        let grants = found.map { found in
            Dictionary(grouping: found, by: \.provider).mapValues { grants in
                Dictionary(grants.map { ($0.right, $0) }) { first, _ in first }
            }
        }
        policy.withLock { state in
            guard number > state.grantsReading else { return }
            (state.grants, state.grantsReading) = (grants, number)
        }
    }

    // MARK: Decisions

    /// What is known of a right of a caller.
    package enum Standing: String, Sendable, Hashable {
        /// The caller has the right.
        case granted
        /// The caller has not the right.
        case denied
        /// The user is to be asked.
        case ask
    }

    /// Whether a caller has a right.
    ///
    /// - Parameters:
    ///   - right: The right.
    ///   - caller: The caller.
    /// - Returns: What is known of it.
    package func standing(_ right: Right, of caller: CallerIdentity) -> Standing {
        decision(right, of: caller).standing
    }

    /// Which of some rights a caller can be given by the user alone.
    ///
    /// - Parameters:
    ///   - rights: The rights.
    ///   - caller: The caller.
    /// - Returns: Those that the user is to be asked for; the caller has the others.
    /// - Throws: `missingEntitlement` where one is denied, which tells why, and how the caller can be given it.
    func missing(_ rights: Set<Right>, of caller: CallerIdentity) throws(FontError) -> Set<Right> {
        var missing: Set<Right> = []
        for right in rights {
            let (standing, reason) = decision(right, of: caller)
            switch standing {
            case .granted: continue
            case .ask: missing.insert(right)
            case .denied: throw Self.missing(right, of: caller.provider, because: reason)
            }
        }
        return missing
    }

    /// Makes sure that nothing denies a caller rights; the user may still have to be asked.
    ///
    /// - Parameters:
    ///   - rights: The rights.
    ///   - caller: The caller.
    /// - Throws: `missingEntitlement` where one is denied, which tells why, and how the caller can be given it.
    package func check(_ rights: Set<Right>, of caller: CallerIdentity) throws(FontError) {
        _ = try missing(rights, of: caller)
    }

    /// What whoever lacks a right is told.
    ///
    /// - Parameters:
    ///   - right: The right.
    ///   - provider: Who lacks it.
    ///   - reason: Why, and how they can be given it.
    /// - Returns: The error.
    static func missing(_ right: Right, of provider: ProviderIdentifier, because reason: String) -> FontError {
        FontError(.missingEntitlement, "\(provider) has not the right \(right.rawValue). \(reason)")
    }

    /// How a right can be given by hand.
    static func remedy(_ right: Right, of provider: ProviderIdentifier) -> String {
        "typecase grants set \(provider) \(right.rawValue) allow gives it."
    }

    /// The policy comes first, then what the user said, then the consent of whoever installed the caller's manifest.
    private func decision(_ right: Right, of caller: CallerIdentity) -> (standing: Standing, reason: String) {
        let (known, grants) = policy.withLock { ($0.policy, $0.grants) }
        guard let policy = known, !caller.isSandboxed || policy.failures.isEmpty else {
            return (.denied, "The policy of this machine cannot be read whole; typecase status tells why.")
        }
        let rule = policy.rule(for: caller.provider, right)
        switch rule?.decision {
        case .allow: return (.granted, "")
        case .deny:
            let reason = rule?.reason ?? ""
            return (.denied, "The policy of this machine denies it" + (reason.isEmpty ? "." : ": \(reason)"))
        case .ask, nil: break
        }
        if let grant = grants?[caller.provider]?[right] {
            return grant.isAllowed
                ? (.granted, "") : (.denied, "The user denied it; \(Self.remedy(right, of: caller.provider))")
        }
        guard caller.isSandboxed else { return (.granted, "") }
        guard grants != nil else { return (.denied, "What the user said of it cannot be read.") }
        if rule == nil, caller.entitlements.contains(right) { return (.granted, "") }
        return (.ask, "")
    }
}
