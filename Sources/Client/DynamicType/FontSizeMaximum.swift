/// The maximum size of a scaled font.
///
/// The maximum is not rounded: a font that is limited to one and a half times 17 points has 25.5 points.
public enum FontSizeMaximum: Sendable, Hashable {
    /// A size in points.
    case points(Double)
    /// A multiple of the size that the font has in the category large, such as 1.5.
    case factor(Double)

    /// The number of points, or the factor.
    var number: Double {
        switch self {
        case .points(let number), .factor(let number): number
        }
    }

    /// Returns the limit in points for a font with this base size.
    func points(_ basePointSize: Double) -> Double {
        switch self {
        case .points(let points): points
        case .factor(let factor): basePointSize * factor
        }
    }
}

extension FontSizeMaximum: CustomStringConvertible {
    /// A description, such as `42.0` or `1.5 times as much`.
    public var description: String {
        switch self {
        case .points(let points): "\(points)"
        case .factor(let factor): "\(factor) times as much"
        }
    }
}
