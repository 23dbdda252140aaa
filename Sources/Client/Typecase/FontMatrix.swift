/// A transformation of glyphs: `x' = a x + c y + tx`, `y' = b x + d y + ty`.
public struct FontMatrix: Sendable, Hashable, Codable {
    /// The factor of x in x'.
    public var a: Double
    /// The factor of x in y'.
    public var b: Double
    /// The factor of y in x', which slants glyphs.
    public var c: Double
    /// The factor of y in y'.
    public var d: Double
    /// The translation along x, in points.
    public var tx: Double
    /// The translation along y, in points.
    public var ty: Double

    /// Creates a transformation, by default the identity.
    public init(a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, tx: Double = 0, ty: Double = 0) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }
}

/// The direction of lines of text.
public enum FontOrientation: String, Sendable, Hashable, CaseIterable, Codable, CustomStringConvertible {
    /// The direction that the face specifies.
    case `default`
    /// Horizontal lines.
    case horizontal
    /// Vertical lines, from top to bottom.
    case vertical

    /// The name of the direction.
    public var description: String { rawValue }
}

/// The value of a variable face's optical size axis.
public enum FontOpticalSize: Sendable, Hashable, Codable {
    /// The size in which the text is drawn.
    case automatic
    /// The default value of the face.
    case faceDefault
    /// A size in points.
    case points(Double)
}
