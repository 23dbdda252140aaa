package import FontModel

/// What the machine's administrator and its vendor say of the rights of providers.
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
    }

    /// The rules, of which the first that fits counts.
    package var rules: [Rule] = []
    /// What keeps files of the policy from being read whole; then what they would say is not known.
    package var failures: [String] = []

    /// Says nothing of anybody.
    package init() {}

    /// The first rule for a right of a provider; `nil` where there is none.
    package func rule(for provider: ProviderIdentifier, _ right: Right) -> Rule? {
        rules.first { rule in
            rule.rights.contains(right) && rule.providers.contains { $0.matches(provider) }
        }
    }
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
