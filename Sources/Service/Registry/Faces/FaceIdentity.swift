package import FontModel

/// What tells a face from others: its names, its age and what it looks like.
///
/// A PostScript name alone does not: see ``isSameFont(as:)``.
package struct FaceIdentity: Sendable, Hashable {
    /// The PostScript name.
    package var postscriptName: String
    /// The family as its designer means it.
    package var family: String
    /// The name of the style, as people read it.
    package var styleName: String
    /// `head.fontRevision`, a 16.16 fixed-point number.
    package var revision: Int32
    /// Whether it has variation axes.
    package var isVariable: Bool
    /// What programs choose it by among the faces of its families.
    package var style: FaceStyle
    /// The PostScript names of its named instances, as `fontNameKey`.
    package var instanceKeys: Set<String>
    /// Its full names in all languages, as `fontNameKey`.
    package var fullNames: Set<String>
    /// The full names of its named instances, as `fontNameKey`.
    package var instanceFullNames: Set<String>

    /// Creates a value.
    package init(
        postscriptName: String, family: String = "", styleName: String = "", revision: Int32 = 0,
        isVariable: Bool = false, style: FaceStyle = FaceStyle(), instanceKeys: Set<String> = [],
        fullNames: Set<String> = [], instanceFullNames: Set<String> = []
    ) {
        self.postscriptName = postscriptName
        self.family = family
        self.styleName = styleName
        self.revision = revision
        self.isVariable = isVariable
        self.style = style
        self.instanceKeys = instanceKeys
        self.fullNames = fullNames
        self.instanceFullNames = instanceFullNames
    }

    /// What tells a face from others.
    package init(_ face: FaceDescription) {
        self.init(
            postscriptName: face.postscriptName, family: face.typographicFamily ?? face.family,
            styleName: face.style, revision: face.revision, isVariable: face.isVariable, style: FaceStyle(face),
            instanceKeys: Set(face.namedInstances.compactMap { $0.postscriptName?.fontNameKey }).subtracting([""]))
        for name in FaceKey.fullNames(of: face) {
            if name.instance == FaceKey.faceItself {
                fullNames.insert(name.key)
            } else {
                instanceFullNames.insert(name.key)
            }
        }
    }
}

/// What programs choose a face by among the faces of its families.
package struct FaceStyle: Sendable, Hashable {
    /// All families in all languages, as `fontNameKey`.
    package var families: Set<String>
    /// The name of the style, as `fontNameKey`.
    package var name: String
    /// The weights that it has, on OpenType's scale.
    package var weight: ClosedRange<Double>
    /// The widths that it has, in percent of normal.
    package var width: ClosedRange<Double>
    /// The weight of its default instance; its only one where it is static.
    package var defaultWeight: Double
    /// The width of its default instance; its only one where it is static.
    package var defaultWidth: Double
    /// The slope.
    package var slant: FontSlant

    /// Creates a value.
    package init(
        families: Set<String> = [], name: String = "", weight: ClosedRange<Double> = 400...400,
        width: ClosedRange<Double> = 100...100, slant: FontSlant = .upright
    ) {
        self.families = families
        self.name = name
        self.weight = weight
        self.width = width
        self.slant = slant
        defaultWeight = weight.lowerBound
        defaultWidth = width.lowerBound
    }

    /// The style of a face.
    package init(_ face: FaceDescription) {
        var families = [face.family, face.typographicFamily ?? ""]
        families += face.names.filter { $0.kind == .family || $0.kind == .typographicFamily }.map(\.value)
        self.init(
            families: Set(families.map(\.fontNameKey)).subtracting([""]), name: face.style.fontNameKey,
            weight: face.weight...face.weight, width: face.width...face.width, slant: face.slant)
        for axis in face.axes { extend(to: axis.minimum, axis.maximum, on: axis.tag) }
    }

    /// Takes an axis into account, where it is one that programs know as a property of styles.
    mutating func extend(to minimum: Double, _ maximum: Double, on axis: String) {
        guard minimum <= maximum else { return }
        switch axis {
        case "wght": weight = minimum...maximum
        case "wdth": width = minimum...maximum
        default: break
        }
    }

    /// How far the face is from what is meant where nothing is said: upright, regular, of normal width.
    var plainness: StyleDistance {
        StyleDistance(
            slants: [slant], weights: defaultWeight...defaultWeight, widths: defaultWidth...defaultWidth)
    }

    /// Whether a program that asks for one of two faces of a family by what it looks like could as well be given the
    /// other.
    package func looksLike(_ other: FaceStyle) -> Bool {
        slant == other.slant && weight.isNear(other.weight) && width.isNear(other.width)
    }
}

/// A face that the system has.
package struct SystemFace: Sendable, Hashable {
    /// The absolute path of its file.
    package var path: String
    /// The face; its full names and those of its instances are left out.
    package var identity: FaceIdentity

    /// Creates a value.
    package init(path: String, identity: FaceIdentity) {
        self.path = path
        self.identity = identity
        self.identity.fullNames = []
        self.identity.instanceFullNames = []
    }
}

extension ClosedRange<Double> {
    /// Whether two ranges meet, give or take what fontconfig's conversions of scales lose.
    func isNear(_ other: ClosedRange<Double>) -> Bool {
        lowerBound <= other.upperBound + 1 && other.lowerBound <= upperBound + 1
    }
}
