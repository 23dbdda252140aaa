/// A consumer's request for fonts: any combination of attributes that a face should have.
package struct FontDescriptor: Sendable, Equatable {
    /// A name of any kind.
    ///
    /// It is matched against PostScript names first, then families, then display names, as Core Text does. With
    /// ``hasWishes``, it is matched against PostScript names and families together.
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
    /// The width, as a percentage of the normal width.
    package var width: Double?
    /// The slope.
    package var slant: FontSlant?
    /// Whether the face must be bold: its weight must be at least ``FontWeight/leastBold``.
    package var isBold: Bool?
    /// Whether the face must be italic or oblique.
    package var isItalic: Bool?
    /// Whether all glyphs must have the same advance width.
    package var isMonospace: Bool?
    /// Whether the face must have variation axes.
    package var isVariable: Bool?
    /// Values that the axes with these tags must support, in the axes' own units.
    package var variation: [String: Double]
    /// Languages that the face must cover, as BCP 47 tags or Unicode locale identifiers.
    package var languages: [String]
    /// Characters that the face must have.
    package var characters: String
    /// Where the face must come from.
    package var source: FontSource?
    /// The provider's own mark, which distinguishes equal names.
    package var userInfo: String?

    /// Creates a descriptor; omitted attributes are not matched.
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

    /// Whether the descriptor names the font, with any kind of name.
    package var isNamed: Bool {
        name != nil || postscriptName != nil || family != nil || displayName != nil
    }

    /// Whether the descriptor specifies properties by which some of several faces are a closer match than others.
    package var hasWishes: Bool {
        style != nil || weight != nil || width != nil || slant != nil || isBold != nil || isItalic != nil
            || isMonospace != nil || isVariable != nil || !variation.isEmpty || !characters.isEmpty || userInfo != nil
    }
}

/// Constants for weights on OpenType's scale, 1 to 1000.
package enum FontWeight {
    /// The weight if none is specified: regular.
    package static let regular = 400.0
    /// The weight used if a bold face is requested: bold.
    package static let bold = 700.0
    /// The lowest weight that counts as bold: semi-bold, the OpenType specification's name for `usWeightClass` 600.
    package static let leastBold = 600.0
}
