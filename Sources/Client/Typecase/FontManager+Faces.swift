extension FontManager {
    // MARK: Faces

    /// The faces that this process finds: its own, those registered by anybody, and those of the system.
    ///
    /// What a list of fonts for people to choose from is made of: the families first, by ``availableFamilyNames()``,
    /// and the faces of the one that is looked at.
    ///
    /// - Parameters:
    ///   - filter: Which faces; all of them where nothing is given.
    ///   - includingDetails: Whether to tell ``FontFace/details`` of each, which takes several times as long.
    /// - Returns: The faces, those of this process first; a variable one once, with its named instances where details
    ///   are told.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func availableFaces(
        matching filter: FontFaceFilter = FontFaceFilter(), includingDetails: Bool = false
    ) async throws -> [FontFace] {
        try await faceSearch.faces(matching: filter, includingDetails: includingDetails)
    }
}
