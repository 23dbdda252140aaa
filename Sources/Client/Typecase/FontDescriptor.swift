/// A description of a font by its name, its design, or any combination of other attributes.
///
/// Attributes that are not set do not matter. ``name`` is compared with PostScript names first, then with families, and
/// then with full names. Names, ``languages`` and ``source`` must match the given values. Of the faces that match them,
/// the one that comes nearest to the other attributes is chosen.
public struct FontDescriptor: Sendable, Hashable, Codable {
    /// The path of the file, used only for registration and not for matching.
    public var path: String?
    /// A PostScript name, or else a family, or else a full name.
    public var name: String?
    /// The exact PostScript name, of a face or of a named instance.
    public var postscriptName: String?
    /// The family, in any language.
    public var familyName: String?
    /// The full name, in any language.
    public var displayName: String?
    /// The name of the style, in any language.
    public var styleName: String?
    /// The weight on OpenType's scale, 1 to 1000.
    public var weight: Double?
    /// The width, as a percentage of the normal width.
    public var width: Double?
    /// The slope.
    public var slant: FontSlant?
    /// Whether the weight is 600 or more.
    public var isBold: Bool?
    /// Whether the face is italic or oblique.
    public var isItalic: Bool?
    /// Whether all glyphs have one advance width.
    public var isMonospace: Bool?
    /// Whether the face has variation axes.
    public var isVariable: Bool?
    /// The wanted values of the face's variation axes, by axis tag, in the axes' own units.
    public var variation: [String: Double] = [:]
    /// The settings of OpenType features, by their tags.
    ///
    /// They are for the program that draws with the font, and are ignored in matching.
    public var featureSettings: [String: Int] = [:]
    /// The size in points, for the program that draws with the font; 12 if not set.
    ///
    /// The size is ignored in matching.
    public var size: Double?
    /// A transformation of the glyphs, for the program that draws with the font; ignored in matching.
    public var matrix: FontMatrix?
    /// The fonts to search for characters that the face lacks.
    ///
    /// They are for the program that draws with the font, and are ignored in matching.
    public var cascade: [FontDescriptor] = []
    /// The distance by which the baseline moves up, as a fraction of the size.
    ///
    /// The value is for the program that draws with the font, and is ignored in matching.
    public var baselineAdjustment: Double?
    /// The advance of every glyph in points, regardless of the face's own advances.
    ///
    /// The value is for the program that draws with the font, and is ignored in matching.
    public var fixedAdvance: Double?
    /// The direction of lines of text, for the program that draws with the font; ignored in matching.
    public var orientation: FontOrientation?
    /// The setting of the optical size axis, for the program that draws with the font; ignored in matching.
    public var opticalSize: FontOpticalSize?
    /// The languages that the face must cover, as BCP 47 tags or Unicode locale identifiers.
    public var languages: [String] = []
    /// The characters that the face should have.
    public var characters = ""
    /// The required source of the face.
    public var source: FontSource?
    /// The provider's own mark, which distinguishes fonts with the same PostScript name.
    public var userInfo: String?

    /// Creates a descriptor that matches everything.
    public init() {}

    /// Creates a descriptor from a name of any kind.
    ///
    /// - Parameter name: A PostScript name, or else a family, or else a full name.
    public init(name: String) { self.name = name }

    /// Creates a descriptor from an exact PostScript name.
    public init(postscriptName: String) { self.postscriptName = postscriptName }

    /// Creates a descriptor from a family name.
    public init(familyName: String) { self.familyName = familyName }

    /// Creates a descriptor of the font in a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - userInfo: The provider's own mark, which distinguishes fonts with the same PostScript name.
    public init(path: String, userInfo: String? = nil) {
        self.path = path
        self.userInfo = userInfo
    }

