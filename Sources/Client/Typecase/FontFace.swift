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
    /// What the designer of a variable face gave names to, as far as it is told: for faces of this process, and for all
    /// that are described from a file.
    public var namedInstances: [NamedFontInstance] = []
    /// What else there is to tell of it; `nil` where that was not asked for.
    public var details: FontFaceDetails?
    /// The path of its file, which only faces of this process have that come from one.
    public var path: String?

    /// Which of two fonts of the same name is taken: the higher one, by Core Text's numbers.
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

/// A place in the design space of a variable face that has a name, such as Bold.
public struct NamedFontInstance: Sendable, Hashable {
    /// The name of the style.
    public var name: String
    /// The PostScript name.
    public var postscriptName: String
    /// The weight on OpenType's scale, 1 to 1000.
    public var weight: Double
    /// The width in percent of normal.
    public var width: Double
    /// Where it is in the design space, by axis tag, in the axes' own units.
    public var variation: [String: Double]
}

extension FontFace {
    /// Describes the face by its names, and where it is a point of a design space by that: what finds it again.
    public var descriptor: FontDescriptor {
        var descriptor = FontDescriptor()
        descriptor.postscriptName = postscriptName.isEmpty ? nil : postscriptName
        descriptor.familyName = typographicFamilyName ?? familyName
        descriptor.variation = variation
        return descriptor
    }

    /// The face at one of its named instances.
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

    /// The face, or the named instance of it, that has a PostScript name.
    func named(_ postscriptName: String) -> FontFace? {
        if self.postscriptName == postscriptName { return self }
        return namedInstances.first { $0.postscriptName == postscriptName }.map(instance)
    }
}
