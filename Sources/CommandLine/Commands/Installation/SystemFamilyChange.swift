internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization
internal import class Fontconfig.FontconfigLayout

/// Hides families of the system from the user's programs, or shows them again.
struct SystemFamilyChange: Sendable {
    /// Whether programs are not to find them.
    var isHidden: Bool
    /// Whether those may go that programs need most.
    var isForced = false

    /// Changes families, all of them in one change as far as a call takes them.
    ///
    /// - Parameters:
    ///   - names: Their names.
    ///   - isDryRun: Whether nothing is to change.
    ///   - session: The connection.
    /// - Returns: The service's answers, and why families are left as they are; nothing for a name that no font of the
    ///   system has.
    /// - Throws: What failed as a whole.
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

    /// How many names the service takes in a call.
    private static let namesPerCall = 300

    /// Why a family is left as it is; `nil` where no font of the system has the name.
    private func explained(
        _ failure: CommandFailure, _ name: String, over session: CommandSession
    ) async throws(CommandFailure) -> CommandFailure? {
        guard failure.exit == .notFound else { return failure }
        guard let face = try await FontSelection(session).systemFace(name) else { return nil }
        let family = face.faces.first?.text("family") ?? face.text("family")
        return CommandFailure(
            .failure, code: .insufficientInfo,
            localized(
                "This is a font of the system, which are hidden and shown as whole families: %1", command(for: family)),
            item: name)
    }

    /// The families that an argument stands for: itself, or those that a pattern of names stands for.
    ///
    /// - Parameters:
    ///   - argument: A name, or a pattern of names.
    ///   - session: The connection.
    /// - Returns: The families in the order of their names; none where the pattern stands for none.
    /// - Throws: What kept them from being listed.
    func families(_ argument: String, over session: CommandSession) async throws(CommandFailure) -> [String] {
        guard FontSelection.isPattern(argument) else { return [argument] }
        guard !isHidden else { return try await FontSelection(session).systemFamilies(argument) }
        let hidden = try await calling { () async throws(BusError) in
            try await session.management.listHiddenFamilies(filter: [:])
        }
        return hidden.map { FontRecord($0).text("family") }.filter { FontSelection.matches($0, argument) }.sorted()
    }

    /// The command that changes a family, for a shell.
    func command(for family: String) -> String {
        let quoted = family.replacing("'", with: #"'\''"#)
        return "typecase \(isHidden ? "disable" : "enable") --family '\(quoted)'"
    }

    /// Tells what became of a family.
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
        case (true, false): output.line(localized("Hidden before: %1", family))
        case (false, true): output.line(localized("Shown again: %1", family))
        case (false, false): output.line(localized("Not hidden: %1", family))
        }
        let file = answer.text("file")
        if isHidden, isChanged, let files = try? FontconfigLayout().configurationFiles, !files.contains(file) {
            output.writeError(
                localized(
                    """
                    fontconfig does not read %1: programs find the family all the same. Add 50-user.conf to \
                    /etc/fonts/conf.d, as your distribution has it.
                    """, TerminalText.escaped(file)) + "\n")
        }
    }
}
