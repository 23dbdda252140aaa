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

    /// How far a face is from what the descriptor wishes for, what counts most first.
    func distance(to face: FontFace) -> [Double] {
        func miss<Value: Equatable>(_ wish: Value?, _ value: Value) -> Double {
            wish.map { $0 == value } ?? true ? 0 : 1
        }
        return [
            styleName.map { $0.fontNameKey == face.styleName.fontNameKey } ?? true ? 0 : 1,
            width.map { abs($0 - face.width) } ?? 0, miss(isItalic, face.slant != .upright), miss(slant, face.slant),
            miss(isBold, face.weight >= FontWeight.leastBold),
            weight.map { abs($0 - face.weight) } ?? (isBold == nil ? abs(FontWeight.regular - face.weight) / 1000 : 0),
            miss(isMonospace, face.isMonospace), miss(isVariable, face.isVariable),
        ]
    }
}

extension [Double] {
    /// Whether numbers come before others, the first that differs deciding.
    func isNearer(than other: [Double]) -> Bool { lexicographicallyPrecedes(other) }
}
