internal import FontModel

extension FontDescriptor {
    /// Whether a registration has a face with the descriptor's names and, if one is set, its ``userInfo``.
    func stands(for font: RegisteredFont) -> Bool {
        guard isNamed else { return false }
        if let userInfo, font.userInfo != userInfo { return false }
        return font.faces.contains { nameRank(of: $0) != nil }
    }

    /// Returns the rank of the names of a face: 0 for the PostScript name, 1 for the family, 2 for the full name.
    ///
    /// The result is `nil` if a name does not match.
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

    /// Whether the descriptor contains an attribute that can be searched for without a name.
    var isSearchable: Bool {
        !characters.isEmpty || !languages.isEmpty || styleName != nil || isMonospace != nil || isVariable != nil
            || !variation.isEmpty || userInfo != nil
    }

    /// Returns the distances of a face from the descriptor, with the most important one first.
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
            // If no weight is requested, the regular weight is preferred.
            FontFaceDistance(
                nil,
                weight == nil && isBold == nil && variation["wght"] == nil ? abs(FontWeight.regular - face.weight) : 0),
            miss(.isMonospace, isMonospace, face.isMonospace), miss(.isVariable, isVariable, face.isVariable),
        ]
    }
}

extension FontDescriptor.Attribute {
    /// The attributes that can be searched for without a name.
    static let searchable: Set<Self> = [
        .characters, .languages, .styleName, .isMonospace, .isVariable, .variation, .userInfo,
    ]
}

/// The requested features that a face lacks.
struct FontFaceGaps {
    /// The number of characters that the face has no glyphs for.
    var characters = 0
    /// The number of languages that the face does not cover.
    var languages = 0
    /// Whether the face has a different style name, whatever its axes are set to.
    var lacksStyle = false
    /// The number of axes that the face lacks or cannot set to the requested value.
    var axes = 0
}

/// The distance of a face from the request in one attribute.
struct FontFaceDistance {
    /// The largest difference between numbers that count as equal: designers use whole numbers.
    private static let tolerance = 0.5

    /// The attribute; `nil` for an attribute that was not requested.
    var attribute: FontDescriptor.Attribute?
    var value: Double

    init(_ attribute: FontDescriptor.Attribute?, _ value: Double) { (self.attribute, self.value) = (attribute, value) }

    /// Whether the face differs in an attribute that is mandatory.
    func isTooFar(for mandatory: Set<FontDescriptor.Attribute>) -> Bool {
        attribute.map(mandatory.contains) ?? false && value > Self.tolerance
    }
}

extension [Double] {
    /// Whether these numbers come before others; the first difference decides.
    func isNearer(than other: [Double]) -> Bool { lexicographicallyPrecedes(other) }
}
