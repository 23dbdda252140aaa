/// One face of a font: what text can be set in.
public struct FontFace: Sendable, Hashable {
    /// The registration that it belongs to; for a face of the system it stands for the face alone.
    public var id: String
    /// Where it comes from.
    public var source: FontSource
    /// Who registered it; `nil` for faces of the system and of this process.
    public var provider: String?
    /// Whether programs find it.
    public var isEnabled: Bool
    /// The index of the face in its file.
    public var index: Int
    /// The PostScript name.
    public var postscriptName: String
    /// The family, in groups of at most four styles.
    public var familyName: String
    /// The family as its designer means it; `nil` where it is the same.
    public var typographicFamilyName: String?
    /// The full name.
    public var fullName: String
    /// The name to show to people.
    public var displayName: String
    /// The name of the style within the family.
    public var styleName: String
    /// The weight on OpenType's scale, 1 to 1000.
    public var weight: Double
    /// The width in percent of normal.
    public var width: Double
    /// The slope.
    public var slant: FontSlant
    /// Whether all glyphs have one advance width.
    public var isMonospace: Bool
    /// Whether the face has variation axes.
    public var isVariable: Bool
    /// Where in the design space it is what was asked for, by axis tag; empty for a static face.
    public var variation: [String: Double]
    /// The name that the font has for ``variation``; `nil` where it has none.
    public var namedInstance: String?
    /// The path of its file, which only faces of this process have.
    public var path: String?
}
