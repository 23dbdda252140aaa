package import FontModel

/// A filter for lists of visible faces; properties that are not set match everything.
package struct FaceFilter: Sendable, Hashable {
    /// The maximum number of faces on one page.
    package static let maximumLimit = 1000
    /// The maximum number of families on one page.
    package static let maximumFamilies = 5000

    /// The audience to which the faces are shown.
    package var audience = FaceAudience.everybody
    /// The source of the faces.
    package var source: FontSource?
    /// The owner of the faces; excludes the system's faces.
    package var provider: ProviderIdentifier?
    /// A family in any language, typographic or style-linked, compared by `fontNameKey`.
    package var family: String?
    /// A PostScript, family or full name in any language, compared by `fontNameKey`.
    package var name: String?
    /// Words that must all occur in the faces' names, in any language, or in their foundries, compared by
    /// `fontNameKey`.
    package var words: [String]
    /// A registration, or a face of the system.
    package var id: FontIdentifier?
    /// The languages that the faces must cover, as BCP 47 tags.
    package var languages: [String]
    /// The OpenType script tags for which the faces must have layout tables.
    package var scripts: [String]
    /// Texts, at least one of which must occur in the faces' licence.
    ///
    /// The case of ASCII letters is ignored. An empty text stands for faces without a licence.
    package var licences: [String]
    /// Characters, all of which the faces must have.
    package var characters: String
    /// Whether all glyphs have the same advance width.
    package var isMonospace: Bool?
    /// Whether the faces have variation axes.
    package var isVariable: Bool?
    /// Whether the faces have tables of coloured glyphs.
    package var isColored: Bool?
    /// The cursor from the previous page.
    package var cursor: String?
    /// The maximum number of faces, limited to 1...``maximumLimit``, or of families, limited to
    /// 1...``maximumFamilies``.
    package var limit: Int

    /// Whether only faces of a single font can match, so that the query is not a list.
    package var isAboutOne: Bool { id != nil }

    /// Creates a filter.
    package init(
        source: FontSource? = nil, provider: ProviderIdentifier? = nil, family: String? = nil, name: String? = nil,
        words: [String] = [], id: FontIdentifier? = nil, languages: [String] = [], scripts: [String] = [],
        licences: [String] = [], characters: String = "", isMonospace: Bool? = nil, isVariable: Bool? = nil,
        isColored: Bool? = nil,
        cursor: String? = nil, limit: Int = Self.maximumLimit
    ) {
        self.source = source
        self.provider = provider
        self.family = family
        self.name = name
        self.words = words
        self.id = id
        self.languages = languages
        self.scripts = scripts
        self.licences = licences
        self.characters = characters
        self.isMonospace = isMonospace
        self.isVariable = isVariable
        self.isColored = isColored
        self.cursor = cursor
        self.limit = limit
    }
}
