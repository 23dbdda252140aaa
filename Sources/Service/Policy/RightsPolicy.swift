package import FetchProtocol
package import FontModel

/// The rules of the machine's administrator and its vendor.
///
/// The rules decide on the rights of providers, on the fonts that providers may register, and on the number of these
/// fonts.
package struct RightsPolicy: Sendable, Equatable {
    /// The decision of a rule.
    package enum Decision: String, Sendable, Hashable, CaseIterable {
        /// The provider has the right, regardless of the user's decision.
        case allow
        /// The provider does not have the right, regardless of the user's decision.
        case deny
        /// The user decides.
        case ask
    }

    /// A rule on rights.
    package struct Rule: Sendable, Equatable {
        /// The providers that the rule applies to.
        package var providers: [ProviderPattern]
        /// The rights that the rule applies to.
        package var rights: Set<Right>
        /// The decision.
        package var decision: Decision
        /// The reason, for people; empty if the rule does not give one.
        package var reason: String
        /// The location of the rule.
        package var origin = RuleOrigin()
    }

    /// A rule on fonts, which applies even to providers with the right to register fonts.
    package struct FontRule: Sendable, Equatable {
        /// The providers that the rule applies to.
        package var providers: [ProviderPattern]
        /// The formats that the rule applies to; `nil` for all.
        package var formats: Set<FontFormat>?
        /// The origins of fonts that the rule applies to; `nil` for all.
        package var sources: Set<FontOrigin>?
        /// Whether the rule applies to fonts that web browsers can show, or to the others; `nil` for all fonts.
        package var isBrowserSafe: Bool?
        /// Whether these fonts may be registered.
        package var isAllowed: Bool
        /// The reason, for people; empty if the rule does not give one.
        package var reason: String
        /// The location of the rule.
        package var origin = RuleOrigin()
    }

    /// A rule on the number and size of the fonts that may be registered.
    package struct QuotaRule: Sendable, Equatable {
        /// The providers that the rule applies to.
        package var providers: [ProviderPattern]
        /// The quota of each of these providers.
        package var quota: FontQuota
        /// The location of the rule.
        package var origin = RuleOrigin()
    }

    /// A rule on how fonts are fetched from the web.
    package struct DownloadRule: Sendable, Equatable {
        /// The providers that the rule applies to.
        package var providers: [ProviderPattern]
        /// The terms of fetching.
        package var terms: DownloadTerms
        /// The location of the rule.
        package var origin = RuleOrigin()
    }

    /// The limits of a file on the disk space for fetched resources.
    package struct ResourceSpaceRule: Sendable, Equatable {
        /// The maximum number of bytes of all resources together; `nil` if the file does not set it.
        package var bytes: Int?
        /// The number of bytes that must stay free on the disk; `nil` if the file does not set it.
        package var freeBytes: Int?
    }

    /// The rule of a file on packages of the distribution.
    package struct PackageRule: Sendable, Equatable {
        /// Whether packages may be installed for programs that request fonts, with the user's consent.
        package var isAllowed: Bool
        /// The location of the rule.
        package var origin = RuleOrigin()
    }

    /// A rule on alternate icons.
    package struct IconRule: Sendable, Equatable {
        /// The providers that the rule applies to.
        package var providers: [ProviderPattern]
        /// Whether the providers may change their icons; `nil` if the rule does not decide it.
        package var isAllowed: Bool?
        /// Whether the user is notified of a change; `nil` if the rule does not decide it.
        package var notifies: Bool?
        /// The location of the rule.
        package var origin = RuleOrigin()
    }

    /// The rules on rights; the first matching rule applies.
    package var rules: [Rule] = []
    /// The rules on fonts; the first matching rule applies.
    package var fontRules: [FontRule] = []
    /// The rules on quotas; for each number, the first matching rule that sets it applies.
    package var quotaRules: [QuotaRule] = []
    /// The rules on how fonts are fetched; the first matching rule applies.
    package var downloadRules: [DownloadRule] = []
    /// The disk space for fetched resources; for each number, the first file that sets it applies.
    package var resourceSpace = ResourceSpaceRule()
    /// Whether packages may be installed, from the first file that decides it; `nil` if no file does.
    package var packages: PackageRule?
    /// The rules on alternate icons; for each setting, the first matching rule that decides it applies.
    package var iconRules: [IconRule] = []
    /// The reasons why files of the policy could not be read completely; the rules of these files are unknown.
    package var failures: [String] = []

    /// Creates a policy without rules.
    package init() {}

    /// Appends the rules of a file; the rules that are already here take precedence.
    mutating func append(_ content: RightsPolicy, from path: String) {
        var content = content
        for index in content.rules.indices { content.rules[index].origin.path = path }
        for index in content.fontRules.indices { content.fontRules[index].origin.path = path }
        for index in content.quotaRules.indices { content.quotaRules[index].origin.path = path }
        for index in content.downloadRules.indices { content.downloadRules[index].origin.path = path }
        for index in content.iconRules.indices { content.iconRules[index].origin.path = path }
        content.packages?.origin.path = path
        packages = packages ?? content.packages
        rules += content.rules
        fontRules += content.fontRules
        quotaRules += content.quotaRules
        downloadRules += content.downloadRules
        iconRules += content.iconRules
        resourceSpace.bytes = resourceSpace.bytes ?? content.resourceSpace.bytes
        resourceSpace.freeBytes = resourceSpace.freeBytes ?? content.resourceSpace.freeBytes
    }

    /// The first rule that matches a font of a provider.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - format: The font's format; `nil` if it is unknown, in which case rules on formats do not match.
    ///   - source: The font's origin.
    ///   - isBrowserSafe: Whether web browsers can show the font; `nil` if that is unknown, in which case rules on it
    ///     do not match.
    /// - Returns: The rule; `nil` if no rule matches.
    package func fontRule(
        for provider: ProviderIdentifier, _ format: FontFormat?, _ source: FontOrigin, isBrowserSafe: Bool? = nil
    ) -> FontRule? {
        fontRules.first { rule in
            rule.formats.map { formats in format.map(formats.contains) ?? false } ?? true
                && (rule.isBrowserSafe == nil || rule.isBrowserSafe == isBrowserSafe)
                && rule.sources?.contains(source) != false && rule.providers.contains { $0.matches(provider) }
        }
    }

    /// The first rule on how fonts are fetched for a provider; `nil` if no rule matches.
    package func downloadRule(for provider: ProviderIdentifier) -> DownloadRule? {
        downloadRules.first { rule in rule.providers.contains { $0.matches(provider) } }
    }

    /// The terms on which fonts are fetched for a provider; the default terms if no rule matches.
    package func downloadTerms(for provider: ProviderIdentifier) -> DownloadTerms {
        downloadRule(for: provider)?.terms ?? DownloadTerms()
    }

    /// The rules on fonts of a provider, in order of precedence.
    package func fontRules(for provider: ProviderIdentifier) -> [FontRule] {
        fontRules.filter { rule in rule.providers.contains { $0.matches(provider) } }
    }

    /// How much a provider may register.
    ///
    /// A provider gets the quota that its manifest requests, up to a limit. The limit is set by the first rule for the
    /// provider that sets it or, if there is none, by default.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - wish: The quota that the provider's manifest requests.
    /// - Returns: The numbers, and who set them.
    package func allowance(of provider: ProviderIdentifier, wishing wish: FontQuota) -> FontAllowance {
        // The policy does not apply to the user.
        guard provider != .user else { return FontAllowance(of: provider) }
        let fitting = quotaRules.filter { rule in rule.providers.contains { $0.matches(provider) } }
        func limit(_ number: KeyPath<FontQuota, Int?>) -> (number: Int, reason: String)? {
            for rule in fitting {
                if let number = rule.quota[keyPath: number] { return (number, "\(rule.origin.path) sets it.") }
            }
            return nil
        }
        var allowance = FontAllowance(of: provider)
        if let limit = limit(\.fonts) { (allowance.fonts, allowance.fontsReason) = limit }
        if let limit = limit(\.bytes) { (allowance.bytes, allowance.bytesReason) = limit }
        if let limit = limit(\.fileSize) { (allowance.fileSize, allowance.fileSizeReason) = limit }
        if let limit = limit(\.faces) { (allowance.faces, allowance.facesReason) = limit }
        if let fonts = wish.fonts, fonts < allowance.fonts {
            (allowance.fonts, allowance.fontsReason) = (fonts, "Its manifest wishes for no more.")
        }
        if let bytes = wish.bytes, bytes < allowance.bytes ?? .max {
            (allowance.bytes, allowance.bytesReason) = (bytes, "Its manifest wishes for no more.")
        }
        return allowance
    }

    /// The rule that forbids a provider to change its icon; `nil` if no rule does.
    package func iconRefusal(for provider: ProviderIdentifier) -> IconRule? {
        let rule = iconRules.first { rule in
            rule.isAllowed != nil && rule.providers.contains { $0.matches(provider) }
        }
        return rule?.isAllowed == false ? rule : nil
    }

    /// Whether the user is notified when a provider changes its icon.
    package func notifiesOfIcons(of provider: ProviderIdentifier) -> Bool {
        iconRules.first { rule in
            rule.notifies != nil && rule.providers.contains { $0.matches(provider) }
        }?.notifies ?? true
    }

    /// The first rule for a right of a provider; `nil` if no rule matches.
    package func rule(for provider: ProviderIdentifier, _ right: Right) -> Rule? {
        rules.first { rule in
            rule.rights.contains(right) && rule.providers.contains { $0.matches(provider) }
        }
    }
}

