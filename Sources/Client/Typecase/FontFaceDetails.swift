/// What there is to tell of a face beyond its names and its style: as the service knows it, or for a face of this
/// process as its file says it.
public struct FontFaceDetails: Sendable, Hashable {
    /// The family in every language that the font has it in, by BCP 47 tag; for faces of the system and of this process
    /// most tags are without the region, such as `en` for `en-US`.
    public var familyNames: [String: String] = [:]
    /// The languages that the face covers, as BCP 47 tags.
    public var languages: [String] = []
    /// The OpenType scripts of its layout tables.
    public var scripts: [String] = []
    /// The variation axes, sorted by their tags; none for a static face.
    public var axes: [FontVariationAxis] = []
    /// What its file is: `truetype`, `cff`, `cff2` or `collection`; a newer service may know others.
    public var format: String?
    /// The colour tables that it has, such as `COLR`.
    public var colorTables: [String] = []
    /// The version, as the font says it.
    public var version = ""
    /// The vendor.
    public var foundry = ""
    /// The licence, or where to find it.
    public var license = ""
    /// What its maker allows documents to do with it: `installable`, `preview-and-print`, `editable`, `restricted` or
    /// `unknown`.
    public var embedding = "unknown"
    /// The number of glyphs; `nil` where the service does not know it, as for faces of the system.
    public var glyphCount: Int?

    /// Details of which none is known.
    public init() {}
}

/// A way in which a variable face can change, such as its weight.
public struct FontVariationAxis: Sendable, Hashable {
    /// The tag, such as `wght`.
    public var tag: String
    /// The least value, in the axis' own units.
    public var minimum: Double
    /// The value where nothing is said.
    public var defaultValue: Double
    /// The greatest value.
    public var maximum: Double

    /// Creates an axis.
    ///
    /// - Parameters:
    ///   - tag: The tag, such as `wght`.
    ///   - minimum: The least value, in the axis' own units.
    ///   - defaultValue: The value where nothing is said.
    ///   - maximum: The greatest value.
    public init(tag: String, minimum: Double, defaultValue: Double, maximum: Double) {
        self.tag = tag
        self.minimum = minimum
        self.defaultValue = defaultValue
        self.maximum = maximum
    }
}
