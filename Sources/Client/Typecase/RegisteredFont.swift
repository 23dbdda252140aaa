/// A font that the application has registered: one file with one or more faces.
public struct RegisteredFont: Sendable, Hashable, Identifiable {
    /// Names the registration; opaque.
    public var id: String
    /// Who registered it, as the service knows the application; `nil` in process scope.
    public var provider: String?
    /// How far it reaches and how long it lasts.
    public var scope: FontScope
    /// Whether programs find the font.
    public var isEnabled: Bool
    /// Why the font is out of use whatever the application and the user want; `nil` where it is not.
    public var quarantineReason: String?
    /// The SHA-256 of the file as 64 hexadecimal digits; `nil` where the service did not tell.
    public var sha256: String?
    /// The application's own mark.
    public var userInfo: String?
    /// The faces, in the order of the file.
    public var faces: [FontFace]
    /// The path of the file; in process scope alone, elsewhere the service has a copy of its own.
    ///
    /// A font that was registered from memory has none.
    public var path: String?
    /// Whether the application had registered the same bytes before this call.
    public var wasAlreadyRegistered: Bool
    /// The application's registrations that this one took the place of.
    public var replaced: [String]
    /// What the service warns of though it registered the font, in English, for developers.
    public var warnings: [String]
}

extension RegisteredFont {
    /// Describes each face, in the order of the file, by ``FontFace/descriptor`` and the application's mark.
    ///
    /// What an application has listed, it requests so:
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
