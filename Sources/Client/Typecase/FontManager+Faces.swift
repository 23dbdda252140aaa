extension FontManager {
    // MARK: Faces

    /// The faces that this process finds: its own, those that any provider has registered, and those of the system.
    ///
    /// A font picker can list the families first, with ``availableFamilyNames()``, and then the faces of the family
    /// that the user looks at.
    ///
    /// - Parameters:
    ///   - filter: A filter for the faces; all faces are returned if it is omitted.
    ///   - includingDetails: Whether to include the ``FontFace/details`` of each face, which takes several times as
    ///     long.
    /// - Returns: The faces, beginning with those of this process. A variable face is listed once, with its named
    ///   instances if details are included.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func availableFaces(
        matching filter: FontFaceFilter = FontFaceFilter(), includingDetails: Bool = false
    ) async throws -> [FontFace] {
        try await faceSearch.faces(matching: filter, includingDetails: includingDetails)
    }
}
