package import FontModel
package import LinuxSystem
package import Logging
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
    private let threads: BlockingThreads
    private let log: Logger
    /// What decisions are made by.
    private let policy = Mutex(State())

    /// What was read, and by which reading.
    private struct State {
        /// `nil` before anything was read.
        var policy: RightsPolicy?
        /// How many readings have begun, and which of them the policy is of.
        var begun = 0, reading = 0
    }

    /// Creates the service; before ``refresh()`` no sandboxed caller has any right.
    ///
    /// - Parameters:
    ///   - policyDirectories: The directories of the policy, absolute paths, the most important first.
    ///   - threads: Where files are read.
    ///   - log: Where failures are reported.
    package init(policyDirectories: [String], threads: BlockingThreads, log: Logger) {
        files = RightsPolicyFiles(directories: policyDirectories)
        self.threads = threads
        self.log = log
    }

    /// Reads the files of the policy anew.
    package func refresh() async {
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

    /// Makes sure that a caller has a right.
    ///
    /// - Parameters:
    ///   - right: The right.
    ///   - caller: The caller.
    /// - Throws: `missingEntitlement`, which tells why, and how the caller can be given it.
    package func require(_ right: Right, of caller: CallerIdentity) throws(FontError) {
        let (standing, reason) = decision(right, of: caller)
        guard standing != .granted else { return }
        throw FontError(.missingEntitlement, "\(caller.provider) has not the right \(right.rawValue). \(reason)")
    }

    private func decision(_ right: Right, of caller: CallerIdentity) -> (standing: Standing, reason: String) {
        guard let policy = policy.withLock({ $0.policy }), !caller.isSandboxed || policy.failures.isEmpty else {
            return (.denied, "The policy of this machine cannot be read whole; typecase status tells why.")
        }
        let rule = policy.rule(for: caller.provider, right)
        switch rule?.decision {
        case .allow: return (.granted, "")
        case .deny:
            let reason = rule?.reason ?? ""
            return (.denied, "The policy of this machine denies it" + (reason.isEmpty ? "." : ": \(reason)"))
        case .ask where caller.isSandboxed:
            return (.ask, "The user is to be asked, and nothing is there to ask them with.")
        case nil where caller.isSandboxed && right == .useInstalledFonts:
            // Its own fonts it may use without any right.
            return (.denied, "A rule of the policy can allow it; see typecase-policy(5).")
        case .ask, nil: return (.granted, "")
        }
    }
}
