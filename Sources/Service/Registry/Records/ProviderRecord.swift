package import FontModel

/// A program or person that has registered fonts.
package struct ProviderRecord: Sendable, Equatable {
    /// The identifier.
    package var id: ProviderIdentifier
    /// How the provider was identified when it last called, at most 255 bytes.
    package var kind: String
    /// The display name, truncated to 255 bytes.
    package var displayName: String
    /// The evidence that the provider is installed; empty if there is none or it was not requested.
    ///
    /// If it is empty, a commit keeps the stored evidence.
    package var installation: [InstallationEvidence]
    /// How many fonts the provider requests to register; not stored.
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

/// A provider and its share of the library.
package struct ProviderUsage: Sendable, Equatable {
    /// The provider.
    package var provider: ProviderRecord
    /// The number of its registrations.
    package var fontCount: Int
    /// The number of its enabled registrations.
    package var enabledCount: Int
    /// The number of bytes of its contents, counted once per registration.
    package var byteCount: Int
    /// The number of its registrations that are set aside.
    package var departedCount: Int
    /// The latest departure among its registrations; `nil` if none is set aside.
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
