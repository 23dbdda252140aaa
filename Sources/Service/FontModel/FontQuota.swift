/// How much somebody may register, or would like to; `nil` is what is usual.
package struct FontQuota: Sendable, Hashable {
    /// How many fonts.
    package var fonts: Int?
    /// How many bytes of them.
    package var bytes: Int?

    /// Says how much.
    package init(fonts: Int? = nil, bytes: Int? = nil) {
        self.fonts = fonts
        self.bytes = bytes
    }
}

/// How much a provider may register, and who says so.
package struct FontAllowance: Sendable, Hashable {
    /// How many fonts.
    package var fonts: Int
    /// How many bytes of them; `nil` for as many as the disk holds.
    package var bytes: Int?
    /// What sets the number of fonts, for people; empty where it is the usual one.
    package var fontsReason = ""
    /// What sets the number of bytes, for people; empty where it is the usual one.
    package var bytesReason = ""

    /// What is usual: a person's own fonts are limited by count and by the disk alone.
    package init(of provider: ProviderIdentifier) {
        fonts = provider == .user ? FontLimits.fontsOfUser : FontLimits.fontsPerProvider
        bytes = provider == .user ? nil : FontLimits.bytesPerProvider
    }
}
