/// What a scaled font may not grow past.
///
/// It is not rounded: a font cut to one and a half times 17 points has 25.5 points.
public enum FontSizeMaximum: Sendable, Hashable {
    /// Points.
    case points(Double)
    /// A multiple of the size that the font has in the category large, such as 1.5.
    case factor(Double)

    /// The number as it was given.
    var number: Double {
        switch self {
        case .points(let number), .factor(let number): number
        }
    }

    /// The limit in points for a font of a size.
    func points(_ basePointSize: Double) -> Double {
        switch self {
        case .points(let points): points
        case .factor(let factor): basePointSize * factor
        }
    }
}

extension FontSizeMaximum: CustomStringConvertible {
    /// What it is, such as `42.0` or `1.5 times as much`.
    public var description: String {
        switch self {
        case .points(let points): "\(points)"
        case .factor(let factor): "\(factor) times as much"
        }
    }
}
