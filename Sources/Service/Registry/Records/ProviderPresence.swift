package import FontModel

/// A provider that has registrations, what shows that it is installed, and what is set aside of its fonts.
package struct ProviderPresence: Sendable, Equatable {
    /// The provider, with what is known of its installation.
    package var provider: ProviderRecord
    /// How many of its registrations are not set aside.
    package var presentCount: Int
    /// How many of its registrations are set aside, by the reason.
    package var departedCounts: [Departure.Reason: Int]

    /// Creates a value.
    package init(provider: ProviderRecord, presentCount: Int, departedCounts: [Departure.Reason: Int]) {
        self.provider = provider
        self.presentCount = presentCount
        self.departedCounts = departedCounts
    }
}
