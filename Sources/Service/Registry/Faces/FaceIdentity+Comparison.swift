internal import FontModel

/// Comparisons between faces of one family that have the same PostScript name.
extension FaceIdentity {
    /// Whether another face is the same font in any revision; only such a face can be a duplicate or replace this one.
    ///
    /// Both must have the same PostScript name, family (the typographic one if there is one, otherwise the legacy one),
    /// weight, width and slant. Variable fonts are compared by their default instance. A variable font and a static one
    /// are never the same, because replacing one by the other would lose axes or styles.
    package func isSameFont(as other: FaceIdentity) -> Bool {
        postscriptName.fontNameKey == other.postscriptName.fontNameKey
            && family.fontNameKey == other.family.fontNameKey && !isOtherStyle(than: other)
    }

    /// Whether another face of the family has a different weight, width or slant, or differs in whether it is variable.
    package func isOtherStyle(than other: FaceIdentity) -> Bool {
        func differ(_ value: Double, _ other: Double) -> Bool { !(value...value).isNear(other...other) }
        return isVariable != other.isVariable || style.slant != other.style.slant
            || differ(style.defaultWeight, other.style.defaultWeight)
            || differ(style.defaultWidth, other.style.defaultWidth)
    }

    /// Whether a program that requests only the shared PostScript name gets this face rather than the other.
    ///
    /// The upright, regular face of normal width comes first, and a static face comes before a variable one.
    package func precedes(_ other: FaceIdentity) -> Bool {
        let (own, others) = (style.plainness, other.style.plainness)
        return own == others ? !isVariable && other.isVariable : own < others
    }

    /// The key of the user's decision on a face if several styles share its PostScript name.
    ///
    /// It is not a `fontNameKey`; `nil` if it would be too long to store.
    package var decisionKey: String? {
        let style = "\(style.slant.rawValue)/\(Int(style.defaultWeight.rounded()))/\(Int(style.defaultWidth.rounded()))"
        let key = "\(postscriptName.fontNameKey)/\(style)/\(isVariable ? "variable" : "static")"
        return key.utf8.count <= FontLimits.nameLength ? key : nil
    }
}
