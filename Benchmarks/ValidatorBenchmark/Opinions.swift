internal import InspectionProtocol

/// What all say of one font.
struct Opinions {
    /// What is found without the sanitizer.
    let alone: Gate.Verdict
    /// What is found with it.
    let gate: Gate.Verdict
    /// What OpenType Sanitizer says when it is run by hand.
    let sanitizer: Peers.Opinion
    let sanitizerReason: String
    /// What fontconfig says when it is run by hand.
    let query: Peers.Opinion

    /// Whether it is a font of a kind that is taken at all.
    var isFont: Bool { gate.refusal?.kind != .unrecognizedFormat }

    /// What is worth a look: a font that is refused here, or that only the sanitizer refuses.
    var disagreement: String? {
        if let refusal = alone.refusal {
            let company = sanitizer == .accepted ? " without the sanitizer's agreement" : ""
            return "refused\(company) for \(refusal.rule): \(refusal.message)"
        }
        if let refusal = gate.refusal { return "refused for \(refusal.rule) alone: \(refusal.message)" }
        return sanitizer == .refused ? "passes in spite of the sanitizer's \(sanitizerReason)" : nil
    }
}
