/// How much somebody may register, or would like to; `nil` is what is usual.
package struct FontQuota: Sendable, Hashable {
    /// How many fonts.
    package var fonts: Int?
    /// How many bytes of them.
    package var bytes: Int?
    /// How many bytes each file may have.
    package var fileSize: Int?
    /// How many faces each collection may have.
    package var faces: Int?

    /// Says how much.
    package init(fonts: Int? = nil, bytes: Int? = nil, fileSize: Int? = nil, faces: Int? = nil) {
        self.fonts = fonts
        self.bytes = bytes
        self.fileSize = fileSize
        self.faces = faces
    }
}

/// How much a provider may register, and who says so.
package struct FontAllowance: Sendable, Hashable {
    /// How many fonts.
    package var fonts: Int
    /// How many bytes of them; `nil` for as many as the disk holds.
    package var bytes: Int?
    /// How many bytes each file may have.
    package var fileSize: Int
    /// How many faces each collection may have.
    package var faces: Int
    /// What sets the number of fonts, for people; empty where it is the usual one.
    package var fontsReason = ""
    /// What sets the number of bytes, for people; empty where it is the usual one.
    package var bytesReason = ""
    /// What sets the bytes of a file, for people; empty where it is the usual number.
    package var fileSizeReason = ""
    /// What sets the faces of a collection, for people; empty where it is the usual number.
    package var facesReason = ""

    /// What is usual: a person's own fonts are limited by count and by the disk alone.
    package init(of provider: ProviderIdentifier) {
        fonts = provider == .user ? FontLimits.fontsOfUser : FontLimits.fontsPerProvider
        bytes = provider == .user ? nil : FontLimits.bytesPerProvider
        fileSize = provider == .user ? FontLimits.fileSize : FontLimits.fileSizeOfPrograms
        faces = provider == .user ? FontLimits.faces : FontLimits.facesOfPrograms
    }
}
