internal import FontModel
internal import InspectionProtocol
internal import LinuxSystem
internal import WorkerClient

/// The result of a request for a second opinion.
struct SecondOpinionOutcome: Sendable {
    /// The validator that was asked, and whether there was an answer.
    var opinion: Opinion
    /// The complaint about the font, if any.
    ///
    /// It is only a warning, because the sanitizer speaks for web browsers alone.
    var complaint: FontInspection.Finding?

    /// Returns a verdict with this opinion added.
    ///
    /// The font passes regardless of the sanitizer's verdict, so that verdicts are the same on machines without it.
    /// Findings of our own reader are not repeated.
    func added(to inspection: FontInspection) -> FontInspection {
        var inspection = inspection
        inspection.opinions.append(opinion)
        guard let complaint else { return inspection }
        let isKnown = complaint.concern != .other && inspection.findings.contains { $0.concern == complaint.concern }
        if !isKnown { inspection.findings.append(complaint) }
        return inspection
    }
}

extension FontInspector {
    /// Asks the OpenType Sanitizer about a font.
    ///
    /// If the sanitizer cannot be asked, the font is not at fault. If it is busy, this is an error: otherwise, a
    /// program could fill its queue to hide what web browsers object to in a font.
    ///
    /// - Parameters:
    ///   - font: The bytes.
    ///   - provider: The provider whose turn the job uses.
    ///   - onceSent: Called while the worker does the job.
    /// - Returns: The outcome.
    /// - Throws: ``FontModel/FontError/Code/busy`` if the sanitizer has no time now.
    func secondOpinion(
        on font: SealedMemory, for provider: ProviderIdentifier, onceSent: @escaping @Sendable () -> Void
    ) async throws(FontError) -> SecondOpinionOutcome {
        let opinion: SecondOpinion
        do throws(FontError) {
            opinion = try await workers.perform(
                .secondOpinion, in: .secondOpinion, with: MessageDescriptors(font.descriptor), for: provider.rawValue,
                onceSent: onceSent
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
                complaint: Self.complaint("fails over the font", about: .other))
        }
        switch opinion.verdict {
        case .accepted:
            return SecondOpinionOutcome(opinion: Opinion(.ots, version: opinion.version))
        case .rejected(let reason):
            return SecondOpinionOutcome(
                opinion: Opinion(.ots, version: opinion.version),
                complaint: Self.complaint(
                    "rejects the font\(reason.isEmpty ? "" : ": \(reason)")", about: BrowserConcern(complaint: reason)))
        case .unheard(let reason):
            return SecondOpinionOutcome(opinion: Opinion(.ots, version: opinion.version, silence: reason))
        }
    }

    private static func complaint(_ what: String, about concern: BrowserConcern) -> FontInspection.Finding {
        .init(
            kind: .warning, rule: "OpenType Sanitizer",
            message: "The OpenType Sanitizer, which web browsers use, \(what). \(BrowserConcern.consequence)",
            concern: concern)
    }

    /// Waits briefly for an opinion that no longer matters, so that its worker can be kept, and then ends the worker.
    ///
    /// The limit is needed because a font that our own reader refuses at once can hang the sanitizer.
    func abandon(_ opinion: Task<Result<SecondOpinionOutcome, FontError>, Never>) async {
        let limit = AlarmClock.shared.add(after: .milliseconds(200)) { opinion.cancel() }
        _ = await opinion.value
        AlarmClock.shared.cancel(limit)
    }
}
