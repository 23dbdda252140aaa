/// The details of a face beyond its names and its style.
///
/// They come from the service or, for a face of this process, from the file of the face.
public struct FontFaceDetails: Sendable, Hashable {
    /// The family name in every language of the font, by BCP 47 tag.
    ///
    /// For faces of the system and of this process, most tags have no region, such as `en` instead of `en-US`.
    public var familyNames: [String: String] = [:]
    /// The languages that the face covers, as BCP 47 tags.
    public var languages: [String] = []
    /// The OpenType scripts of the face's layout tables.
    public var scripts: [String] = []
    /// The variation axes, sorted by their tags; empty for a static face.
    public var axes: [FontVariationAxis] = []
    /// The format of the file: `truetype`, `cff`, `cff2` or `collection`; a newer service may use other values.
    public var format: String?
    /// The colour tables of the face, such as `COLR`.
    public var colorTables: [String] = []
    /// The version, as stated in the font.
    public var version = ""
    /// The vendor.
    public var foundry = ""
    /// The licence, or where to find it.
    public var license = ""
    /// The maker's permission for use of the font in documents.
    ///
    /// It is `installable`, `preview-and-print`, `editable`, `restricted` or `unknown`.
    public var embedding = "unknown"
    /// The number of glyphs; `nil` if the service does not know it, as for faces of the system.
    public var glyphCount: Int?

    /// Creates details in which nothing is known.
    public init() {}
}

/// A property that can vary in a variable face, such as its weight.
public struct FontVariationAxis: Sendable, Hashable {
    /// The tag, such as `wght`.
    public var tag: String
    /// The minimum value, in the axis' own units.
    public var minimum: Double
    /// The value that applies if none is set.
    public var defaultValue: Double
    /// The maximum value, in the axis' own units.
    public var maximum: Double

    /// Creates an axis.
    ///
    /// - Parameters:
    ///   - tag: The tag, such as `wght`.
    ///   - minimum: The minimum value, in the axis' own units.
    ///   - defaultValue: The value that applies if none is set.
    ///   - maximum: The maximum value, in the axis' own units.
    public init(tag: String, minimum: Double, defaultValue: Double, maximum: Double) {
        self.tag = tag
        self.minimum = minimum
        self.defaultValue = defaultValue
        self.maximum = maximum
    }
}
