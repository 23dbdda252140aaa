package import FontModel

/// A provider with registrations, the evidence that it is installed, and the number of its fonts that are set aside.
package struct ProviderPresence: Sendable, Equatable {
    /// The provider, with the stored evidence of its installation.
    package var provider: ProviderRecord
    /// The number of its registrations that are not set aside.
    package var presentCount: Int
    /// The number of its registrations that are set aside, by the reason.
    package var departedCounts: [Departure.Reason: Int]

    /// Creates a value.
    package init(provider: ProviderRecord, presentCount: Int, departedCounts: [Departure.Reason: Int]) {
        self.provider = provider
        self.presentCount = presentCount
        self.departedCounts = departedCounts
    }
}
