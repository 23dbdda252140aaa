/// A font that the application has registered: one file with one or more faces.
public struct RegisteredFont: Sendable, Hashable, Identifiable {
    /// The opaque id of the registration.
    public var id: String
    /// The application that registered the font, as the service identifies it; `nil` in process scope.
    public var provider: String?
    /// How far the registration reaches and how long it lasts.
    public var scope: FontScope
    /// Whether programs find the font.
    public var isEnabled: Bool
    /// The reason why the font is quarantined; `nil` if it is not.
    ///
    /// A quarantined font is out of use, whatever the application and the user want.
    public var quarantineReason: String?
    /// The SHA-256 of the file as 64 hexadecimal digits; `nil` if the service did not return it.
    public var sha256: String?
    /// The application's own mark.
    public var userInfo: String?
    /// The faces, in the order of the file.
    public var faces: [FontFace]
    /// The path of the file, in process scope only: in other scopes, the service has its own copy.
    ///
    /// A font that was registered from memory has no path.
    public var path: String?
    /// Whether the application had registered the same bytes before this call.
    public var wasAlreadyRegistered: Bool
    /// The ids of the application's registrations that this one replaced.
    public var replaced: [String]
    /// The warnings of the service about the font, which it registered nevertheless, in English, for developers.
    public var warnings: [String]
}

extension RegisteredFont {
    /// A descriptor of each face, in the order of the file: its ``FontFace/descriptor`` with the application's mark.
    ///
    /// An application requests the fonts that it has listed in this way:
    ///
    ///     let missing = try await manager.requestFonts(manager.registeredFonts().flatMap(\.descriptors))
    public var descriptors: [FontDescriptor] {
        faces.map { face in
            var descriptor = face.descriptor
            descriptor.userInfo = userInfo
            return descriptor
        }
    }
}
