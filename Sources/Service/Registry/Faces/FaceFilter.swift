package import FontModel

/// Which of the visible faces to list; what is left out does not matter.
package struct FaceFilter: Sendable, Hashable {
    /// The most faces of one page.
    package static let maximumLimit = 1000
    /// The most families of one page.
    package static let maximumFamilies = 5000

    /// Who is told.
    package var audience = FaceAudience.everybody
    /// Where the faces come from.
    package var source: FontSource?
    /// The owner; excludes the system.
    package var provider: ProviderIdentifier?
    /// A family in any language, typographic or style-linked, compared by `fontNameKey`.
    package var family: String?
    /// A PostScript, family or full name in any language, compared by `fontNameKey`.
    package var name: String?
    /// Words that must all occur in the faces' names, in any language, or in their foundries; compared by `fontNameKey`.
    package var words: [String]
    /// A registration, or a face of the system.
    package var id: FontIdentifier?
    /// Languages that the faces cover, as BCP 47 tags.
    package var languages: [String]
    /// OpenType script tags that the faces have layout tables for.
    package var scripts: [String]
    /// Texts one of which must occur in the faces' licence, whatever the case of ASCII letters; an empty one stands for
    /// no licence.
    package var licences: [String]
    /// Characters that the faces must all have.
    package var characters: String
    /// Whether all glyphs have one advance width.
    package var isMonospace: Bool?
    /// Whether the faces have variation axes.
    package var isVariable: Bool?
    /// Whether the faces have tables of coloured glyphs.
    package var isColored: Bool?
    /// The cursor of the page before.
    package var cursor: String?
    /// The most faces wanted, cut to 1...``maximumLimit``, or families, cut to 1...``maximumFamilies``.
    package var limit: Int

    /// Whether only faces of one font can pass, so that it takes no list to find out.
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
