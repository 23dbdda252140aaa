internal import FontModel
internal import GRDB

extension FaceTables {
    /// Finds the faces that cover a text: a small set, those that cover it alone, and what no face has.
    ///
    /// - Parameter question: The text and who asks.
    /// - Returns: The answer.
    /// - Throws: ``RegistryError`` where the registry cannot be read.
    package func cover(_ question: CoverQuestion) async throws(RegistryError) -> CoverAnswer {
        let state = connection.state
        let domain = CoverFaces.Domain(audience: question.audience, provider: question.provider)
        let body: @Sendable (Database) throws -> CoverAnswer = { [coverage = connection.coverage] db in
            let contents = try coverage.contents(db, state: state, domain)
            return try CoverReader(db: db, question: question, contents: contents).answer()
        }
        // Nobody's small question waits behind somebody's long text.
        guard question.text.cost > Self.shortText else {
            defer { connection.restWhenQuiet() }
            return try await connection.read(body)
        }
        return try await connection.readAtLength(body)
    }

    /// The most that a text may cost, as ``CoverText/cost`` counts, to be looked at among the small questions.
    private static let shortText = 20_000
}
