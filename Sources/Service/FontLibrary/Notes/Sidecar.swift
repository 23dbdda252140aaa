package import FontModel

/// The information about one content besides its bytes.
///
/// Together with a new inspection, it is enough to rebuild a lost registry. A sidecar describes an acknowledged state:
/// it is put in place only after the registry's commit.
package struct Sidecar: Sendable, Equatable {
    /// One registration of the content.
    package struct Registration: Sendable, Equatable {
        /// The registration's identifier.
        package var id: FontIdentifier
        /// The provider that owns the registration.
        package var provider: ProviderIdentifier
        /// How long it lasts.
        package var scope: RegistrationScope
        /// Whether the provider wants it enabled.
        package var isEnabled: Bool
        /// Whether the user disabled the font.
        package var isDisabledByUser: Bool
        /// The provider's own mark.
        package var userInfo: String?
        /// The login session whose end also ends a session-scoped registration.
        package var sessionToken: String?
        /// Which programs find the font while it is enabled.
        package var visibility: FontVisibility
        /// The registration's position in the order of registration; 0 if it is not known.
        package var sequence: Int64
        /// Why the registration is set aside; `nil` if it is not.
        package var departure: Departure?

        /// Creates a registration.
        package init(
            id: FontIdentifier, provider: ProviderIdentifier, scope: RegistrationScope, isEnabled: Bool,
            isDisabledByUser: Bool = false, userInfo: String? = nil, sessionToken: String? = nil,
            sequence: Int64 = 0, departure: Departure? = nil, visibility: FontVisibility = .session
        ) {
            self.visibility = visibility
            self.id = id
            self.provider = provider
            self.scope = scope
            self.isEnabled = isEnabled
            self.isDisabledByUser = isDisabledByUser
            self.userInfo = userInfo
            self.sessionToken = sessionToken
            self.sequence = sequence
            self.departure = departure
        }
    }

    /// The version of the format that this program writes.
    ///
    /// Files of another version are left alone and reported as damaged.
    package static let version = 1
    /// The largest sidecar that is read, in bytes.
    package static let maximumSize = 1 << 20

    /// The content's digest.
    package var digest: FontDigest
    /// The name under which the content is or was last published.
    package var fileName: FontFileName
    /// The format detected from the content.
    package var format: FontFormat
    /// The size of the content in bytes.
    package var size: Int
    /// The location of the bytes when the sidecar was written.
    package var place: FontPlace
    /// The registrations of the content.
    package var registrations: [Registration]

    /// Creates a sidecar.
    package init(
        digest: FontDigest, fileName: FontFileName, format: FontFormat, size: Int, place: FontPlace,
        registrations: [Registration]
    ) {
        self.digest = digest
        self.fileName = fileName
        self.format = format
        self.size = size
        self.place = place
        self.registrations = registrations
    }
}

/// The result of reading all sidecars.
package struct SidecarCollection: Sendable, Equatable {
    /// The valid sidecars, in the order of their digests.
    package var sidecars: [Sidecar]
    /// The contents whose sidecar exists but cannot be decoded, in order.
    package var damaged: [FontDigest]

    /// Creates a collection.
    package init(sidecars: [Sidecar], damaged: [FontDigest]) {
        self.sidecars = sidecars
        self.damaged = damaged
    }
}
