internal import FontModel

/// How far a candidate is from what was asked for; less is better, what was compared first counts most.
struct MatchRank: Comparable {
    /// What can be looked for without a name.
    static let searchable: Set<DescriptorAttribute> = [
        .characters, .languages, .style, .monospace, .variable, .variation, .userInfo,
    ]

    /// How far apart numbers may be that count as the same: designers' values are whole.
    private static let tolerance = 0.5
    /// More than any difference of weights or widths: values on the wrong side come after all on the right side.
    private static let wrongSide = 100_000.0

    private let deviations: [Double]
    private let age: Int64

    /// Compares a candidate with a descriptor; `nil` where the candidate lacks something mandatory.
    ///
    /// - Parameters:
    ///   - candidate: The candidate.
    ///   - descriptor: What is asked for.
    ///   - mandatory: What a match must have.
    ///   - gaps: What the candidate lacks of the languages and characters.
    ///   - order: How many kinds of names come before the one that found it; counts where all that was asked for is
    ///     equal.
    init?(
        of candidate: MatchCandidate, for descriptor: FontDescriptor, mandatory: Set<DescriptorAttribute>,
        gaps: RepertoireGaps, order: Int
    ) {
        let lacks: [(DescriptorAttribute, Bool)] = [
            (.characters, gaps.characters > 0),
            (.languages, gaps.languages > 0),
            (.userInfo, descriptor.userInfo != nil && !candidate.hasUserInfo),
            (.style, descriptor.style != nil && !candidate.hasStyle),
            (.variation, candidate.axisGaps > 0),
            (.width, descriptor.width.map { !Self.isWithin(candidate.widths, $0) } ?? false),
            (.slant, descriptor.slant.map { !candidate.slants.contains($0) } ?? false),
            (.italic, descriptor.isItalic.map { !candidate.slants.contains(where: Self.slopes($0)) } ?? false),
            (.weight, descriptor.weight.map { !Self.isWithin(candidate.weights, $0) } ?? false),
            (.bold, descriptor.isBold.map { !Self.hasBoldness($0, candidate.weights) } ?? false),
            (.monospace, descriptor.isMonospace.map { $0 != candidate.isMonospace } ?? false),
            (.variable, descriptor.isVariable.map { $0 != candidate.isVariable } ?? false),
        ]
        guard !lacks.contains(where: { $0.1 && mandatory.contains($0.0) }) else { return nil }
        func flag(_ attribute: DescriptorAttribute) -> Double {
            lacks.contains { $0.0 == attribute && $0.1 } ? 1 : 0
        }
        let wantsSlope = descriptor.isItalic == true
        let wantsBold = descriptor.isBold == true
        let width = Self.widthDistance(candidate.widths, descriptor.width ?? 100)
        let slant = Self.slantDistance(candidate.slants, descriptor.slant ?? (wantsSlope ? .italic : .upright))
        let weight = Self.weightDistance(
            candidate.weights, descriptor.weight ?? (wantsBold ? FontWeight.bold : FontWeight.regular))
        deviations = [
            Double(gaps.characters), flag(.userInfo), flag(.style), Double(candidate.axisGaps),
            descriptor.width == nil ? 0 : width, flag(.italic), descriptor.slant == nil ? 0 : slant, flag(.bold),
            descriptor.weight == nil ? 0 : weight, flag(.monospace), flag(.variable),
            Double(order),
            // Nothing more was asked for. From here on: the plainest face, made as it is rather than varied to be it.
            width, slant, weight, candidate.instance == FaceKey.faceItself ? 0 : 1, candidate.isVariable ? 1 : 0,
            Double(candidate.distance),
        ]
        age = candidate.face
    }

    static func < (left: MatchRank, right: MatchRank) -> Bool {
        for (left, right) in zip(left.deviations, right.deviations) where left != right { return left < right }
        return left.age < right.age
    }

    /// Tells slants that slope, or those that do not.
    private static func slopes(_ slopes: Bool) -> (FontSlant) -> Bool { { ($0 != .upright) == slopes } }

    private static func hasBoldness(_ isBold: Bool, _ weights: MatchCandidate.Values) -> Bool {
        isBold ? weights.upperBound >= FontWeight.leastBold : weights.lowerBound < FontWeight.leastBold
    }

    private static func isWithin(_ values: MatchCandidate.Values, _ value: Double) -> Bool {
        value >= values.lowerBound - tolerance && value <= values.upperBound + tolerance
    }

    /// CSS Fonts 4, section 5.2: up to normal the narrower ones first, above it the wider ones.
    private static func widthDistance(_ values: MatchCandidate.Values, _ wanted: Double) -> Double {
        distance(values, wanted, prefersLess: wanted <= 100)
    }

    /// CSS Fonts 4, section 5.2: from 400 to 500 first what is heavier up to 500, then what is lighter, then the rest;
    /// below 400 the lighter ones first, above 500 the heavier ones.
    private static func weightDistance(_ values: MatchCandidate.Values, _ wanted: Double) -> Double {
        guard (400...500).contains(wanted) else { return distance(values, wanted, prefersLess: wanted < 400) }
        if isWithin(values, wanted) { return 0 }
        if values.lowerBound > wanted {
            return values.lowerBound <= 500 ? values.lowerBound - wanted : 2 * wrongSide + values.lowerBound - wanted
        }
        return wrongSide + wanted - values.upperBound
    }

    private static func distance(_ values: MatchCandidate.Values, _ wanted: Double, prefersLess: Bool) -> Double {
        if isWithin(values, wanted) { return 0 }
        if values.upperBound < wanted { return wanted - values.upperBound + (prefersLess ? 0 : wrongSide) }
        return values.lowerBound - wanted + (prefersLess ? wrongSide : 0)
    }

    /// CSS Fonts 4, section 5.2: the two sloped styles stand in for each other before the upright one does.
    private static func slantDistance(_ slants: Set<FontSlant>, _ wanted: FontSlant) -> Double {
        let order: [FontSlant] =
            switch wanted {
            case .upright: [.upright, .oblique, .italic]
            case .italic: [.italic, .oblique, .upright]
            case .oblique: [.oblique, .italic, .upright]
            }
        return Double(order.firstIndex { slants.contains($0) } ?? order.count)
    }
}
