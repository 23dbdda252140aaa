package import FontModel

/// A question about the faces that cover a text.
package struct CoverQuestion: Sendable {
    /// The text, divided into clusters.
    package var text: CoverText
    /// The language of the text, as a BCP 47 tag.
    ///
    /// It determines the style of Han ideographs. If the text is empty, faces for the language are searched for
    /// instead.
    package var language: String?
    /// The families to prefer, in this order.
    package var families: [String]
    /// The maximum number of listed faces that cover everything alone.
    package var limit: Int
    /// The audience, which determines whether fonts that are not published are visible.
    package var audience: FaceAudience
    /// The only provider whose registered faces are used, in addition to the system's; `nil` for all providers.
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

/// The faces that cover a text.
package struct CoverAnswer: Sendable {
    /// A face in the set.
    package struct Pick: Sendable {
        /// The face.
        package var face: FaceRecord
        /// The number of distinct clusters that the face covers.
        package var count: Int
    }

    /// A small set of faces that together cover everything that any face covers, those that add most first.
    package var set: [Pick] = []
    /// Faces that cover all of this alone, the best first; at most as many as requested.
    package var covering: [FaceRecord] = []
    /// The number of faces that cover all of this alone.
    package var coveringCount = 0
    /// The clusters that no face covers, at most ``CoverLimits/listedClusters``.
    package var uncovered: [String] = []
    /// The number of clusters that no face covers.
    package var uncoveredCount = 0
    /// The clusters with Han ideographs that only faces of a style for other languages cover.
    ///
    /// There are at most ``CoverLimits/listedClusters``.
    package var otherStyle: [String] = []
    /// The number of distinct clusters of the text that need a glyph.
    package var count = 0
    /// Whether no smaller set covers the same clusters.
    package var isExact = true
}
