/// One face of a font: a single design in which text can be set.
public struct FontFace: Sendable, Hashable {
    /// The id of the registration that the face belongs to; for a system face, an id for the face alone.
    public var id: String
    /// The source of the face.
    public var source: FontSource
    /// The provider that registered the face; `nil` for faces of the system and of this process.
    public var provider: String?
    /// Whether programs find the face.
    public var isEnabled: Bool
    /// The index of the face in its file.
    public var index: Int
    /// The PostScript name.
    public var postscriptName: String
    /// The family name for groups of at most four styles.
    public var familyName: String
    /// The family name as the designer intended; `nil` if it is the same as ``familyName``.
    public var typographicFamilyName: String?
    /// The full name.
    public var fullName: String
    /// The name to show to people.
    public var displayName: String
    /// The name of the style within the family.
    public var styleName: String
    /// The weight on OpenType's scale, 1 to 1000.
    public var weight: Double
    /// The width, as a percentage of the normal width.
    public var width: Double
    /// The slope.
    public var slant: FontSlant
    /// Whether all glyphs have one advance width.
    public var isMonospace: Bool
    /// Whether the face has variation axes.
    public var isVariable: Bool
    /// The position in the design space at which the face matches the request, by axis tag; empty for a static face.
    public var variation: [String: Double]
    /// The name of the position ``variation`` in the font; `nil` if it has no name.
    public var namedInstance: String?
    /// The named instances of a variable face.
    ///
    /// They are provided only for faces of this process, and for all faces that are described from a file.
    public var namedInstances: [NamedFontInstance] = []
    /// The other details of the face; `nil` if they were not requested.
    public var details: FontFaceDetails?
    /// The path of the file; set only for faces of this process that come from a file.
    public var path: String?

    /// The priority among fonts of the same name, in Core Text's numbers: the font with the higher number is used.
    ///
    /// Source: CTFontDescriptor.h, `kCTFontPriority…`.
    public var priority: Int {
        switch source {
        case .system: 10_000
        case .typecase: 50_000
        case .process: 60_000
        }
    }
}

/// A named position in the design space of a variable face, such as Bold.
public struct NamedFontInstance: Sendable, Hashable {
    /// The name of the style.
    public var name: String
    /// The PostScript name.
    public var postscriptName: String
    /// The weight on OpenType's scale, 1 to 1000.
    public var weight: Double
    /// The width, as a percentage of the normal width.
    public var width: Double
    /// The position in the design space, by axis tag, in the axes' own units.
    public var variation: [String: Double]
}

extension FontFace {
    /// A descriptor that finds the face again: its names, and its position in the design space if it has one.
    public var descriptor: FontDescriptor {
        var descriptor = FontDescriptor()
        descriptor.postscriptName = postscriptName.isEmpty ? nil : postscriptName
        descriptor.familyName = typographicFamilyName ?? familyName
        descriptor.variation = variation
        return descriptor
    }

    /// Returns the face at one of its named instances.
    func instance(_ instance: NamedFontInstance) -> FontFace {
        var face = self
        face.postscriptName = instance.postscriptName
        face.styleName = instance.name
        face.fullName = "\(typographicFamilyName ?? familyName) \(instance.name)"
        face.displayName = face.fullName
        (face.weight, face.width) = (instance.weight, instance.width)
        (face.variation, face.namedInstance) = (instance.variation, instance.name)
        face.namedInstances = []
        return face
    }

    /// Returns the face, or its named instance, if it has the given PostScript name.
    func named(_ postscriptName: String) -> FontFace? {
        if self.postscriptName == postscriptName { return self }
        return namedInstances.first { $0.postscriptName == postscriptName }.map(instance)
    }
}
