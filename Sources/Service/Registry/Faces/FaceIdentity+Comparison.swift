internal import FontModel

/// How the faces of one family that carry one PostScript name go together.
extension FaceIdentity {
    /// Whether another face is the same font, of whatever revision: only then is it a duplicate, or can replace this one.
    ///
    /// The same are the PostScript name, the family (the typographic one, else the legacy one), weight, width and slant,
    /// of variable fonts those of the default instance. A variable font and a static one are never the same: either
    /// would be lost with the other's styles or axes.
    package func isSameFont(as other: FaceIdentity) -> Bool {
        postscriptName.fontNameKey == other.postscriptName.fontNameKey
            && family.fontNameKey == other.family.fontNameKey && !isOtherStyle(than: other)
    }

    /// Whether another face of the family is of another weight, width or slant, or varies where this one does not.
    package func isOtherStyle(than other: FaceIdentity) -> Bool {
        func differ(_ value: Double, _ other: Double) -> Bool { !(value...value).isNear(other...other) }
        return isVariable != other.isVariable || style.slant != other.style.slant
            || differ(style.defaultWeight, other.style.defaultWeight)
            || differ(style.defaultWidth, other.style.defaultWidth)
    }

    /// Whether a program that asks for the PostScript name that both carry, and for nothing else, is given this face
    /// rather than the other: the upright, regular one of normal width comes first, and a static one before a variable
    /// one.
    package func precedes(_ other: FaceIdentity) -> Bool {
        let (own, others) = (style.plainness, other.style.plainness)
        return own == others ? !isVariable && other.isVariable : own < others
    }

    /// What the user's decision on a face is remembered by where its PostScript name alone stands for several styles.
    ///
    /// It is no `fontNameKey`; `nil` where it would be too long to keep.
    package var decisionKey: String? {
        let style = "\(style.slant.rawValue)/\(Int(style.defaultWeight.rounded()))/\(Int(style.defaultWidth.rounded()))"
        let key = "\(postscriptName.fontNameKey)/\(style)/\(isVariable ? "variable" : "static")"
        return key.utf8.count <= FontLimits.nameLength ? key : nil
    }
}
