package import FontModel

/// What one provider registered: a content, a scope and a state.
package struct RegistrationRecord: Sendable, Equatable {
    /// The name of the registration.
    package var id: FontIdentifier
    /// The owner.
    package var provider: ProviderIdentifier
    /// The content.
    package var digest: FontDigest
    /// How long it lasts.
    package var scope: RegistrationScope
    /// Whether consumers may see the font.
    package var isEnabled: Bool
    /// Whether the user took the font out of use, which only the user takes back.
    package var isDisabledByUser: Bool
    /// The provider's own mark, at most 1,024 bytes.
    package var userInfo: String?
    /// The boot and service manager that a registration of session scope belongs to, at most 255 bytes.
    package var sessionToken: String?
    /// Which programs find the font, while it is enabled.
    package var visibility: FontVisibility
    /// Its place in the order of registration: greater than that of every one before it; 0 where that is not known.
    package var sequence: Int64
    /// Why it is set aside, so that it is not enabled; `nil` where it is not.
    package var departure: Departure?

    /// Creates a record.
    package init(
        id: FontIdentifier, provider: ProviderIdentifier, digest: FontDigest, scope: RegistrationScope,
        isEnabled: Bool, isDisabledByUser: Bool = false, userInfo: String? = nil, sessionToken: String? = nil,
        sequence: Int64 = 0, departure: Departure? = nil, visibility: FontVisibility = .session
    ) {
        self.visibility = visibility
        self.id = id
        self.provider = provider
        self.digest = digest
        self.scope = scope
        self.isEnabled = isEnabled
        self.isDisabledByUser = isDisabledByUser
        self.userInfo = userInfo
        self.sessionToken = sessionToken
        self.sequence = sequence
        self.departure = departure
    }
}
