package import FontModel

/// The properties that distinguish a face from others: its names, its revision and its appearance.
///
/// A PostScript name alone is not sufficient; see ``isSameFont(as:)``.
package struct FaceIdentity: Sendable, Hashable {
    /// The PostScript name.
    package var postscriptName: String
    /// The family that the designer intended: the typographic one, if there is one.
    package var family: String
    /// The display name of the style.
    package var styleName: String
    /// `head.fontRevision`, a 16.16 fixed-point number.
    package var revision: Int32
    /// Whether the face has variation axes.
    package var isVariable: Bool
    /// The properties by which programs select the face within its families.
    package var style: FaceStyle
    /// The PostScript names of the named instances, as `fontNameKey`.
    package var instanceKeys: Set<String>
    /// The full names of the face in all languages, as `fontNameKey`.
    package var fullNames: Set<String>
    /// The full names of the named instances, as `fontNameKey`.
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

    /// Creates the identity of a face.
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

/// The properties by which programs select a face within its families.
package struct FaceStyle: Sendable, Hashable {
    /// The names of all families of the face in all languages, as `fontNameKey`.
    package var families: Set<String>
    /// The name of the style, as `fontNameKey`.
    package var name: String
    /// The range of weights, on OpenType's scale.
    package var weight: ClosedRange<Double>
    /// The range of widths, in percent of the normal width.
    package var width: ClosedRange<Double>
    /// The weight of the default instance; for a static face, its only weight.
    package var defaultWeight: Double
    /// The width of the default instance; for a static face, its only width.
    package var defaultWidth: Double
    /// The slant.
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

    /// Creates the style of a face.
    package init(_ face: FaceDescription) {
        var families = [face.family, face.typographicFamily ?? ""]
        families += face.names.filter { $0.kind == .family || $0.kind == .typographicFamily }.map(\.value)
        self.init(
            families: Set(families.map(\.fontNameKey)).subtracting([""]), name: face.style.fontNameKey,
            weight: face.weight...face.weight, width: face.width...face.width, slant: face.slant)
        for axis in face.axes { extend(to: axis.minimum, axis.maximum, on: axis.tag) }
    }

    /// Includes the range of an axis, if programs use the axis as a property of styles.
    mutating func extend(to minimum: Double, _ maximum: Double, on axis: String) {
        guard minimum <= maximum else { return }
        switch axis {
        case "wght": weight = minimum...maximum
        case "wdth": width = minimum...maximum
        default: break
        }
    }

    /// The distance of the face from the style that is meant by default: upright, regular, of normal width.
    var plainness: StyleDistance {
        StyleDistance(
            slants: [slant], weights: defaultWeight...defaultWeight, widths: defaultWidth...defaultWidth)
    }

    /// Whether a program that requests one of two faces of a family by its appearance could also be given the other.
    package func looksLike(_ other: FaceStyle) -> Bool {
        slant == other.slant && weight.isNear(other.weight) && width.isNear(other.width)
    }
}

/// A face of the system.
package struct SystemFace: Sendable, Hashable {
    /// The absolute path of its file.
    package var path: String
    /// The face, without its full names and those of its instances.
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
    /// Whether two ranges overlap, with a tolerance for the rounding errors of fontconfig's scale conversions.
    func isNear(_ other: ClosedRange<Double>) -> Bool {
        lowerBound <= other.upperBound + 1 && other.lowerBound <= upperBound + 1
    }
}
