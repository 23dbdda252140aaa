internal import FontModel
internal import InspectionClient

/// How large one font file may be, which depends on whose it is.
struct SizeLimits {
    /// Bytes of the file.
    let fileSize: Int
    /// Faces of a collection.
    let faces: Int
    /// For whom these limits are, and what to do with a larger font, as the end of a message.
    let holder: String

    /// The limits of a provider.
    init(of provider: ProviderIdentifier) {
        // What is examined again was let in before.
        if provider == .user || provider == InspectionPool.revalidation {
            (fileSize, faces) = (FontLimits.fileSize, FontLimits.faces)
            holder = "your own fonts, by Typecase itself: split the collection into files"
        } else {
            (fileSize, faces) = (FontLimits.fileSizeOfPrograms, FontLimits.facesOfPrograms)
            holder = "fonts of programs, by Typecase itself: install it as your own font with \"typecase install\""
        }
    }
}
