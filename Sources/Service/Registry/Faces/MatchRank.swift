internal import FontModel

/// The distance of a candidate from a descriptor; smaller is better, and earlier criteria have more weight.
struct MatchRank: Comparable {
    /// The attributes that can be searched for without a name.
    static let searchable: Set<DescriptorAttribute> = [
        .characters, .languages, .style, .monospace, .variable, .variation, .userInfo,
    ]

    /// The maximum difference of numbers that count as equal: designers use whole numbers.
    private static let tolerance = 0.5

    private let deviations: [Double]
    private let age: Int64

    /// Compares a candidate with a descriptor; `nil` if the candidate lacks a mandatory attribute.
    ///
    /// - Parameters:
    ///   - candidate: The candidate.
    ///   - descriptor: The requested properties.
    ///   - mandatory: The attributes that a match must have.
    ///   - gaps: The requested languages and characters that the candidate lacks.
    ///   - order: The number of kinds of names that take precedence over the one that found the candidate; it matters
    ///     only if all requested properties are equal.
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
        // Attributes that were not requested are compared as well, as when programs ask fontconfig.
        let style = StyleDistance(
            slants: candidate.slants, weights: candidate.weights, widths: candidate.widths,
            slant: descriptor.slant ?? (descriptor.isItalic == true ? .italic : .upright),
            weight: descriptor.weight ?? (descriptor.isBold == true ? FontWeight.bold : FontWeight.regular),
            width: descriptor.width ?? 100
        ).parts
        deviations = [
            Double(gaps.characters), flag(.userInfo), flag(.style), Double(candidate.axisGaps),
            flag(.italic), style[0], flag(.bold), style[1], style[2], flag(.monospace), flag(.variable), Double(order),
            // If candidates are equal otherwise, a face that was designed this way comes before one that is varied to
            // be so.
            candidate.instance == FaceKey.faceItself ? 0 : 1, candidate.isVariable ? 1 : 0, Double(candidate.distance),
        ]
        age = candidate.face
    }

    static func < (left: MatchRank, right: MatchRank) -> Bool {
        for (left, right) in zip(left.deviations, right.deviations) where left != right { return left < right }
        return left.age < right.age
    }

    /// Returns a function that checks whether a slant is sloped or, for `false`, upright.
    private static func slopes(_ slopes: Bool) -> (FontSlant) -> Bool { { ($0 != .upright) == slopes } }

    private static func hasBoldness(_ isBold: Bool, _ weights: MatchCandidate.Values) -> Bool {
        isBold ? weights.upperBound >= FontWeight.leastBold : weights.lowerBound < FontWeight.leastBold
    }

    private static func isWithin(_ values: MatchCandidate.Values, _ value: Double) -> Bool {
        value >= values.lowerBound - tolerance && value <= values.upperBound + tolerance
    }
}
