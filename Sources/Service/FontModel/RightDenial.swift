/// A right that the user denies a provider, as it is noted besides the registry.
package struct RightDenial: Sendable, Hashable {
    /// Whom it is denied.
    package let provider: ProviderIdentifier
    /// The right.
    package let right: Right
    /// The font that alone it is about; `nil` for whatever the right is about.
    package let font: FontDigest?
    /// When the user said so, in seconds since 1970.
    package let time: Int64

    /// Creates a denial.
    package init(provider: ProviderIdentifier, right: Right, font: FontDigest? = nil, time: Int64) {
        self.provider = provider
        self.right = right
        self.font = font
        self.time = time
    }
}
