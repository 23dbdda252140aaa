internal import FontModel
internal import InspectionClient

/// The limits on the size of one font file, which depend on its provider.
struct SizeLimits {
    /// Bytes of the file.
    let fileSize: Int
    /// Faces of a collection.
    let faces: Int
    private let fileSizeHolder: String
    private let facesHolder: String

    /// Creates the limits of a provider.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - allowance: Returns how much it may register.
    init(of provider: ProviderIdentifier, _ allowance: (ProviderIdentifier) -> FontAllowance) {
        // Fonts that are examined again were accepted before.
        let isUsers = provider == .user || provider == FontInspector.revalidation
        let allowance = isUsers ? FontAllowance(of: .user) : allowance(provider)
        (fileSize, faces) = (allowance.fileSize, allowance.faces)
        func holder(_ reason: String) -> String {
            if isUsers { return "your own fonts, by Typecase itself: split the collection into files" }
            let way = "install it as your own font with \"typecase install\""
            return "fonts of \(reason.isEmpty ? "programs, by Typecase itself" : "\(provider), by the policy"): \(way)"
        }
        fileSizeHolder = holder(allowance.fileSizeReason)
        facesHolder = holder(allowance.facesReason)
    }

    /// Checks that a file is not too large.
    func checkFileSize(_ size: Int) throws(FontError) {
        guard size > fileSize else { return }
        throw FontError(
            .exceededResourceLimit, "The file has \(size) bytes; \(fileSize) are allowed for \(fileSizeHolder).")
    }

    /// Checks that a collection does not have too many faces.
    func checkFaces(_ count: Int) throws(FontError) {
        guard count > faces else { return }
        throw FontError(
            .exceededResourceLimit, "The collection has \(count) faces; \(faces) are allowed for \(facesHolder).")
    }
}
