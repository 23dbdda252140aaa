/// Everything known about one face of a font file: what consumers query by and what `typecase info` shows.
package struct FaceDescription: Sendable, Equatable {
    /// The index of the face in its file, 0 for a file of one face.
    package var index: Int
    /// The PostScript name (name id 6), at most 255 bytes.
    package var postscriptName: String
    /// The family as style-linked groups of four (name id 1).
    package var family: String
    /// The family as the designer means it (name id 16), where it differs.
    package var typographicFamily: String?
    /// The style within ``typographicFamily``, or else within ``family`` (name ids 17 and 2).
    package var style: String
    /// The full name (name id 4).
    package var fullName: String
    /// All names above in every language that the file has them in.
    package var names: [LocalizedName]
    /// The weight on OpenType's scale, 1 to 1000.
    package var weight: Double
    /// The width in percent of normal.
    package var width: Double
    /// The slope.
    package var slant: FontSlant
    /// Whether all glyphs have one advance width.
    package var isMonospace: Bool
    /// The languages whose orthography the face covers, as BCP 47 tags, from fontconfig's tables.
    package var languages: [String]
    /// The OpenType script tags of the layout tables, such as `latn`, without padding.
    package var scripts: [String]
    /// The characters that the face has glyphs for.
    package var coverage: CharacterCoverage
    /// The variation axes, none for a static face.
    package var axes: [VariationAxis]
    /// The named points in the space of ``axes``.
    package var namedInstances: [NamedInstance]
    /// The colour tables present: any of `COLR`, `CBDT`, `sbix`, `SVG`.
    package var colorTables: [String]
    /// The version text (name id 5).
    package var version: String
    /// `head.fontRevision`, a 16.16 fixed-point number.
    package var revision: Int32
    /// The four-letter vendor tag of `OS/2`, or the foundry as fontconfig has it.
    package var foundry: String
    /// The licence text or its address (name ids 13 and 14).
    package var licence: String
    /// What the font says about embedding.
    package var embedding: EmbeddingRights
    /// The number of glyphs; 0 where it is not known, as fontconfig does not tell it: no font has none.
    package var glyphCount: Int

    /// Creates a description; everything but the index has a neutral default.
    package init(
        index: Int, postscriptName: String = "", family: String = "", typographicFamily: String? = nil,
        style: String = "", fullName: String = "", names: [LocalizedName] = [], weight: Double = 400,
        width: Double = 100, slant: FontSlant = .upright, isMonospace: Bool = false, languages: [String] = [],
        scripts: [String] = [], coverage: CharacterCoverage = CharacterCoverage(), axes: [VariationAxis] = [],
        namedInstances: [NamedInstance] = [], colorTables: [String] = [], version: String = "", revision: Int32 = 0,
        foundry: String = "", licence: String = "", embedding: EmbeddingRights = .unknown, glyphCount: Int = 0
    ) {
        self.index = index
        self.postscriptName = postscriptName
        self.family = family
        self.typographicFamily = typographicFamily
        self.style = style
        self.fullName = fullName
        self.names = names
        self.weight = weight
        self.width = width
        self.slant = slant
        self.isMonospace = isMonospace
        self.languages = languages
        self.scripts = scripts
        self.coverage = coverage
        self.axes = axes
        self.namedInstances = namedInstances
        self.colorTables = colorTables
        self.version = version
        self.revision = revision
        self.foundry = foundry
        self.licence = licence
        self.embedding = embedding
        self.glyphCount = glyphCount
    }

    /// Whether the face has variation axes.
    package var isVariable: Bool { !axes.isEmpty }
}

/// One name of a face in one language.
package struct LocalizedName: Sendable, Hashable {
    /// Which name it is; the raw value is OpenType's name id.
    package enum Kind: UInt16, Sendable, Hashable, CaseIterable {
        case family = 1
        case style = 2
        case full = 4
        case postscript = 6
        case typographicFamily = 16
        case typographicStyle = 17
    }

    /// Which name it is.
    package var kind: Kind
    /// The language as a BCP 47 tag, `und` where the file does not say.
    package var language: String
    /// The name, valid UTF-8 without control characters, at most 255 bytes.
    package var value: String

    /// Creates a name.
    package init(kind: Kind, language: String, value: String) {
        self.kind = kind
        self.language = language
        self.value = value
    }
}

/// One axis of a variable face, in the axis' own units.
package struct VariationAxis: Sendable, Hashable {
    /// The four-character tag, such as `wght`.
    package var tag: String
    /// The name shown to people, empty where the font has none.
    package var name: String
    /// The least value.
    package var minimum: Double
    /// The value of the face as it is without variation.
    package var defaultValue: Double
    /// The greatest value.
    package var maximum: Double

    /// Creates an axis.
    package init(tag: String, name: String = "", minimum: Double, defaultValue: Double, maximum: Double) {
        self.tag = tag
        self.name = name
        self.minimum = minimum
        self.defaultValue = defaultValue
        self.maximum = maximum
    }
}

/// A named point in the design space of a variable face, as the font itself declares it in `fvar`.
package struct NamedInstance: Sendable, Hashable {
    /// The style name of the instance, such as `SemiBold`.
    package var name: String
    /// The PostScript name that the font declares for it, or else the one that ``postscriptName(prefix:style:)`` makes.
    package var postscriptName: String?
    /// The value on each axis, in the order of the face's axes.
    package var coordinates: [Double]

    /// Creates an instance.
    package init(name: String, postscriptName: String?, coordinates: [Double]) {
        self.name = name
        self.postscriptName = postscriptName
        self.coordinates = coordinates
    }

    /// The PostScript name that programs make for an instance whose font declares none.
    ///
    /// Source: Adobe Technical Note 5902, and FreeType's `sfnt_get_var_ps_name`, which go by letters and digits alone.
    ///
    /// - Parameters:
    ///   - prefix: What the font would have such names begin with, or the family as its designer means it.
    ///   - style: The style name of the instance.
    /// - Returns: The name; `nil` where there is nothing to make it of.
    package static func postscriptName(prefix: String, style: String) -> String? {
        func letters(_ text: String) -> String {
            String(text.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
        }
        let (prefix, style) = (letters(prefix), letters(style))
        return prefix.isEmpty || style.isEmpty ? nil : "\(prefix)-\(style)"
    }
}
