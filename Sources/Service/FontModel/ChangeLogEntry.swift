/// One entry of the change log, from which `Changes` is answered.
package struct ChangeLogEntry: Sendable, Equatable {
    /// An event of a font, as seen by consumers.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case added
        case removed
        case enabled
        case disabled
        case quarantined
        /// A fetched file of a provider was removed; its SHA-256 identifies it.
        case evicted
    }

    /// The cause of the event.
    package enum Cause: String, Sendable, Hashable, CaseIterable {
        /// The provider requested it.
        case provider
        /// The user requested it through the management interface.
        case user
        /// The user changed the published file by hand.
        case file
        /// The daemon found it while reconciling the tree with the registry.
        case recovery
        /// The service validated the font again.
        case check
        /// A list of denied fonts now contains the font, or no longer does.
        case policy
        /// The provider was uninstalled, or is installed again.
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
    /// The cause of the event.
    package var cause: Cause
    /// The reason, for people; `nil` if kind and cause are enough.
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
