/// A limit on registered fonts, granted or requested; `nil` means the default.
package struct FontQuota: Sendable, Hashable {
    /// The number of fonts.
    package var fonts: Int?
    /// The number of bytes of all fonts.
    package var bytes: Int?
    /// The maximum number of bytes of each file.
    package var fileSize: Int?
    /// The maximum number of faces of each collection.
    package var faces: Int?

    /// Creates a quota.
    package init(fonts: Int? = nil, bytes: Int? = nil, fileSize: Int? = nil, faces: Int? = nil) {
        self.fonts = fonts
        self.bytes = bytes
        self.fileSize = fileSize
        self.faces = faces
    }
}

/// The amount that a provider may register, and the reasons for these limits.
package struct FontAllowance: Sendable, Hashable {
    /// The number of fonts.
    package var fonts: Int
    /// The number of bytes of all fonts; `nil` if only the disk limits it.
    package var bytes: Int?
    /// The maximum number of bytes of each file.
    package var fileSize: Int
    /// The maximum number of faces of each collection.
    package var faces: Int
    /// The reason for the number of fonts, for people; empty for the default.
    package var fontsReason = ""
    /// The reason for the number of bytes, for people; empty for the default.
    package var bytesReason = ""
    /// The reason for the bytes of a file, for people; empty for the default.
    package var fileSizeReason = ""
    /// The reason for the faces of a collection, for people; empty for the default.
    package var facesReason = ""

    /// Creates the default allowance: the user's own fonts are limited only by their number and by the disk.
    package init(of provider: ProviderIdentifier) {
        fonts = provider == .user ? FontLimits.fontsOfUser : FontLimits.fontsPerProvider
        bytes = provider == .user ? nil : FontLimits.bytesPerProvider
        fileSize = provider == .user ? FontLimits.fileSize : FontLimits.fileSizeOfPrograms
        faces = provider == .user ? FontLimits.faces : FontLimits.facesOfPrograms
    }
}
