/// What a consumer asks for: any combination of attributes that a face should have.
package struct FontDescriptor: Sendable, Equatable {
    /// A name matched against PostScript names first, then families, then display names, as Core Text does.
    package var name: String?
    /// The exact PostScript name, of a face or of a named instance.
    package var postscriptName: String?
    /// The family in any language, typographic or style-linked.
    package var family: String?
    /// The full name in any language.
    package var displayName: String?
    /// The style name in any language.
    package var style: String?
    /// The weight on OpenType's scale, 1 to 1000.
    package var weight: Double?
    /// The width in percent of normal.
    package var width: Double?
    /// The slope.
    package var slant: FontSlant?
    /// Whether all glyphs must have one advance width.
    package var isMonospace: Bool?
    /// Whether the face must have variation axes.
    package var isVariable: Bool?
    /// Languages that the face must cover, as BCP 47 tags.
    package var languages: [String]
    /// Characters that the face must have.
    package var characters: String
    /// Where the face must come from.
    package var source: FontSource?
    /// The provider's own mark that tells equal names apart.
    package var userInfo: String?

    /// Creates a descriptor; what is left out does not matter.
    package init(
        name: String? = nil, postscriptName: String? = nil, family: String? = nil, displayName: String? = nil,
        style: String? = nil, weight: Double? = nil, width: Double? = nil, slant: FontSlant? = nil,
        isMonospace: Bool? = nil, isVariable: Bool? = nil, languages: [String] = [], characters: String = "",
        source: FontSource? = nil, userInfo: String? = nil
    ) {
        self.name = name
        self.postscriptName = postscriptName
        self.family = family
        self.displayName = displayName
        self.style = style
        self.weight = weight
        self.width = width
        self.slant = slant
        self.isMonospace = isMonospace
        self.isVariable = isVariable
        self.languages = languages
        self.characters = characters
        self.source = source
        self.userInfo = userInfo
    }

    /// Whether it says what the font is called, under any kind of name.
    package var isNamed: Bool {
        name != nil || postscriptName != nil || family != nil || displayName != nil
    }
}
