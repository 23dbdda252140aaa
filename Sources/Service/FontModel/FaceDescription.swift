/// Everything known about one face of a font file.
///
/// Queries of consumers match these properties, and `typecase info` shows them.
package struct FaceDescription: Sendable, Equatable {
    /// The index of the face in its file; 0 for a file with one face.
    package var index: Int
    /// The PostScript name (name id 6), at most 255 bytes.
    package var postscriptName: String
    /// The family as a style-linked group of four (name id 1).
    package var family: String
    /// The typographic family (name id 16), if it differs from ``family``.
    package var typographicFamily: String?
    /// The style within ``typographicFamily`` or, if that is `nil`, within ``family`` (name ids 17 and 2).
    package var style: String
    /// The full name (name id 4).
    package var fullName: String
    /// All names above, in every language in which the file contains them.
    package var names: [LocalizedName]
    /// The weight on OpenType's scale, 1 to 1000.
    package var weight: Double
    /// The width, as a percentage of the normal width.
    package var width: Double
    /// The slope.
    package var slant: FontSlant
    /// Whether all glyphs have the same advance width.
    package var isMonospace: Bool
    /// The languages whose orthography the face covers, as BCP 47 tags, from fontconfig's tables.
    package var languages: [String]
    /// The OpenType script tags of the layout tables, such as `latn`, without padding.
    package var scripts: [String]
    /// The characters that the face has glyphs for.
    package var coverage: CharacterCoverage
    /// The variation axes; empty for a static face.
    package var axes: [VariationAxis]
    /// The named points in the space of ``axes``.
    package var namedInstances: [NamedInstance]
    /// The colour tables present: any of `COLR`, `CBDT`, `sbix`, `SVG`.
    package var colorTables: [String]
    /// The version text (name id 5).
    package var version: String
    /// `head.fontRevision`, a 16.16 fixed-point number.
    package var revision: Int32
    /// The four-letter vendor tag of `OS/2`, or the foundry that fontconfig reports.
    package var foundry: String
    /// The licence text or its address (name ids 13 and 14).
    package var licence: String
    /// The embedding rights that the font declares.
    package var embedding: EmbeddingRights
    /// The number of glyphs; 0 if unknown, because fontconfig does not report it.
    ///
    /// Every font has glyphs.
    package var glyphCount: Int

    /// Creates a description; everything except the index has a neutral default.
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
    /// The kind of a name; the raw value is OpenType's name id.
    package enum Kind: UInt16, Sendable, Hashable, CaseIterable {
        case family = 1
        case style = 2
        case full = 4
        case postscript = 6
        case typographicFamily = 16
        case typographicStyle = 17
    }

    /// The kind of the name.
    package var kind: Kind
    /// The language as a BCP 47 tag; `und` if the file does not specify one.
    package var language: String
    /// The name: valid UTF-8 without control characters, at most 255 bytes.
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
    /// The display name; empty if the font has none.
    package var name: String
    /// The minimum value.
    package var minimum: Double
    /// The value of the face without variation.
    package var defaultValue: Double
    /// The maximum value.
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

/// A named point in the design space of a variable face, as declared by the font in `fvar`.
package struct NamedInstance: Sendable, Hashable {
    /// The style name of the instance, such as `SemiBold`.
    package var name: String
    /// The PostScript name that the font declares for the instance, or else the result of
    /// ``postscriptName(prefix:style:)``.
    package var postscriptName: String?
    /// The value on each axis, in the order of the face's axes.
    package var coordinates: [Double]

    /// Creates an instance.
    package init(name: String, postscriptName: String?, coordinates: [Double]) {
        self.name = name
        self.postscriptName = postscriptName
        self.coordinates = coordinates
    }

    /// Returns the PostScript name that programs derive for an instance whose font declares none.
    ///
    /// Only letters and digits are used. Source: Adobe Technical Note 5902, and FreeType's `sfnt_get_var_ps_name`.
    ///
    /// - Parameters:
    ///   - prefix: The prefix that the font declares for such names, or the typographic family.
    ///   - style: The style name of the instance.
    /// - Returns: The name; `nil` if the prefix or the style contains no letters or digits.
    package static func postscriptName(prefix: String, style: String) -> String? {
        func letters(_ text: String) -> String {
            String(text.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
        }
        let (prefix, style) = (letters(prefix), letters(style))
        return prefix.isEmpty || style.isEmpty ? nil : "\(prefix)-\(style)"
    }
}