    /// Returns a copy with the attributes of another descriptor added.
    ///
    /// - Parameter other: The descriptor to add. The attributes that it sets replace those of this descriptor; only
    ///   ``variation`` and ``featureSettings`` are merged.
    /// - Returns: The copy.
    public func adding(_ other: FontDescriptor) -> FontDescriptor {
        var copy = other
        copy.path = other.path ?? path
        copy.name = other.name ?? name
        copy.postscriptName = other.postscriptName ?? postscriptName
        copy.familyName = other.familyName ?? familyName
        copy.displayName = other.displayName ?? displayName
        copy.styleName = other.styleName ?? styleName
        copy.weight = other.weight ?? weight
        copy.width = other.width ?? width
        copy.slant = other.slant ?? slant
        copy.isBold = other.isBold ?? isBold
        copy.isItalic = other.isItalic ?? isItalic
        copy.isMonospace = other.isMonospace ?? isMonospace
        copy.isVariable = other.isVariable ?? isVariable
        copy.variation = variation.merging(other.variation) { $1 }
        copy.featureSettings = featureSettings.merging(other.featureSettings) { $1 }
        copy.size = other.size ?? size
        copy.matrix = other.matrix ?? matrix
        copy.cascade = other.cascade.isEmpty ? cascade : other.cascade
        copy.baselineAdjustment = other.baselineAdjustment ?? baselineAdjustment
        copy.fixedAdvance = other.fixedAdvance ?? fixedAdvance
        copy.orientation = other.orientation ?? orientation
        copy.opticalSize = other.opticalSize ?? opticalSize
        copy.languages = other.languages.isEmpty ? languages : other.languages
        copy.characters = other.characters.isEmpty ? characters : other.characters
        copy.source = other.source ?? source
        copy.userInfo = other.userInfo ?? userInfo
        return copy
    }
}

extension FontDescriptor {
    /// An attribute that can be made mandatory in matching.
    public enum Attribute: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
        /// ``FontDescriptor/name``.
        case name
        /// ``FontDescriptor/postscriptName``.
        case postscriptName = "postscript_name"
        /// ``FontDescriptor/familyName``.
        case familyName = "family"
        /// ``FontDescriptor/displayName``.
        case displayName = "full_name"
        /// ``FontDescriptor/styleName``.
        case styleName = "style"
        /// ``FontDescriptor/weight``.
        case weight
        /// ``FontDescriptor/width``.
        case width
        /// ``FontDescriptor/slant``.
        case slant
        /// ``FontDescriptor/isBold``.
        case isBold = "bold"
        /// ``FontDescriptor/isItalic``.
        case isItalic = "italic"
        /// ``FontDescriptor/isMonospace``.
        case isMonospace = "monospace"
        /// ``FontDescriptor/isVariable``.
        case isVariable = "variable"
        /// ``FontDescriptor/variation``.
        case variation = "instance"
        /// ``FontDescriptor/languages``.
        case languages
        /// ``FontDescriptor/characters``.
        case characters
        /// ``FontDescriptor/source``.
        case source
        /// ``FontDescriptor/userInfo``.
        case userInfo = "user_info"

        /// The name used on the bus.
        public var description: String { rawValue }
    }
}

extension FontDescriptor {
    /// Creates a descriptor by decoding it.
    ///
    /// Attributes that the encoded form does not contain are left out, for example if it was written before an
    /// attribute existed.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: Any error of the decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
            try container.decodeIfPresent(Value.self, forKey: key)
        }
        self.init()
        path = try value(.path)
        name = try value(.name)
        postscriptName = try value(.postscriptName)
        familyName = try value(.familyName)
        displayName = try value(.displayName)
        styleName = try value(.styleName)
        weight = try value(.weight)
        width = try value(.width)
        slant = try value(.slant)
        isBold = try value(.isBold)
        isItalic = try value(.isItalic)
        isMonospace = try value(.isMonospace)
        isVariable = try value(.isVariable)
        variation = try value(.variation) ?? variation
        featureSettings = try value(.featureSettings) ?? featureSettings
        size = try value(.size)
        matrix = try value(.matrix)
        cascade = try value(.cascade) ?? cascade
        baselineAdjustment = try value(.baselineAdjustment)
        fixedAdvance = try value(.fixedAdvance)
        orientation = try value(.orientation)
        opticalSize = try value(.opticalSize)
        languages = try value(.languages) ?? languages
        characters = try value(.characters) ?? characters
        source = try value(.source)
        userInfo = try value(.userInfo)
    }
}

/// The source of a face.
public enum FontSource: String, Sendable, Hashable, CaseIterable, Codable, CustomStringConvertible {
    /// The face is registered with Typecase.
    case typecase
    /// fontconfig found the face elsewhere.
    case system
    /// The face is registered for this process only.
    case process

    /// The name used on the bus.
    public var description: String { rawValue }
}

/// The slope of a face.
public enum FontSlant: String, Sendable, Hashable, CaseIterable, Codable, CustomStringConvertible {
    /// Not sloped.
    case upright
    /// Separately drawn cursive forms.
    case italic
    /// The upright forms, sloped.
    case oblique

    /// The name used on the bus.
    public var description: String { rawValue }
}
