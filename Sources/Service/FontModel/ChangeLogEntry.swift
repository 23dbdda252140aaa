/// One entry of the change log that `Changes` answers from.
package struct ChangeLogEntry: Sendable, Equatable {
    /// What happened to the font, as seen by consumers.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case added
        case removed
        case enabled
        case disabled
        case quarantined
        /// A fetched file of a provider was removed; it is named by its SHA-256.
        case evicted
    }

    /// What made it happen.
    package enum Cause: String, Sendable, Hashable, CaseIterable {
        /// The provider asked for it.
        case provider
        /// The user asked for it through the management interface.
        case user
        /// The user changed the published file by hand.
        case file
        /// The daemon found it while bringing the tree to the registry.
        case recovery
        /// The service judged the font anew.
        case check
        /// A list says that nobody is to have the font, or says so no more.
        case policy
        /// The provider is not installed any more, or is again.
        case installation
    }

    /// The generation in which it happened.
    package var generation: UInt64
    /// What happened.
    package var kind: Kind
    /// The registration.
    package var font: FontIdentifier
    /// The owner of the registration.
    package var provider: ProviderIdentifier
    /// What made it happen.
    package var cause: Cause
    /// Why, for people; `nil` where kind and cause tell.
    package var reason: String?

    /// Creates an entry.
    package init(
        generation: UInt64, kind: Kind, font: FontIdentifier, provider: ProviderIdentifier, cause: Cause,
        reason: String? = nil
    ) {
        self.reason = reason
        self.generation = generation
        self.kind = kind
        self.font = font
        self.provider = provider
        self.cause = cause
    }
}
