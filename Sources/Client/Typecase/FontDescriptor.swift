/// What a font is called and should be like: any combination of attributes.
///
/// What is left out does not matter. Of the names, ``name`` is compared with PostScript names first, then with
/// families, then with full names; names, ``languages`` and ``source`` must be as they are given, and of the faces that
/// are so the one is taken that comes nearest to the rest.
public struct FontDescriptor: Sendable, Hashable, Codable {
    /// The path of the file, for registering it: descriptors are not matched by it.
    public var path: String?
    /// A PostScript name, else a family, else a full name.
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
    /// The width in percent of normal.
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
    /// Values that the axes of the face should take on, in the axes' own units, by their tags.
    public var variation: [String: Double] = [:]
    /// Settings of OpenType features by their tags, for whoever draws with the font; they do not matter to matching.
    public var featureSettings: [String: Int] = [:]
    /// The size in points, for whoever draws with the font; 12 where it is not given.
    ///
    /// It does not matter to matching.
    public var size: Double?
    /// A transformation of the glyphs, for whoever draws with the font; it does not matter to matching.
    public var matrix: FontMatrix?
    /// Where characters are looked for that the face has not, for whoever draws with the font; it does not matter to
    /// matching.
    public var cascade: [FontDescriptor] = []
    /// How far the baseline moves up, as a fraction of the size, for whoever draws with the font; it does not matter to
    /// matching.
    public var baselineAdjustment: Double?
    /// The advance of every glyph in points, whatever the face says, for whoever draws with the font; it does not
    /// matter to matching.
    public var fixedAdvance: Double?
    /// Which way lines of text run, for whoever draws with the font; it does not matter to matching.
    public var orientation: FontOrientation?
    /// What the axis of the optical size is set to, for whoever draws with the font; it does not matter to matching.
    public var opticalSize: FontOpticalSize?
    /// Languages that the face must cover, as BCP 47 tags or Unicode locale identifiers.
    public var languages: [String] = []
    /// Characters that the face should have.
    public var characters = ""
    /// Where the face must come from.
    public var source: FontSource?
    /// The provider's own mark, which tells fonts of equal PostScript names apart.
    public var userInfo: String?

    /// Creates a descriptor that matches everything.
    public init() {}

    /// Describes a font by a name.
    ///
    /// - Parameter name: A PostScript name, else a family, else a full name.
    public init(name: String) { self.name = name }

    /// Describes a font by its exact PostScript name.
    public init(postscriptName: String) { self.postscriptName = postscriptName }

    /// Describes a font by its family.
    public init(familyName: String) { self.familyName = familyName }

    /// Describes the font in a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - userInfo: The provider's own mark, which tells fonts of equal PostScript names apart.
    public init(path: String, userInfo: String? = nil) {
        self.path = path
        self.userInfo = userInfo
    }

    /// A copy with more attributes.
    ///
    /// - Parameter other: What it has takes the place of what was there, but for ``variation`` and ``featureSettings``,
    ///   which are joined.
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
    /// An attribute that matching can be told to insist on.
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

        /// The word for it on the bus.
        public var description: String { rawValue }
    }
}

extension FontDescriptor {
    /// Reads a descriptor; what it does not say, as one that was written before there was such an attribute, is left
    /// out.
    ///
    /// - Parameter decoder: What to read from.
    /// - Throws: What the decoder throws.
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

/// Where a face comes from.
public enum FontSource: String, Sendable, Hashable, CaseIterable, Codable, CustomStringConvertible {
    /// Registered with Typecase.
    case typecase
    /// Found by fontconfig elsewhere.
    case system
    /// Registered for this process alone.
    case process

    /// The word for it on the bus.
    public var description: String { rawValue }
}

/// The slope of a face.
public enum FontSlant: String, Sendable, Hashable, CaseIterable, Codable, CustomStringConvertible {
    /// Not sloped.
    case upright
    /// Cursive forms of its own.
    case italic
    /// The upright forms, sloped.
    case oblique

    /// The word for it on the bus.
    public var description: String { rawValue }
}
