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
    /// Which programs find the face, while it is enabled; always all for the system.
    package var visibility: FontVisibility
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
    /// Where in the design space the match lies, a value for each axis; `nil` for a static face, and where nothing was
    /// asked for that the axes decide.
    package var coordinates: [Double]?
    /// Of a match for a PostScript name alone, how many other faces have the name: they would have done as well.
    package var namesakes = 0

    /// Creates a record.
    package init(
        id: FontIdentifier, source: FontSource, provider: ProviderIdentifier? = nil, scope: RegistrationScope? = nil,
        isEnabled: Bool = true, userInfo: String? = nil, digest: FontDigest? = nil, size: Int? = nil,
        path: String? = nil, format: FontFormat? = nil, face: FaceDescription, namedInstance: NamedInstance? = nil,
        visibility: FontVisibility = .session
    ) {
        self.visibility = visibility
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

    /// Puts the match at a place in the design space, under the name that the font has for it, if any.
    mutating func place(at coordinates: [Double]) {
        func isHere(_ instance: NamedInstance) -> Bool {
            // Fonts keep coordinates in units of 1/65,536.
            zip(instance.coordinates, coordinates).allSatisfy { abs($0 - $1) < 1 / 65_536 }
        }
        self.coordinates = coordinates
        // Of several names for one place the one that was asked for is right.
        if namedInstance.map(isHere) != true { namedInstance = face.namedInstances.first(where: isHere) }
    }
}
