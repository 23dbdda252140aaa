internal import FontModel

/// A filter for listing faces; properties that are not set do not restrict the list.
public struct FontFaceFilter: Sendable, Hashable {
    /// Lists only faces of this family, in any language.
    public var familyName: String?
    /// Lists only faces that cover all of these languages, as BCP 47 tags or Unicode locale identifiers.
    public var languages: [String] = []
    /// Lists only faces whose glyphs all have one advance width if `true`, and only other faces if `false`.
    public var isMonospace: Bool?
    /// Lists only faces with variation axes if `true`, and only other faces if `false`.
    public var isVariable: Bool?
    /// Lists only faces from this source.
    public var source: FontSource?

    /// Creates a filter that lists every face.
    public init() {}

    /// Creates a filter that lists the faces of a family.
    ///
    /// - Parameter familyName: The family, in any language.
    public init(familyName: String) { self.familyName = familyName }
}

extension FontFaceFilter {
    /// Whether a face of this process passes the filter; its languages are not checked.
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
