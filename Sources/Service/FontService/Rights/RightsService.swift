package import FontLibrary
package import FontModel
package import LinuxSystem
package import Logging
package import Policy
package import Registry
internal import Synchronization
internal import Systemd

/// Decides what a caller may do, from the files of the policy and the user's decisions about rights.
///
/// The decisions are enforced for sandboxed callers. Other processes of the user could do the same things without this
/// service, so they are refused only what the policy explicitly denies.
package final class RightsService: Sendable {
    /// The name of the directory in each policy directory that contains the files on rights.
    package static let directoryName = RightsPolicyFiles.directoryName

    /// The user's decisions about rights.
    package let decisions: UserDecisions
    private let files: RightsPolicyFiles
    private let threads: BlockingThreads
    private let log: Logger
    private let policy = Mutex(State())

    /// The policy that was read, and the number of the reading.
    private struct State {
        /// The policy; `nil` before anything was read.
        var policy: RightsPolicy?
        /// The number of readings that have begun, and the number of the one that produced the policy.
        var begun = 0, reading = 0
    }

    /// Creates the service; before ``refresh()``, no sandboxed caller has any right.
    ///
    /// - Parameters:
    ///   - policyDirectories: The directories of the policy, as absolute paths, the most important first.
    ///   - registry: The registry that contains the user's decisions about rights.
    ///   - tree: The tree whose store contains the note of the rights that the user denied; `nil` for none.
    ///   - packageNote: The path of the note of packages about which the user decided; `nil` for none.
    ///   - threads: The threads that read files.
    ///   - log: The log of failures.
    ///   - unreadable: Why the user's decisions about rights are not known, if the registry only replaces one that
    ///     cannot be read; otherwise `nil`.
    ///   - lostRegistry: The lost registry that was replaced by a new one; `nil` if there is none.
    ///   - onGrants: Receives the user's decisions about rights each time they were read.
    package init(
        policyDirectories: [String], registry: Registry, tree: FontTree? = nil, packageNote: String? = nil,
        threads: BlockingThreads, log: Logger,
        unreadable: FontError? = nil, lostRegistry: LostRegistry? = nil,
        onGrants: @escaping @Sendable ([GrantRecord]) -> Void = { _ in }
    ) {
        decisions = UserDecisions(
            registry: registry, tree: tree, packageNames: packageNote.map { PackageNames(path: $0) }, threads: threads,
            log: log, unreadable: unreadable, lostRegistry: lostRegistry, onGrants: onGrants)
        files = RightsPolicyFiles(directories: policyDirectories)
        self.threads = threads
        self.log = log
    }

    /// Reads the files of the policy and the user's decisions about rights again.
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
            // Of two concurrent readings, the one that began last has the latest state.
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

    /// The policy as it was last read; `nil` before the first reading.
    var knownPolicy: RightsPolicy? { policy.withLock { $0.policy } }

    /// The errors that prevent the policy from being read completely; empty if there are none.
    package var policyFailures: [String] { policy.withLock { $0.policy?.failures ?? [] } }

    // MARK: Decisions

    /// The status of a right of a caller.
    package enum Standing: String, Sendable, Hashable {
        /// The caller has the right.
        case granted
        /// The caller does not have the right.
        case denied
        /// The user must be asked.
        case ask
    }

    /// Returns whether a caller has a right.
    ///
    /// - Parameters:
    ///   - right: The right.
    ///   - caller: The caller.
    /// - Returns: The status of the right.
    package func standing(_ right: Right, of caller: CallerIdentity) -> Standing {
        decision(right, of: caller).standing
    }

    /// Returns the rights that only the user can give to a caller.
    ///
    /// - Parameters:
    ///   - rights: The rights.
    ///   - caller: The caller.
    /// - Returns: The rights for which the user must be asked; the caller has the others.
    /// - Throws: `missingEntitlement` if a right is denied; the error says why, and how the caller can get the right.
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

    /// Returns the needs of a caller that only the user can satisfy.
    ///
    /// - Parameters:
    ///   - need: The needs.
    ///   - caller: The caller.
    /// - Returns: The needs for which the user must be asked.
    /// - Throws: `missingEntitlement` if a right is denied. A denied font is omitted.
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

    /// Returns the fonts that a caller finds.
    ///
    /// - Parameter caller: The caller.
    /// - Returns: All fonts if the caller has the right to use installed fonts, as unsandboxed programs do unless it is
    ///   denied to them. Otherwise the caller's own fonts, and those that the user allowed.
    package func audience(of caller: CallerIdentity) -> FaceAudience {
        if standing(.useInstalledFonts, of: caller) == .granted { return .grantees }
        let (read, grants) = (knownPolicy, decisions.known)
        // A denial by the policy applies to each font.
        guard let read, read.failures.isEmpty || !caller.isSandboxed, !caller.isUninstalled,
            read.rule(for: caller.provider, .useInstalledFonts)?.decision != .deny
        else { return .owner(caller.provider, also: []) }
        return .owner(caller.provider, also: grants?[caller.provider]?.usableFonts ?? [])
    }

    /// Whether a caller may register a font.
    package enum FontStanding: Sendable {
        /// The caller may register the font.
        case granted
        /// The caller may not register the font, for this reason.
        case denied(FontError)
        /// The user must be asked.
        case ask
    }

    /// Ensures that the policy allows a provider to register a font, whatever rights it has.
    ///
    /// - Parameters:
    ///   - format: The font's format; `nil` if it is not known.
    ///   - source: The origin of the font.
    ///   - provider: The provider.
    ///   - isBrowserSafe: Whether web browsers show it; `nil` if it is not known.
    /// - Throws: `missingEntitlement`, which names the policy file and says what to do.
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

    /// Returns the terms on which a caller may download fonts from the web.
    ///
    /// - Parameter caller: The caller.
    /// - Returns: The allowed methods and sources.
    /// - Throws: `missingEntitlement` if it may not download at all; the error names the cause and says what to do.
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
        // What a program asks a web server for can carry information out to that server.
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

    /// Why the icon of an application may not be changed, by itself or by the user; `nil` if it may.
    package func iconRefusal(of application: CallerIdentity, byUser isByUser: Bool) -> FontError? {
        let provider = application.provider
        if let rule = policy.withLock({ $0.policy })?.iconRefusal(for: provider) {
            return FontError(.missingEntitlement, "\(rule.origin.path) does not allow \(provider) to change its icon.")
        }
        guard !isByUser else { return nil }
        do throws(FontError) { try check([.setAlternateIcons], of: application) } catch { return error }
        return nil
    }

    /// Whether the user is notified when a provider changes its icon.
    package func notifiesOfIcons(of provider: ProviderIdentifier) -> Bool {
        policy.withLock { $0.policy }?.notifiesOfIcons(of: provider) ?? true
    }

    /// Returns whether a caller may register a font.
    ///
    /// This requires the right to register fonts, a policy that allows such fonts, and either a declaration of the font
    /// in the manifest or a permission for undeclared fonts.
    ///
    /// - Parameters:
    ///   - font: The font.
    ///   - source: The origin of the font.
    ///   - caller: The caller.
    /// - Returns: The status of the font.
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

    /// Returns whether a caller that has the right to register fonts may register this one.
    private func declaration(of font: FontDigest, by caller: CallerIdentity) -> FontStanding {
        if caller.declaredFonts.contains(font) { return .granted }
        let (standing, reason, _) = decision(.installUndeclaredFonts, of: caller, font: font)
        switch standing {
        case .granted: return .granted
        case .ask: return .ask
        case .denied:
            let error = Self.missing(.installUndeclaredFonts, of: caller.provider, because: reason)
            // The error code of iOS for fonts from outside the application's bundle.
            return .denied(
                FontError(.invalidFilePath, "The font is not one that the manifest declares. \(error.message)"))
        }
    }

    /// Ensures that no rights are denied to a caller; the user may still have to be asked.
    ///
    /// - Parameters:
    ///   - rights: The rights.
    ///   - caller: The caller.
    /// - Throws: `missingEntitlement` if a right is denied; the error says why, and how the caller can get the right.
    package func check(_ rights: Set<Right>, of caller: CallerIdentity) throws(FontError) {
        _ = try missing(rights, of: caller)
    }

    /// Returns the error for a provider that lacks a right.
    ///
    /// - Parameters:
    ///   - right: The right.
    ///   - provider: The provider that lacks it.
    ///   - reason: Why, and how the provider can get the right.
    /// - Returns: The error.
    static func missing(_ right: Right, of provider: ProviderIdentifier, because reason: String) -> FontError {
        FontError(.missingEntitlement, "\(provider) has not the right \(right.rawValue). \(reason)")
    }

    /// Returns a sentence that says how the user can give a right by hand.
    static func remedy(_ right: Right, of provider: ProviderIdentifier) -> String {
        "typecase grants set \(provider) \(right.rawValue) allow gives it."
    }

    /// Whether a program may request that a font be made available.
    enum RequestStanding: Sendable {
        /// The program may request it.
        case granted
        /// The program may not request it, for this reason; the value says whether the user decided so.
        case denied(FontError, byUser: Bool)
        /// The user must be asked.
        case ask
    }

    /// Returns whether a caller may request that another provider's font be made available.
    ///
    /// - Parameters:
    ///   - offer: The font.
    ///   - caller: The caller.
    /// - Returns: The status of the font.
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

    /// Decides on a right: the policy comes first, then the user's decision, then the manifest's entitlements.
    ///
    /// The entitlements are the consent of the person who installed the caller's manifest.
    ///
    /// - Parameters:
    ///   - right: The right.
    ///   - caller: The caller.
    ///   - font: The affected font; `nil` for all fonts.
    ///   - onlyByWord: Whether the user or the policy must have allowed it explicitly, because it reverses a decision
    ///     of the user.
    ///   - isForPackage: Whether the decision is about this package alone, so that a permission for the whole right
    ///     does not count.
    /// - Returns: The status, the reason for a denial, and whether the user decided.
    private func decision(
        _ right: Right, of caller: CallerIdentity, font: FontDigest? = nil, onlyByWord: Bool = false,
        isForPackage: Bool = false
    ) -> (standing: Standing, reason: String, isUsers: Bool) {
        let (read, grants) = (knownPolicy, decisions.known)
        guard let policy = read, !caller.isSandboxed || policy.failures.isEmpty else {
            return (.denied, "The policy of this machine cannot be read whole; typecase status tells why.", false)
        }
        // The person who allowed something to the caller has removed it completely.
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
        // The user may have denied what the installer of the caller allows.
        if rule == nil, !isForPackage, decisions.lostRegistry == nil, caller.entitlements.contains(right) {
            return (.granted, "", false)
        }
        return (.ask, "", false)
    }
}
