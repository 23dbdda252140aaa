internal import FontModel

/// Which of the faces that there are to list; what is left open does not matter.
public struct FontFaceFilter: Sendable, Hashable {
    /// Only faces of this family, in any language.
    public var familyName: String?
    /// Only faces that cover all of these languages, as BCP 47 tags or Unicode locale identifiers.
    public var languages: [String] = []
    /// Only faces of which all glyphs have one advance width, or only others.
    public var isMonospace: Bool?
    /// Only faces with variation axes, or only others.
    public var isVariable: Bool?
    /// Only faces that come from here.
    public var source: FontSource?

    /// Lets every face pass.
    public init() {}

    /// Lets the faces of a family pass.
    ///
    /// - Parameter familyName: The family, in any language.
    public init(familyName: String) { self.familyName = familyName }
}

extension FontFaceFilter {
    /// Whether a face of this process passes, but for its languages.
    func lets(_ face: FontFace) -> Bool {
        guard source == nil || source == .process else { return false }
        if let key = familyName?.fontNameKey,
            ![face.familyName, face.typographicFamilyName].contains(where: { $0?.fontNameKey == key })
        {
            return false
        }
        return isMonospace ?? face.isMonospace == face.isMonospace && isVariable ?? face.isVariable == face.isVariable
    }
}
