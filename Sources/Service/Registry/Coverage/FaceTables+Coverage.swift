internal import FontModel
internal import GRDB

extension FaceTables {
    /// Finds the faces that cover a text: a small set, those that cover it alone, and the clusters that no face covers.
    ///
    /// - Parameter question: The text and the caller.
    /// - Returns: The answer.
    /// - Throws: ``RegistryError`` if the registry cannot be read.
    package func cover(_ question: CoverQuestion) async throws(RegistryError) -> CoverAnswer {
        let state = connection.state
        let domain = CoverFaces.Domain(audience: question.audience, provider: question.provider)
        let body: @Sendable (Database) throws -> CoverAnswer = { [coverage = connection.coverage] db in
            let contents = try coverage.contents(db, state: state, domain)
            return try CoverReader(db: db, question: question, contents: contents).answer()
        }
        // A small question must not wait for another caller's long text.
        guard question.text.cost > Self.shortText else {
            defer { connection.restWhenQuiet() }
            return try await connection.read(body)
        }
        return try await connection.readAtLength(body)
    }

    /// The maximum ``CoverText/cost`` of a text that is processed together with small questions.
    private static let shortText = 20_000
}
