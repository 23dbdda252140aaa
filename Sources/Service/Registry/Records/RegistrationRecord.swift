package import FontModel

/// A registration of a provider: a content with a scope and a state.
package struct RegistrationRecord: Sendable, Equatable {
    /// The identifier of the registration.
    package var id: FontIdentifier
    /// The owner.
    package var provider: ProviderIdentifier
    /// The content.
    package var digest: FontDigest
    /// The scope, which determines how long the registration lasts.
    package var scope: RegistrationScope
    /// Whether consumers may see the font.
    package var isEnabled: Bool
    /// Whether the user disabled the font, which only the user can undo.
    package var isDisabledByUser: Bool
    /// The provider's own mark, at most 1,024 bytes.
    package var userInfo: String?
    /// The boot and service manager that a registration of session scope belongs to, at most 255 bytes.
    package var sessionToken: String?
    /// The programs that find the font while it is enabled.
    package var visibility: FontVisibility
    /// The position in the order of registration: greater than that of all earlier registrations; 0 if unknown.
    package var sequence: Int64
    /// Why the registration is set aside and therefore not enabled; `nil` if it is not set aside.
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
