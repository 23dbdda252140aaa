package import FontLibrary
package import FontModel
package import LinuxSystem
package import Logging
package import Policy
package import Registry
internal import Synchronization
internal import Systemd

/// Decides what a caller may do, by the files of the policy and what the user said.
///
/// Sandboxed callers are held to it. Other processes of the user can do without us what we would refuse them, so that
/// they are refused only what the policy denies them in words.
package final class RightsService: Sendable {
    /// The name of the directory, in each of those of the policy, with the files on rights.
    package static let directoryName = RightsPolicyFiles.directoryName

    /// What the user said.
    package let decisions: UserDecisions
    private let files: RightsPolicyFiles
    private let threads: BlockingThreads
    private let log: Logger
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
    ///   - registry: Where what the user said is kept.
    ///   - tree: Whose store has the note of what the user denies; `nil` for none.
    ///   - packageNote: The path of the note of packages that the user decided about; `nil` for none.
    ///   - threads: Where files are read.
    ///   - log: Where failures are reported.
    ///   - unreadable: Why it is not known what the user said, where the registry only stands for one that cannot be
    ///     read; `nil` where it does not.
    ///   - lostRegistry: Where a damaged registry is kept, in whose place a new one is; `nil` where there is none.
    ///   - onGrants: Takes what the user said of rights, each time it was read.
    package init(
        policyDirectories: [String], registry: Registry, tree: FontTree? = nil, packageNote: String? = nil,
        threads: BlockingThreads, log: Logger,
        unreadable: FontError? = nil, lostRegistry: String? = nil,
        onGrants: @escaping @Sendable ([GrantRecord]) -> Void = { _ in }
    ) {
        decisions = UserDecisions(
            registry: registry, tree: tree, packageNames: packageNote.map { PackageNames(path: $0) }, threads: threads,
            log: log, unreadable: unreadable, lostRegistry: lostRegistry, onGrants: onGrants)
        files = RightsPolicyFiles(directories: policyDirectories)
        self.threads = threads
        self.log = log
    }

    /// Reads the files of the policy anew, and what the user said.
    package func refresh() async {
        await decisions.refresh()
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

    /// The policy as it was read last; `nil` before.
    var knownPolicy: RightsPolicy? { policy.withLock { $0.policy } }

    /// What keeps the policy from being read whole; empty where nothing does.
    package var policyFailures: [String] { policy.withLock { $0.policy?.failures ?? [] } }

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
            let (standing, reason, _) = decision(right, of: caller)
            switch standing {
            case .granted: continue
            case .ask: missing.insert(right)
            case .denied: throw Self.missing(right, of: caller.provider, because: reason)
            }
        }
        return missing
    }

    /// Which of what a caller needs it can be given by the user alone.
    ///
    /// - Parameters:
    ///   - need: What it needs.
    ///   - caller: The caller.
    /// - Returns: What the user is to be asked for.
    /// - Throws: `missingEntitlement` where a right is denied. A font that is denied is left out.
    func missing(_ need: ConsentNeed, of caller: CallerIdentity) throws(FontError) -> ConsentNeed {
        var missing = need
        missing.rights = try self.missing(need.rights, of: caller)
        missing.fonts.removeAll { font in
            if case .ask = declaration(of: font.digest, by: caller) { false } else { true }
        }
        missing.requests.removeAll { offer in
            if case .ask = standing(ofRequested: offer, by: caller) { false } else { true }
        }
        return missing
    }

    /// Which fonts a caller finds.
    ///
    /// - Parameter caller: The caller.
    /// - Returns: All of them for who has the right to use installed fonts, as programs without a sandbox do unless it is
    ///   denied them; else the caller's own, and those that the user allowed it.
    package func audience(of caller: CallerIdentity) -> FaceAudience {
        if standing(.useInstalledFonts, of: caller) == .granted { return .grantees }
        let (read, grants) = (knownPolicy, decisions.known)
        // What the policy denies, it denies of each font.
        guard let read, read.failures.isEmpty || !caller.isSandboxed, !caller.isUninstalled,
            read.rule(for: caller.provider, .useInstalledFonts)?.decision != .deny
        else { return .owner(caller.provider, also: []) }
        return .owner(caller.provider, also: grants?[caller.provider]?.usableFonts ?? [])
    }

    /// Whether a caller may register a font.
    package enum FontStanding: Sendable {
        /// It may.
        case granted
        /// It may not, for this reason.
        case denied(FontError)
        /// The user is to be asked.
        case ask
    }

    /// Makes sure that the policy lets a provider register a font, whatever rights it has.
    ///
    /// - Parameters:
    ///   - format: The font's format; `nil` where it is not known.
    ///   - source: By which way it comes.
    ///   - provider: The provider.
    ///   - isBrowserSafe: Whether web browsers show it; `nil` where it is not known.
    /// - Throws: `missingEntitlement`, which tells which file says so and what to do.
    package func checkPolicy(
        on format: FontFormat?, from source: FontOrigin, for provider: ProviderIdentifier, isBrowserSafe: Bool? = nil
    ) throws(FontError) {
        let found = policy.withLock {
            $0.policy?.fontRule(for: provider, format, source, isBrowserSafe: isBrowserSafe)
        }
        guard let rule = found, !rule.isAllowed else { return }
        let what =
            switch (rule.formats, rule.sources) {
            case (nil, nil): "fonts"
            case (nil, _): "fonts by the way \(source.rawValue)"
            case (_, nil): "fonts of the format \(format?.rawValue ?? "")"
            default: "fonts of the format \(format?.rawValue ?? "") by the way \(source.rawValue)"
            }
        let kind =
            switch rule.isBrowserSafe {
            case nil: ""
            case true?: " that web browsers show"
            case false?: " that web browsers do not show"
            }
        throw FontError(
            .missingEntitlement,
            "\(provider) may not register \(what)\(kind): \(rule.origin.path) denies it"
                + (rule.reason.isEmpty ? "." : ": \(rule.reason)")
                + " Whoever administers this machine can change that.")
    }

    /// How a caller may have fonts fetched from the web.
    ///
    /// - Parameter caller: The caller.
    /// - Returns: By which ways, and from where.
    /// - Throws: `missingEntitlement` where it may not at all, which tells who says so and what to do.
    package func downloadTerms(of caller: CallerIdentity) throws(FontError) -> DownloadTerms {
        try checkPolicy(on: nil, from: .download, for: caller.provider)
        guard let known = policy.withLock({ $0.policy }), known.failures.isEmpty else {
            guard caller.isSandboxed else { return DownloadTerms() }
            throw FontError(
                .missingEntitlement,
                """
                \(caller.provider) may not have fonts fetched: a part of the policy cannot be read, so that nobody knows \
                what it denies; `typecase status` says which. Whoever administers this machine can mend that.
                """)
        }
        guard caller.isSandboxed, !caller.hasNetwork else { return known.downloadTerms(for: caller.provider) }
        // What a program asks the web for, it also tells the web.
        guard known.fontRule(for: caller.provider, nil, .download) != nil else {
            throw FontError(
                .missingEntitlement,
                """
                \(caller.provider) may not have fonts fetched: it is not known to have a network of its own. A rule of \
                the policy that allows it the source download does, see typecase-policy(5).
                """)
        }
        return known.downloadTerms(for: caller.provider)
    }

    /// Why the icon of an application may not be changed, by itself or by the user; `nil` where it may.
    package func iconRefusal(of application: CallerIdentity, byUser isByUser: Bool) -> FontError? {
        let provider = application.provider
        if let rule = policy.withLock({ $0.policy })?.iconRefusal(for: provider) {
            return FontError(.missingEntitlement, "\(rule.origin.path) does not allow \(provider) to change its icon.")
        }
        guard !isByUser else { return nil }
        do throws(FontError) { try check([.setAlternateIcons], of: application) } catch { return error }
        return nil
    }

    /// Whether the user is told when a provider changes its icon.
    package func notifiesOfIcons(of provider: ProviderIdentifier) -> Bool {
        policy.withLock { $0.policy }?.notifiesOfIcons(of: provider) ?? true
    }

    /// Whether a caller may register a font: whether it has the right to register fonts, the policy lets it register such
    /// ones, and its manifest declares this one, or somebody allows what it does not.
    ///
    /// - Parameters:
    ///   - font: The font.
    ///   - source: By which way it comes.
    ///   - caller: The caller.
    /// - Returns: What is known of it.
    package func standing(
        of font: OfferedFont, from source: FontOrigin, for caller: CallerIdentity
    ) -> FontStanding {
        do throws(FontError) {
            try checkPolicy(
                on: font.format, from: source, for: caller.provider,
                isBrowserSafe: font.format.map { _ in font.browserConcern == nil })
        } catch {
            return .denied(error)
        }
        let (standing, reason, _) = decision(.installFonts, of: caller)
        switch standing {
        case .ask: return .ask
        case .denied: return .denied(Self.missing(.installFonts, of: caller.provider, because: reason))
        case .granted: return declaration(of: font.digest, by: caller)
        }
    }

    /// Whether a caller that has the right to register fonts may register this one.
    private func declaration(of font: FontDigest, by caller: CallerIdentity) -> FontStanding {
        if caller.declaredFonts.contains(font) { return .granted }
        let (standing, reason, _) = decision(.installUndeclaredFonts, of: caller, font: font)
        switch standing {
        case .granted: return .granted
        case .ask: return .ask
        case .denied:
            let error = Self.missing(.installUndeclaredFonts, of: caller.provider, because: reason)
            // The code that iOS has for fonts from outside the application's bundle.
            return .denied(
                FontError(.invalidFilePath, "The font is not one that the manifest declares. \(error.message)"))
        }
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

    /// What is known of whether a program may have a font in use.
    enum RequestStanding: Sendable {
        /// It may.
        case granted
        /// It may not, for this reason, and whether it was the user who said so.
        case denied(FontError, byUser: Bool)
        /// The user is to be asked.
        case ask
    }

    /// Whether a caller may have a font of somebody else in use that is not.
    ///
    /// - Parameters:
    ///   - offer: The font.
    ///   - caller: The caller.
    /// - Returns: What is known of it.
    func standing(ofRequested offer: RequestedOffer, by caller: CallerIdentity) -> RequestStanding {
        let (standing, reason, isUsers) = decision(
            .requestFonts, of: caller, font: offer.digest, onlyByWord: offer.isUsersDecision,
            isForPackage: !offer.packages.isEmpty)
        switch standing {
        case .granted: return .granted
        case .ask: return .ask
        case .denied:
            let error = Self.missing(.requestFonts, of: caller.provider, because: reason)
            return .denied(error, byUser: isUsers)
        }
    }

    /// The policy comes first, then what the user said, then the consent of whoever installed the caller's manifest.
    ///
    /// - Parameters:
    ///   - right: The right.
    ///   - caller: The caller.
    ///   - font: The font that it is about; `nil` for all.
    ///   - onlyByWord: Whether the user or the policy has to have said so, as it undoes what the user decided.
    ///   - isForPackage: Whether it is about this package alone, so that an allowance of the whole right does not count.
    /// - Returns: What is known of it, why not, and whether the user said so.
    private func decision(
        _ right: Right, of caller: CallerIdentity, font: FontDigest? = nil, onlyByWord: Bool = false,
        isForPackage: Bool = false
    ) -> (standing: Standing, reason: String, isUsers: Bool) {
        let (read, grants) = (knownPolicy, decisions.known)
        guard let policy = read, !caller.isSandboxed || policy.failures.isEmpty else {
            return (.denied, "The policy of this machine cannot be read whole; typecase status tells why.", false)
        }
        // Whoever allowed it something has taken it away altogether.
        guard !caller.isUninstalled else {
            return (.denied, "It has been uninstalled. Install it again, and start it anew.", false)
        }
        let rule = policy.rule(for: caller.provider, right)
        switch rule?.decision {
        case .allow: return (.granted, "", false)
        case .deny:
            let reason = rule?.reason ?? ""
            return (.denied, "The policy of this machine denies it" + (reason.isEmpty ? "." : ": \(reason)"), false)
        case .ask, nil: break
        }
        let known = grants?[caller.provider]
        let whole = known?.rights[right]
        if let isAllowed = font.flatMap({ known?.fonts[right]?[$0] }) ?? (isForPackage && whole == true ? nil : whole) {
            return isAllowed
                ? (.granted, "", true)
                : (.denied, "The user denied it; \(Self.remedy(right, of: caller.provider))", true)
        }
        guard right.isAsked(ofSandboxed: caller.isSandboxed) || onlyByWord else { return (.granted, "", false) }
        guard grants != nil else {
            return (.denied, "What the user said of it cannot be read; typecase status tells why.", false)
        }
        // The user may have denied what whoever installed the caller allows.
        if rule == nil, !isForPackage, decisions.lostRegistry == nil, caller.entitlements.contains(right) {
            return (.granted, "", false)
        }
        return (.ask, "", false)
    }
}
