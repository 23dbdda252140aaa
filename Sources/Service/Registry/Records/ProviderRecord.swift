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
    /// How much the provider wishes to be allowed to register; not stored.
    package var quotaWish = FontQuota()

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
    /// Its registrations that are set aside.
    package var departedCount: Int
    /// The last departure of one of them; `nil` where none is set aside.
    package var lastDeparture: (reason: Departure.Reason, time: Int64)? {
        departedReason.map { ($0, departedTime) }
    }

    private var departedReason: Departure.Reason?
    private var departedTime: Int64

    /// Creates a value.
    package init(
        provider: ProviderRecord, fontCount: Int, enabledCount: Int, byteCount: Int, departedCount: Int = 0,
        lastDeparture: (reason: Departure.Reason, time: Int64)? = nil
    ) {
        self.departedCount = departedCount
        departedReason = lastDeparture?.reason
        departedTime = lastDeparture?.time ?? 0
        self.provider = provider
        self.fontCount = fontCount
        self.enabledCount = enabledCount
        self.byteCount = byteCount
    }
}
