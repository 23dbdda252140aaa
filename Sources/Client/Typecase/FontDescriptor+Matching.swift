internal import FontModel

extension FontDescriptor {
    /// Whether a registration has a face of the descriptor's names and, where it says one, its mark.
    func stands(for font: RegisteredFont) -> Bool {
        guard isNamed else { return false }
        if let userInfo, font.userInfo != userInfo { return false }
        return font.faces.contains { nameRank(of: $0) != nil }
    }

    /// How good the names of a face are: 0 the PostScript name, 1 the family, 2 the full name; `nil` where one is not
    /// so.
    func nameRank(of face: FontFace) -> Int? {
        func isSame(_ wanted: String?, _ names: String?...) -> Bool {
            guard let key = wanted?.fontNameKey else { return true }
            return names.contains { $0?.fontNameKey == key }
        }
        guard isSame(postscriptName, face.postscriptName),
            isSame(familyName, face.familyName, face.typographicFamilyName), isSame(displayName, face.fullName)
        else { return nil }
        guard name != nil else { return 0 }
        if isSame(name, face.postscriptName) { return 0 }
        if isSame(name, face.familyName, face.typographicFamilyName) { return 1 }
        return isSame(name, face.fullName) ? 2 : nil
    }

    /// Whether it says something that can be looked for without a name.
    var isSearchable: Bool {
        !characters.isEmpty || !languages.isEmpty || styleName != nil || isMonospace != nil || isVariable != nil
            || !variation.isEmpty || userInfo != nil
    }

    /// How far a face is from what the descriptor wishes for, what counts most first.
    func distances(to face: FontFace, _ gaps: FontFaceGaps) -> [FontFaceDistance] {
        func miss<Value: Equatable>(_ attribute: Attribute, _ wish: Value?, _ value: Value) -> FontFaceDistance {
            FontFaceDistance(attribute, wish.map { $0 == value } ?? true ? 0 : 1)
        }
        return [
            FontFaceDistance(.characters, Double(gaps.characters)),
            FontFaceDistance(.languages, Double(gaps.languages)),
            FontFaceDistance(.styleName, gaps.lacksStyle ? 1 : 0),
            FontFaceDistance(.variation, Double(gaps.axes)),
            FontFaceDistance(.width, width.map { abs($0 - face.width) } ?? 0),
            miss(.isItalic, isItalic, face.slant != .upright), miss(.slant, slant, face.slant),
            miss(.isBold, isBold, face.weight >= FontWeight.leastBold),
            FontFaceDistance(.weight, weight.map { abs($0 - face.weight) } ?? 0),
            // What was not asked for is as in a regular face.
            FontFaceDistance(
                nil,
                weight == nil && isBold == nil && variation["wght"] == nil ? abs(FontWeight.regular - face.weight) : 0),
            miss(.isMonospace, isMonospace, face.isMonospace), miss(.isVariable, isVariable, face.isVariable),
        ]
    }
}

extension FontDescriptor.Attribute {
    /// What can be looked for without a name.
    static let searchable: Set<Self> = [
        .characters, .languages, .styleName, .isMonospace, .isVariable, .variation, .userInfo,
    ]
}

/// What a face lacks of what is asked for.
struct FontFaceGaps {
    /// Characters that it has no glyphs for.
    var characters = 0
    /// Languages that it does not cover.
    var languages = 0
    /// Whether it is of another style by its name, whatever its axes are set to.
    var lacksStyle = false
    /// Axes that it has not, or cannot set to the value.
    var axes = 0
}

/// How far a face is from what is asked for in one attribute.
struct FontFaceDistance {
    /// How far apart numbers may be that count as the same: designers' values are whole.
    private static let tolerance = 0.5

    /// What it is about; `nil` for what was not asked for.
    var attribute: FontDescriptor.Attribute?
    var value: Double

    init(_ attribute: FontDescriptor.Attribute?, _ value: Double) { (self.attribute, self.value) = (attribute, value) }

    /// Whether the face differs in something that it must not differ in.
    func isTooFar(for mandatory: Set<FontDescriptor.Attribute>) -> Bool {
        attribute.map(mandatory.contains) ?? false && value > Self.tolerance
    }
}

extension [Double] {
    /// Whether numbers come before others, the first that differs deciding.
    func isNearer(than other: [Double]) -> Bool { lexicographicallyPrecedes(other) }
}
