/// A transformation of glyphs: `x' = a x + c y + tx`, `y' = b x + d y + ty`.
public struct FontMatrix: Sendable, Hashable, Codable {
    /// How much of x goes to x.
    public var a: Double
    /// How much of x goes to y.
    public var b: Double
    /// How much of y goes to x, which slants.
    public var c: Double
    /// How much of y goes to y.
    public var d: Double
    /// How far it moves along x, in points.
    public var tx: Double
    /// How far it moves along y, in points.
    public var ty: Double

    /// A transformation; the one that changes nothing where nothing is given.
    public init(a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, tx: Double = 0, ty: Double = 0) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }
}

/// Which way lines of text run.
public enum FontOrientation: String, Sendable, Hashable, CaseIterable, Codable, CustomStringConvertible {
    /// As the face says.
    case `default`
    /// From side to side.
    case horizontal
    /// From top to bottom.
    case vertical

    /// The word for it.
    public var description: String { rawValue }
}

/// What the axis of the optical size of a variable face is set to.
public enum FontOpticalSize: Sendable, Hashable, Codable {
    /// The size that text is drawn in.
    case automatic
    /// What the face has where nothing is said.
    case faceDefault
    /// A size in points.
    case points(Double)
}
