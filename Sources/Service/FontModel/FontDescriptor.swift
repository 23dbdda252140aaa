/// What a consumer asks for: any combination of attributes that a face should have.
package struct FontDescriptor: Sendable, Equatable {
    /// A name matched against PostScript names first, then families, then display names, as Core Text does; with
    /// ``hasWishes`` PostScript names and families at once.
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
    /// Whether the face must be bold: of a weight of ``FontWeight/leastBold`` or more.
    package var isBold: Bool?
    /// Whether the face must slope, italic or oblique.
    package var isItalic: Bool?
    /// Whether all glyphs must have one advance width.
    package var isMonospace: Bool?
    /// Whether the face must have variation axes.
    package var isVariable: Bool?
    /// Values that the axes with these tags must be able to take on, in the axes' own units.
    package var variation: [String: Double]
    /// Languages that the face must cover, as BCP 47 tags or Unicode locale identifiers.
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
        isBold: Bool? = nil, isItalic: Bool? = nil, isMonospace: Bool? = nil, isVariable: Bool? = nil,
        variation: [String: Double] = [:], languages: [String] = [], characters: String = "",
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
        self.isBold = isBold
        self.isItalic = isItalic
        self.isMonospace = isMonospace
        self.isVariable = isVariable
        self.variation = variation
        self.languages = languages
        self.characters = characters
        self.source = source
        self.userInfo = userInfo
    }

    /// Whether it says what the font is called, under any kind of name.
    package var isNamed: Bool {
        name != nil || postscriptName != nil || family != nil || displayName != nil
    }

    /// Whether it says what the face is like, so that one face of several is nearer than another.
    package var hasWishes: Bool {
        style != nil || weight != nil || width != nil || slant != nil || isBold != nil || isItalic != nil
            || isMonospace != nil || isVariable != nil || !variation.isEmpty || !characters.isEmpty || userInfo != nil
    }
}

/// What is known of weights on OpenType's scale, 1 to 1000.
package enum FontWeight {
    /// The weight where nothing is said: regular.
    package static let regular = 400.0
    /// What is taken where a bold face is asked for: bold.
    package static let bold = 700.0
    /// From here on a face counts as bold: semi-bold, as the OpenType specification calls `usWeightClass` 600.
    package static let leastBold = 600.0
}
