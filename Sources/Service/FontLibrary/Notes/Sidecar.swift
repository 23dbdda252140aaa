package import FontModel

/// What is known about one content besides its bytes: enough to rebuild a lost registry, together with a new inspection.
///
/// A sidecar says what was acknowledged: it is put in place only after the registry's commit.
package struct Sidecar: Sendable, Equatable {
    /// One registration of the content.
    package struct Registration: Sendable, Equatable {
        /// The registration's identifier.
        package var id: FontIdentifier
        /// Whom it belongs to.
        package var provider: ProviderIdentifier
        /// How long it lasts.
        package var scope: RegistrationScope
        /// Whether the provider wants it enabled.
        package var isEnabled: Bool
        /// Whether the user took the font out of use.
        package var isDisabledByUser: Bool
        /// The provider's own mark.
        package var userInfo: String?
        /// The login session that a session-scoped registration ends with.
        package var sessionToken: String?
        /// Which programs find the font, while it is enabled.
        package var visibility: FontVisibility
        /// Its place in the order of registration; 0 where that is not known.
        package var sequence: Int64
        /// Why it is set aside; `nil` where it is not.
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

    /// The version of the form that this program writes.
    ///
    /// Files of another one are left alone and reported as damaged.
    package static let version = 1
    /// The most bytes of a sidecar that are read.
    package static let maximumSize = 1 << 20

    /// The content's digest.
    package var digest: FontDigest
    /// The name that the content is or was last published under.
    package var fileName: FontFileName
    /// The format as told from the content.
    package var format: FontFormat
    /// The size of the content in bytes.
    package var size: Int
    /// Where the bytes lay when the sidecar was written.
    package var place: FontPlace
    /// Who registered the content.
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

/// What reading all sidecars gave.
package struct SidecarCollection: Sendable, Equatable {
    /// The sound ones, in the order of their digests.
    package var sidecars: [Sidecar]
    /// The contents whose sidecar is there but cannot be understood, in order.
    package var damaged: [FontDigest]

    /// Creates a collection.
    package init(sidecars: [Sidecar], damaged: [FontDigest]) {
        self.sidecars = sidecars
        self.damaged = damaged
    }
}
