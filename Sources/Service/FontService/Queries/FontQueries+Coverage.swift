package import FontModel
package import Registry

extension FontQueries {
    /// Finds the faces that cover a text.
    ///
    /// - Parameters:
    ///   - question: The text, its language and families, and the audience.
    ///   - caller: Identifies the caller; callers are served in turn.
    /// - Returns: A small set of faces, the faces that cover the text alone, and the characters that no face has.
    /// - Throws: The error that prevented reading the registry.
    package func cover(_ question: CoverQuestion, for caller: String) async throws(FontError) -> CoverAnswer {
        await systemFaces.ready()
        return try await inTurn(of: caller) { () throws(RegistryError) in try await registry.faces.cover(question) }
    }
}
