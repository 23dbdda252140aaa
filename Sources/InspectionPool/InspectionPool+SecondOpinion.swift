internal import FontModel
internal import InspectionProtocol
internal import LinuxSystem

/// What came of asking for a second opinion.
struct SecondOpinionOutcome: Sendable {
    /// Who was asked, and whether there was an answer.
    var opinion: Opinion
    /// What it has against the font, if anything.
    var finding: FontInspection.Finding?
    /// What that may be about that no program minds.
    var oddity: HarmlessOddity?
    /// What it had against the font as it is, and not against a copy in which that was mended.
    var disputes: [FontInspection.Finding] = []

    /// A verdict with this opinion taken into account.
    func added(to inspection: FontInspection) -> FontInspection {
        var inspection = inspection
        // What is no font of a kind we take, the sanitizer only says no to, whatever it is: no opinion on that file.
        if inspection.refusal?.kind == .unrecognizedFormat {
            let silence = opinion.silence ?? "It judges TrueType and OpenType fonts only."
            inspection.opinions.append(Opinion(opinion.judge, version: opinion.version, silence: silence))
            return inspection
        }
        inspection.opinions.append(opinion)
        // Ours say more, so they come first.
        inspection.findings += disputes
        guard let finding else { return inspection }
        inspection.faces = []
        inspection.findings.append(finding)
        return inspection
    }
}

extension InspectionPool {
    /// Asks the OpenType Sanitizer about a font.
    ///
    /// That it cannot be asked is no fault of the font; that it does not survive the font is. That it is busy is neither:
    /// whoever fills its queue would have other fonts pass without it.
    ///
    /// - Parameters:
    ///   - font: The bytes.
    ///   - provider: Whose turn it uses up.
    ///   - onceSent: Called while the worker is at it.
    /// - Returns: What it says.
    /// - Throws: ``FontModel/FontError/Code/busy`` where it has no time now.
    func secondOpinion(
        on font: SealedMemory, for provider: ProviderIdentifier, onceSent: @escaping @Sendable () -> Void
    ) async throws(FontError) -> SecondOpinionOutcome {
        let opinion: SecondOpinion
        do throws(FontError) {
            opinion = try await perform(
                .secondOpinion, in: .secondOpinion, with: font.descriptor, for: provider.rawValue, onceSent: onceSent
            ) { reply throws(ImplausibleReply) in
                guard case .secondOpinion(let opinion) = reply else { return nil }
                return try ReplyCheck.check(opinion)
            }
        } catch {
            if error.code == .busy { throw error }
            guard error.code == .invalidFontData else {
                return SecondOpinionOutcome(opinion: Opinion(.ots, version: "", silence: error.message))
            }
            return SecondOpinionOutcome(
                opinion: Opinion(.ots, version: ""),
                finding: .init(kind: .invalid, rule: Self.rule, message: error.message))
        }
        switch opinion.verdict {
        case .accepted:
            return SecondOpinionOutcome(opinion: Opinion(.ots, version: opinion.version))
        case .rejected(let reason):
            let cause = reason.isEmpty ? "." : ": \(reason)."
            let message = "The OpenType Sanitizer, which browsers use, rejects the font\(cause)"
            return SecondOpinionOutcome(
                opinion: Opinion(.ots, version: opinion.version),
                finding: .init(kind: .invalid, rule: Self.rule, message: message),
                oddity: SanitizerComplaint(reason: reason).oddity)
        case .unheard(let reason):
            return SecondOpinionOutcome(opinion: Opinion(.ots, version: opinion.version, silence: reason))
        }
    }

    static let rule = "OpenType Sanitizer"
}
