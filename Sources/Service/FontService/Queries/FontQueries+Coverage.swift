package import FontModel
package import Registry

extension FontQueries {
    /// Finds the faces that cover a text.
    ///
    /// - Parameters:
    ///   - question: The text, its language and families, and who sees what.
    ///   - caller: Tells callers apart, who are served in turn.
    /// - Returns: A small set of faces, those that cover the text alone, and what no face has.
    /// - Throws: What kept the registry from being read.
    package func cover(_ question: CoverQuestion, for caller: String) async throws(FontError) -> CoverAnswer {
        await systemFaces.ready()
        return try await inTurn(of: caller) { () throws(RegistryError) in try await registry.faces.cover(question) }
    }
}
