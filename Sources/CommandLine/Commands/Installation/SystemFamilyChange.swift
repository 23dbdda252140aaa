internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization
internal import class Fontconfig.FontconfigLayout

/// Hides system font families from the user's programs, or shows them again.
struct SystemFamilyChange: Sendable {
    /// Whether to hide the families.
    var isHidden: Bool
    /// Whether to hide even the families that programs need most.
    var isForced = false

    /// Changes families, in one change for each call.
    ///
    /// - Parameters:
    ///   - names: Their names.
    ///   - isDryRun: Whether only to report what would change.
    ///   - session: The connection.
    /// - Returns: The service's answers, or the reasons why families were not changed; nothing for a name that no
    ///   system font has.
    /// - Throws: The error of a call that failed as a whole.
    func perform(
        on names: [String], dryRun isDryRun: Bool, over session: CommandSession
    ) async throws(CommandFailure) -> [Result<FontRecord, CommandFailure>] {
        let options = CommandSession.changeOptions.merging([
            "force": BusVariant(isForced), "dry_run": BusVariant(isDryRun),
        ]) { $1 }
        var outcomes: [Result<FontRecord, CommandFailure>] = []
        for batch in names.batches(of: Self.namesPerCall) {
            let results = try await calling { () async throws(BusError) in
                try await session.management.setFamiliesHidden(
                    names: Array(batch), hidden: isHidden, options: options, timeout: CommandSession.changeTimeout)
            }
            for (name, entries) in zip(batch, results) {
                let answer = FontRecord(entries)
                guard let failure = answer.failure(about: name) else {
                    outcomes.append(.success(answer))
                    continue
                }
                if let failure = try await explained(failure, name, over: session) {
                    outcomes.append(.failure(failure))
                }
            }
        }
        return outcomes
    }

    /// The number of names that the service accepts in one call.
    private static let namesPerCall = 300

    /// The reason why a family was not changed; `nil` if no system font has the name.
    private func explained(
        _ failure: CommandFailure, _ name: String, over session: CommandSession
    ) async throws(CommandFailure) -> CommandFailure? {
        guard failure.exit == .notFound else { return failure }
        guard let face = try await FontSelection(session).systemFace(name) else { return nil }
        let family = face.faces.first?.text("family") ?? face.text("family")
        return CommandFailure(
            .failure, code: .insufficientInfo,
            localized(
                "System fonts are hidden and shown only as whole families. Run: %1", command(for: family)),
            item: name)
    }

    /// The families that an argument names, or that it matches if it is a pattern.
    ///
    /// - Parameters:
    ///   - argument: A name, or a pattern of names.
    ///   - session: The connection.
    /// - Returns: The families in the order of their names; none if the pattern matches none.
    /// - Throws: The reason why they could not be listed.
    func families(_ argument: String, over session: CommandSession) async throws(CommandFailure) -> [String] {
        guard FontSelection.isPattern(argument) else { return [argument] }
        guard !isHidden else { return try await FontSelection(session).systemFamilies(argument) }
        let hidden = try await calling { () async throws(BusError) in
            try await session.management.listHiddenFamilies(filter: [:])
        }
        return hidden.map { FontRecord($0).text("family") }.filter { FontSelection.matches($0, argument) }.sorted()
    }

    /// The shell command that changes a family.
    func command(for family: String) -> String {
        let quoted = family.replacing("'", with: #"'\''"#)
        return "typecase \(isHidden ? "disable" : "enable") --family '\(quoted)'"
    }

    /// Reports the result for a family.
    func tell(
        _ answer: FontRecord, dryRun isDryRun: Bool, _ report: inout ItemReport, _ output: CommandOutput, asJSON: Bool
    ) {
        let isChanged = answer.value("changed") ?? true
        if isChanged { report.changed += 1 } else { report.unchanged += 1 }
        if asJSON { return }
        let family = TerminalText.escaped(answer.text("family"))
        switch (isHidden, isChanged) {
        case (let isHidden, true) where isDryRun:
            output.line(
                isHidden
                    ? localized("Would be hidden from programs: %1", family)
                    : localized("Would be shown again: %1", family))
            return
        case (true, true):
            output.line(localized("Hidden from programs: %1. Programs in a sandbox may still find it.", family))
        case (true, false): output.line(localized("Already hidden: %1", family))
        case (false, true): output.line(localized("Shown again: %1", family))
        case (false, false): output.line(localized("Not hidden: %1", family))
        }
        let file = answer.text("file")
        if isHidden, isChanged, let files = try? FontconfigLayout().configurationFiles, !files.contains(file) {
            output.writeError(
                localized(
                    """
                    fontconfig does not read %1, so programs still find the family. Add 50-user.conf from your \
                    distribution to /etc/fonts/conf.d.
                    """, TerminalText.escaped(file)) + "\n")
        }
    }
}
