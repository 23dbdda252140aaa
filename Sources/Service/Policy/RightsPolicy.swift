package import FetchProtocol
package import FontModel

/// What the machine's administrator and its vendor say of the rights of providers, of the fonts that they may register,
/// and of how many.
package struct RightsPolicy: Sendable, Equatable {
    /// What is decided beforehand.
    package enum Decision: String, Sendable, Hashable, CaseIterable {
        /// The provider has the right, whatever the user says.
        case allow
        /// The provider has not the right, whatever the user says.
        case deny
        /// The user decides.
        case ask
    }

    /// What a rule is about.
    package struct Rule: Sendable, Equatable {
        /// Whom it is about.
        package var providers: [ProviderPattern]
        /// Which rights it is about.
        package var rights: Set<Right>
        /// What is decided.
        package var decision: Decision
        /// Why, for people; empty where nothing is said.
        package var reason: String
        /// Where the rule is.
        package var origin = RuleOrigin()
    }

    /// What a rule says of fonts, whoever has the right to register some.
    package struct FontRule: Sendable, Equatable {
        /// Whom it is about.
        package var providers: [ProviderPattern]
        /// Which formats it is about; `nil` for all.
        package var formats: Set<FontFormat>?
        /// Which ways it is about that fonts come by; `nil` for all.
        package var sources: Set<FontOrigin>?
        /// Whether it is about fonts that web browsers show, or about the others; `nil` for all.
        package var isBrowserSafe: Bool?
        /// Whether such fonts may be registered.
        package var isAllowed: Bool
        /// Why, for people; empty where nothing is said.
        package var reason: String
        /// Where the rule is.
        package var origin = RuleOrigin()
    }

    /// What a rule says of how much may be registered.
    package struct QuotaRule: Sendable, Equatable {
        /// Whom it is about.
        package var providers: [ProviderPattern]
        /// How much each of them may register.
        package var quota: FontQuota
        /// Where the rule is.
        package var origin = RuleOrigin()
    }

    /// What a rule says of how fonts are fetched from the web.
    package struct DownloadRule: Sendable, Equatable {
        /// Whom it is about.
        package var providers: [ProviderPattern]
        /// How.
        package var terms: DownloadTerms
        /// Where the rule is.
        package var origin = RuleOrigin()
    }

    /// What a file says of the room for fetched resources.
    package struct ResourceSpaceRule: Sendable, Equatable {
        /// The bytes of all of them together; `nil` where nothing is said.
        package var bytes: Int?
        /// The bytes that stay free; `nil` where nothing is said.
        package var freeBytes: Int?
    }

    /// The rules of a file about packages of the distribution.
    package struct PackageRule: Sendable, Equatable {
        /// Whether packages may be installed for programs that request fonts, with the user's consent.
        package var isAllowed: Bool
        /// Where the rule is.
        package var origin = RuleOrigin()
    }

    /// What a rule says of alternate icons.
    package struct IconRule: Sendable, Equatable {
        /// Whom it is about.
        package var providers: [ProviderPattern]
        /// Whether they may change their icons; `nil` where the rule does not say it.
        package var isAllowed: Bool?
        /// Whether the user is told of a change; `nil` where the rule does not say it.
        package var notifies: Bool?
        /// Where the rule is.
        package var origin = RuleOrigin()
    }

    /// The rules on rights, of which the first that fits counts.
    package var rules: [Rule] = []
    /// The rules on fonts, of which the first that fits counts.
    package var fontRules: [FontRule] = []
    /// The rules on how much may be registered, of which the first that says a number counts for that.
    package var quotaRules: [QuotaRule] = []
    /// The rules on how fonts are fetched, of which the first that fits counts.
    package var downloadRules: [DownloadRule] = []
    /// How much room fetched resources may take, of which the first file that says a number counts for that.
    package var resourceSpace = ResourceSpaceRule()
    /// Whether packages may be installed, of which the first file that says it counts; `nil` where none does.
    package var packages: PackageRule?
    /// The rules on alternate icons, of which the first that says something counts for that.
    package var iconRules: [IconRule] = []
    /// What keeps files of the policy from being read whole; then what they would say is not known.
    package var failures: [String] = []

    /// Says nothing of anybody.
    package init() {}

    /// Adds the rules of a file, which count after those that are here.
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

    /// The first rule for a font of a provider.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - format: The font's format; `nil` where it is not known, and rules on formats say nothing.
    ///   - source: By which way it came.
    ///   - isBrowserSafe: Whether web browsers show it; `nil` where it is not known, and rules on that say nothing.
    /// - Returns: The rule; `nil` where there is none.
    package func fontRule(
        for provider: ProviderIdentifier, _ format: FontFormat?, _ source: FontOrigin, isBrowserSafe: Bool? = nil
    ) -> FontRule? {
        fontRules.first { rule in
            rule.formats.map { formats in format.map(formats.contains) ?? false } ?? true
                && (rule.isBrowserSafe == nil || rule.isBrowserSafe == isBrowserSafe)
                && rule.sources?.contains(source) != false && rule.providers.contains { $0.matches(provider) }
        }
    }

    /// The first rule on how fonts are fetched for a provider; `nil` where there is none.
    package func downloadRule(for provider: ProviderIdentifier) -> DownloadRule? {
        downloadRules.first { rule in rule.providers.contains { $0.matches(provider) } }
    }

    /// How fonts are fetched for a provider; as is usual where no rule says it.
    package func downloadTerms(for provider: ProviderIdentifier) -> DownloadTerms {
        downloadRule(for: provider)?.terms ?? DownloadTerms()
    }

    /// The rules on fonts of a provider, the first that counts first.
    package func fontRules(for provider: ProviderIdentifier) -> [FontRule] {
        fontRules.filter { rule in rule.providers.contains { $0.matches(provider) } }
    }

    /// How much a provider may register.
    ///
    /// A provider gets what it wishes for, but not more than the first rule for it says or, without one, than is usual.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - wish: What its manifest wishes for.
    /// - Returns: The numbers, and who set them.
    package func allowance(of provider: ProviderIdentifier, wishing wish: FontQuota) -> FontAllowance {
        // What the user does is not subject to the policy.
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

    /// The rule that forbids a provider to change its icon; `nil` where none does.
    package func iconRefusal(for provider: ProviderIdentifier) -> IconRule? {
        let rule = iconRules.first { rule in
            rule.isAllowed != nil && rule.providers.contains { $0.matches(provider) }
        }
        return rule?.isAllowed == false ? rule : nil
    }

    /// Whether the user is told when a provider changes its icon.
    package func notifiesOfIcons(of provider: ProviderIdentifier) -> Bool {
        iconRules.first { rule in
            rule.notifies != nil && rule.providers.contains { $0.matches(provider) }
        }?.notifies ?? true
    }

    /// The first rule for a right of a provider; `nil` where there is none.
    package func rule(for provider: ProviderIdentifier, _ right: Right) -> Rule? {
        rules.first { rule in
            rule.rights.contains(right) && rule.providers.contains { $0.matches(provider) }
        }
    }
}

/// Where a rule is.
package struct RuleOrigin: Sendable, Hashable {
    /// The file.
    package var path = ""
    /// Its line, from 1 on.
    package var line = 0

    /// The place as compilers write it.
    package var text: String { "\(path):\(line)" }
}

/// How fonts may be fetched from the web.
package struct DownloadTerms: Sendable, Equatable {
    /// By which ways.
    package var schemes: Set<RemoteScheme> = [.https]
    /// Whether from the local network as well, and from this machine.
    package var allowsLocalNetwork = false

    /// The ways by their names, in order.
    package var schemeNames: [String] { schemes.map(\.rawValue).sorted() }

    /// As is usual: by https, and from the Internet.
    package init() {}
}

/// Which providers a rule is about: one by its id, or all whose ids begin the same.
package struct ProviderPattern: Sendable, Hashable {
    private let beginning: String
    private let isWhole: Bool

    /// Understands a pattern; `nil` for text that can fit no provider.
    ///
    /// - Parameter text: An id, or the beginning of one with `*` after it.
    package init?(_ text: String) {
        isWhole = !text.hasSuffix("*")
        beginning = isWhole ? text : String(text.dropLast())
        guard beginning.isEmpty ? !isWhole : ProviderIdentifier(rawValue: beginning) != nil else { return nil }
    }

    /// Whether a provider is meant.
    package func matches(_ provider: ProviderIdentifier) -> Bool {
        isWhole ? provider.rawValue == beginning : provider.rawValue.hasPrefix(beginning)
    }
}
