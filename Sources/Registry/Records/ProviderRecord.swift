package import FontModel

/// Somebody who registered fonts.
package struct ProviderRecord: Sendable, Equatable {
    /// The identifier.
    package var id: ProviderIdentifier
    /// How the provider was identified when it was last seen, at most 255 bytes.
    package var kind: String
    /// A name to show to people, cut to 255 bytes.
    package var displayName: String
    /// What shows that the provider is installed; empty where nothing does or it was not asked for.
    ///
    /// A commit keeps what is known where this is empty.
    package var installation: [InstallationEvidence]

    /// Creates a record.
    package init(
        id: ProviderIdentifier, kind: String, displayName: String, installation: [InstallationEvidence] = []
    ) {
        self.id = id
        self.kind = kind
        self.displayName = displayName
        self.installation = installation
    }
}

/// A provider and how much of the library is its own.
package struct ProviderUsage: Sendable, Equatable {
    /// The provider.
    package var provider: ProviderRecord
    /// Its registrations.
    package var fontCount: Int
    /// Its registrations that are enabled.
    package var enabledCount: Int
    /// The bytes of its contents, each registration counted.
    package var byteCount: Int

    /// Creates a value.
    package init(provider: ProviderRecord, fontCount: Int, enabledCount: Int, byteCount: Int) {
        self.provider = provider
        self.fontCount = fontCount
        self.enabledCount = enabledCount
        self.byteCount = byteCount
    }
}
