/// The distance of a face from a requested style, as fontconfig computes it for programs.
///
/// The slant counts most, then the weight, then the width. Properties that are not requested default to upright,
/// regular and normal.
///
/// Source: the order of `_FcMatchers` in fontconfig's fcmatch.c, and FcDefaultSubstitute.
package struct StyleDistance: Sendable, Comparable {
    /// The differences, most important first.
    package let parts: [Double]

    /// Creates the distance between a face and a style.
    ///
    /// - Parameters:
    ///   - slants: The slants that the face can have.
    ///   - weights: The weights that the face can have, 1 to 1000.
    ///   - widths: The widths that the face can have, in percent of normal.
    ///   - slant: The requested slant.
    ///   - weight: The requested weight.
    ///   - width: The requested width.
    package init(
        slants: Set<FontSlant>, weights: ClosedRange<Double>, widths: ClosedRange<Double>,
        slant: FontSlant = .upright, weight: Double = FontWeight.regular, width: Double = 100
    ) {
        parts = [
            slants.map { abs(Self.number($0) - Self.number(slant)) }.min() ?? 0,
            Self.distance(
                Self.fontconfigWeight(weights.lowerBound)...Self.fontconfigWeight(weights.upperBound),
                Self.fontconfigWeight(weight)),
            Self.distance(widths, width),
        ]
    }

    package static func < (left: StyleDistance, right: StyleDistance) -> Bool {
        left.parts.lexicographicallyPrecedes(right.parts)
    }

    private static func distance(_ values: ClosedRange<Double>, _ wanted: Double) -> Double {
        max(values.lowerBound - wanted, wanted - values.upperBound, 0)
    }

    /// Source: FC_SLANT_ROMAN, FC_SLANT_ITALIC and FC_SLANT_OBLIQUE.
    private static func number(_ slant: FontSlant) -> Double {
        switch slant {
        case .upright: 0
        case .italic: 100
        case .oblique: 110
        }
    }

    /// Source: the table of fontconfig's fcweight.c, which interpolates linearly between the entries.
    private static let weights: [(openType: Double, fontconfig: Double)] = [
        (0, 0), (100, 0), (200, 40), (300, 50), (350, 55), (380, 75), (400, 80), (500, 100), (600, 180), (700, 200),
        (800, 205), (900, 210), (1000, 215),
    ]

    /// Converts a weight to fontconfig's scale, on which weights are compared.
    ///
    /// - Parameter weight: The weight on OpenType's scale, 1 to 1000.
    /// - Returns: The weight that FcWeightFromOpenTypeDouble returns.
    package static func fontconfigWeight(_ weight: Double) -> Double {
        let weight = min(max(weight, 0), 1000)
        guard let next = weights.firstIndex(where: { $0.openType >= weight }), next > 0 else { return 0 }
        let (low, high) = (weights[next - 1], weights[next])
        return low.fontconfig + (weight - low.openType) * (high.fontconfig - low.fontconfig)
            / (high.openType - low.openType)
    }
}

extension FaceDescription {
    /// The distance of the face from the default style: upright, regular, of normal width.
    package var plainness: StyleDistance {
        StyleDistance(slants: [slant], weights: weight...weight, widths: width...width)
    }
}
