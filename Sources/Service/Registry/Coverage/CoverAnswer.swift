package import FontModel

/// What is asked of the faces that cover a text.
package struct CoverQuestion: Sendable {
    /// The text, divided.
    package var text: CoverText
    /// The language of the text, a BCP 47 tag: decides between the styles of Han ideographs, and stands for the text where
    /// that is empty.
    package var language: String?
    /// The families to prefer, in this order.
    package var families: [String]
    /// The most faces that are told as covering everything alone.
    package var limit: Int
    /// Who asks: what is not published.
    package var audience: FaceAudience
    /// Whose registered faces alone are seen, beside the system's; `nil` for everybody's.
    package var provider: ProviderIdentifier?

    /// Creates a question.
    package init(
        text: CoverText, language: String? = nil, families: [String] = [], limit: Int = 20,
        audience: FaceAudience = .everybody, provider: ProviderIdentifier? = nil
    ) {
        self.text = text
        self.language = language
        self.families = families
        self.limit = limit
        self.audience = audience
        self.provider = provider
    }
}

/// Which faces cover a text.
package struct CoverAnswer: Sendable {
    /// A face of the set.
    package struct Pick: Sendable {
        /// The face.
        package var face: FaceRecord
        /// How many of the distinct clusters it has.
        package var count: Int
    }

    /// A small set of faces that together have all that any face has, those that add most first.
    package var set: [Pick] = []
    /// Faces that have that alone, the best first; at most as many as were asked for.
    package var covering: [FaceRecord] = []
    /// How many faces have that alone.
    package var coveringCount = 0
    /// Clusters that no face has, at most ``CoverLimits/listedClusters``.
    package var uncovered: [String] = []
    /// How many clusters no face has.
    package var uncoveredCount = 0
    /// Clusters with Han ideographs that only faces of another style than the language's have, likewise.
    package var otherStyle: [String] = []
    /// How many distinct clusters the text has that need a glyph.
    package var count = 0
    /// Whether no smaller set does the same.
    package var isExact = true
}
