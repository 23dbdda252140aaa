/// A right that the user denied a provider, as recorded outside the registry.
package struct RightDenial: Sendable, Hashable {
    /// The provider that lacks the right.
    package let provider: ProviderIdentifier
    /// The right.
    package let right: Right
    /// The only font that the denial applies to; `nil` if it applies to everything that the right covers.
    package let font: FontDigest?
    /// The time of the user's decision, in seconds since 1970.
    package let time: Int64

    /// Creates a denial.
    package init(provider: ProviderIdentifier, right: Right, font: FontDigest? = nil, time: Int64) {
        self.provider = provider
        self.right = right
        self.font = font
        self.time = time
    }
}