/// The location of a rule.
package struct RuleOrigin: Sendable, Hashable {
    /// The path of the file.
    package var path = ""
    /// The line in the file, starting at 1.
    package var line = 0

    /// The location in the form that compilers print.
    package var text: String { "\(path):\(line)" }
}

/// The terms on which fonts may be fetched from the web.
package struct DownloadTerms: Sendable, Equatable {
    /// The allowed schemes.
    package var schemes: Set<RemoteScheme> = [.https]
    /// Whether fonts may also be fetched from the local network and from this machine.
    package var allowsLocalNetwork = false

    /// The names of the schemes, sorted.
    package var schemeNames: [String] { schemes.map(\.rawValue).sorted() }

    /// Creates the default terms: https, and only from the Internet.
    package init() {}
}

/// The providers that a rule applies to: a single provider, or all providers whose ids have the same prefix.
package struct ProviderPattern: Sendable, Hashable {
    private let beginning: String
    private let isWhole: Bool

    /// Creates a pattern from its text; `nil` if the text cannot match any provider.
    ///
    /// - Parameter text: An id, or the prefix of an id followed by `*`.
    package init?(_ text: String) {
        isWhole = !text.hasSuffix("*")
        beginning = isWhole ? text : String(text.dropLast())
        guard beginning.isEmpty ? !isWhole : ProviderIdentifier(rawValue: beginning) != nil else { return nil }
    }

    /// Whether the pattern matches a provider.
    package func matches(_ provider: ProviderIdentifier) -> Bool {
        isWhole ? provider.rawValue == beginning : provider.rawValue.hasPrefix(beginning)
    }
}
