internal import FontModel
internal import Localization
internal import Policy

/// The decisions about a provider that the policy and the user made.
struct PolicyExplanation {
    /// The policy.
    let policy: RightsPolicy
    /// The provider.
    let provider: ProviderIdentifier
    /// The user's decisions about whole rights: `allow` or `deny`.
    let grants: [Right: String]
    /// The manifest that an administrator installed with the provider, and the rights that it asks for.
    ///
    /// It is `nil` if there is none.
    var manifest: (path: String, rights: Set<Right>)?

    /// The possible sources of a decision.
    enum Source: String {
        case policy, user, manifest
        /// No rule, manifest or user decides it.
        case standard = "default"
    }

    /// The decision about one subject.
    struct Line: Equatable {
        /// The subject.
        var subject: String
        /// The decision.
        var decision: String
        /// The reason, for people.
        var reason: String
        /// The place of the rule that decides; empty if no rule decides.
        var rule = ""
        /// The source of the decision; `nil` if it follows from ``rule``.
        var source: Source?

        /// The source of the decision.
        var decider: Source { source ?? (rule.isEmpty ? .standard : .policy) }
    }

    /// All decisions, with those about rights first.
    var lines: [Line] {
        Right.allCases.map(line(for:)) + policy.fontRules(for: provider).map(Self.line(for:)) + quota
            + [downloads, icons]
    }

    private func line(for right: Right) -> Line {
        if let rule = policy.rule(for: provider, right), rule.decision != .ask {
            return Line(
                subject: right.rawValue, decision: rule.decision.rawValue,
                reason: rule.reason.isEmpty ? localized("a rule of the policy") : rule.reason, rule: rule.origin.text)
        }
        let asks = policy.rule(for: provider, right)?.decision == .ask
        if let grant = grants[right] {
            return Line(
                subject: right.rawValue, decision: grant, reason: localized("your decision; see 'typecase grants'"),
                source: .user)
        }
        if asks, let rule = policy.rule(for: provider, right) {
            return Line(
                subject: right.rawValue, decision: "ask",
                reason: rule.reason.isEmpty
                    ? localized("a sandboxed program needs your permission, and any other program has the right")
                    : rule.reason,
                rule: rule.origin.text)
        }
        if let manifest, manifest.rights.contains(right) {
            return Line(
                subject: right.rawValue, decision: "allow",
                reason: localized("the manifest that your administrator installed asks for it: %1", manifest.path),
                source: .manifest)
        }
        return Line(
            subject: right.rawValue, decision: localized("not decided"),
            reason: localized("sandboxed programs need your permission, and other programs have the right"))
    }

    private static func line(for rule: RightsPolicy.FontRule) -> Line {
        var words: [String] = []
        if let formats = rule.formats {
            words.append(localized("formats %1", formats.map(\.rawValue).sorted().joined(separator: ", ")))
        }
        if let sources = rule.sources {
            words.append(localized("sources %1", sources.map(\.rawValue).sorted().joined(separator: ", ")))
        }
        if let isSafe = rule.isBrowserSafe {
            words.append(isSafe ? localized("fonts that browsers show") : localized("fonts that browsers do not show"))
        }
        return Line(
            subject: words.isEmpty ? localized("fonts") : words.joined(separator: "; "),
            decision: rule.isAllowed ? "allow" : "deny",
            reason: rule.reason.isEmpty ? localized("a rule of the policy") : rule.reason, rule: rule.origin.text)
    }

    private var quota: [Line] {
        let allowance = policy.allowance(of: provider, wishing: FontQuota())
        func reason(_ reason: String) -> String { reason.isEmpty ? localized("the default limit") : reason }
        return [
            Line(
                subject: localized("number of fonts"), decision: "\(allowance.fonts)",
                reason: reason(allowance.fontsReason)),
            Line(
                subject: localized("total size of fonts"),
                decision: allowance.bytes.map { ByteCount.text(UInt64($0)) } ?? localized("no limit"),
                reason: reason(allowance.bytesReason)),
            Line(
                subject: localized("size of one file"), decision: ByteCount.text(UInt64(allowance.fileSize)),
                reason: reason(allowance.fileSizeReason)),
            Line(
                subject: localized("faces in one file"), decision: "\(allowance.faces)",
                reason: reason(allowance.facesReason)),
        ]
    }

    private var downloads: Line {
        let rule = policy.downloadRule(for: provider)
        let terms = policy.downloadTerms(for: provider)
        let schemes = terms.schemeNames.joined(separator: ", ")
        return Line(
            subject: localized("downloads"),
            decision: terms.allowsLocalNetwork ? localized("%1, local network", schemes) : schemes,
            reason: rule == nil ? localized("the default") : localized("a rule of the policy"),
            rule: rule?.origin.text ?? "")
    }

    private var icons: Line {
        guard let rule = policy.iconRefusal(for: provider) else {
            return Line(
                subject: localized("alternate icons"), decision: "allow", reason: localized("no rule denies it"))
        }
        return Line(
            subject: localized("alternate icons"), decision: "deny", reason: localized("a rule of the policy"),
            rule: rule.origin.text)
    }
}
