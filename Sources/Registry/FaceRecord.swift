package import FontModel

/// One face of a registered font or of a font of the system, as consumers are told of it.
package struct FaceRecord: Sendable, Equatable {
    /// The registration, shared by the faces of a collection; for a face of the system an id of the face itself.
    package var id: FontIdentifier
    /// Where the face comes from.
    package var source: FontSource
    /// The owner; `nil` for the system.
    package var provider: ProviderIdentifier?
    /// The scope; `nil` for the system.
    package var scope: RegistrationScope?
    /// Whether the registration is enabled; always `true` for the system.
    package var isEnabled: Bool
    /// The provider's own mark.
    package var userInfo: String?
    /// The content; `nil` for the system.
    package var digest: FontDigest?
    /// The size of the file in bytes; `nil` for the system.
    package var size: Int?
    /// The absolute path of the file of a face of the system; `nil` for ours.
    package var path: String?
    /// The container and outline format, where it is known.
    package var format: FontFormat?
    /// What the face is like; its coverage is empty unless it was asked for.
    package var face: FaceDescription
    /// The named instance that was matched, where one was.
    package var namedInstance: NamedInstance?

    /// Creates a record.
    package init(
        id: FontIdentifier, source: FontSource, provider: ProviderIdentifier? = nil, scope: RegistrationScope? = nil,
        isEnabled: Bool = true, userInfo: String? = nil, digest: FontDigest? = nil, size: Int? = nil,
        path: String? = nil, format: FontFormat? = nil, face: FaceDescription, namedInstance: NamedInstance? = nil
    ) {
        self.id = id
        self.source = source
        self.provider = provider
        self.scope = scope
        self.isEnabled = isEnabled
        self.userInfo = userInfo
        self.digest = digest
        self.size = size
        self.path = path
        self.format = format
        self.face = face
        self.namedInstance = namedInstance
    }
}
