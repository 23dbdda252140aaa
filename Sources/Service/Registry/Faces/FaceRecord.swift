package import FontModel

/// One face of a registered font or of a system font, with the information that consumers receive.
package struct FaceRecord: Sendable, Equatable {
    /// The id of the registration, shared by the faces of a collection; for a face of the system, the id of the face
    /// itself.
    package var id: FontIdentifier
    /// The source of the face.
    package var source: FontSource
    /// The owner; `nil` for the system.
    package var provider: ProviderIdentifier?
    /// The scope; `nil` for the system.
    package var scope: RegistrationScope?
    /// Whether the registration is enabled; always `true` for the system.
    package var isEnabled: Bool
    /// The programs that find the face while it is enabled; for the system's faces, always all programs.
    package var visibility: FontVisibility
    /// The provider's own mark.
    package var userInfo: String?
    /// The content; `nil` for the system.
    package var digest: FontDigest?
    /// The size of the file in bytes; `nil` for the system.
    package var size: Int?
    /// The absolute path of the file for a face of the system; `nil` for a registered face.
    package var path: String?
    /// The container and outline format; `nil` if unknown.
    package var format: FontFormat?
    /// The description of the face; its coverage is empty unless it was requested.
    package var face: FaceDescription
    /// The named instance that matched, if any.
    package var namedInstance: NamedInstance?
    /// The position of the match in the design space, with one value for each axis.
    ///
    /// It is `nil` for a static face, and if nothing that the axes determine was requested.
    package var coordinates: [Double]?
    /// The number of other faces with the same PostScript name, if only this name was requested.
    ///
    /// These faces would have matched equally well.
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

    /// Sets the position of the match in the design space, and the font's name for this position, if it has one.
    mutating func place(at coordinates: [Double]) {
        func isHere(_ instance: NamedInstance) -> Bool {
            // Fonts store coordinates in units of 1/65,536.
            zip(instance.coordinates, coordinates).allSatisfy { abs($0 - $1) < 1 / 65_536 }
        }
        self.coordinates = coordinates
        // If a position has several names, the requested one is kept.
        if namedInstance.map(isHere) != true { namedInstance = face.namedInstances.first(where: isHere) }
    }
}
