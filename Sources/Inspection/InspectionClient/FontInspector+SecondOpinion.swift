internal import FontModel
internal import InspectionProtocol
internal import LinuxSystem
internal import WorkerClient

/// What came of asking for a second opinion.
struct SecondOpinionOutcome: Sendable {
    /// Who was asked, and whether there was an answer.
    var opinion: Opinion
    /// What it has against the font, if anything: a warning, as it speaks for web browsers alone.
    var complaint: FontInspection.Finding?

    /// A verdict with this opinion added.
    ///
    /// The font passes whatever the sanitizer says: verdicts are the same where it is not installed. What our own reader
    /// found is not said again.
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
    /// That it cannot be asked is no fault of the font. That it is busy is an error: a program that fills its queue could
    /// otherwise hide what web browsers mind in a font.
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

    /// Waits a moment for an opinion that makes no difference any more, so that its worker can be kept, and then ends the
    /// worker.
    ///
    /// A font can hang the sanitizer that our own reader refuses at once.
    func abandon(_ opinion: Task<Result<SecondOpinionOutcome, FontError>, Never>) async {
        let limit = AlarmClock.shared.add(after: .milliseconds(200)) { opinion.cancel() }
        _ = await opinion.value
        AlarmClock.shared.cancel(limit)
    }
}
