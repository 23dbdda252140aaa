internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// A change of fonts that the service can plan.
struct ChangePlan: Sendable {
    /// The service's name for the change.
    var change: String
    /// The options of the change.
    var options: [String: BusVariant] = [:]
    /// The message for a font that would be changed, given its name.
    var planned: @Sendable (String) -> String
}

/// The common part of `uninstall`, `enable` and `disable`.
///
/// Resolves the arguments, changes the fonts in several calls while showing the progress, and reports each font.
struct FontChangeAction: Sendable {
    /// The fonts; `-` stands for those on standard input, one per line.
    var arguments: GivenFonts
    /// The description of the change for the progress line.
    var status: String
    /// The message for a font that was changed, given its name.
    var changed: @Sendable (String) -> String
    /// The message for a font that was already in the requested state, given its name.
    var unchanged: @Sendable (String) -> String
    /// The plan of the change; `nil` for a change that does not affect the service's library.
    var plan: ChangePlan?
    /// Whether to write JSON.
    var asJSON: Bool
    /// The change of system font families; `nil` if they are not changed.
    var systemFamilies: SystemFamilyChange?

    private var isDryRun: Bool { arguments.isDryRun }

    /// The maximum number of ids in one call: a call, and thus the wait after an interruption, lasts only seconds.
    private static let idsPerCall = 100

    /// Changes fonts.
    ///
    /// - Parameters:
    ///   - environment: The output to write to, and the bus to use.
    ///   - change: Changes the fonts with these ids, and returns a result for each.
    /// - Returns: The exit status.
    /// - Throws: The failure that ended the command early.
    func run(
        in environment: CommandEnvironment,
        _ change: @escaping @Sendable (CommandSession, [String]) async throws(BusError) -> [[String: BusVariant]]
    ) async throws(CommandFailure) -> CommandExit {
        var arguments: [String] = []
        for argument in self.arguments.fonts {
            arguments += argument == StandardInput.argument ? try await environment.input.lines() : [argument]
        }
        let named = arguments
        let (report, results) = try await CommandSession.run(on: environment.address) {
            session throws(CommandFailure) in
            var report = ItemReport()
            var results: [[String: BusVariant]] = []
            let fonts = try await resolve(named, over: session, &report, &results, environment)
            var tried = 0
            let progress = ProgressLine(status, of: fonts.count, on: environment.output)
            defer { progress.clear() }
            progress.advance(by: 0)
            for batch in fonts.batches(of: Self.idsPerCall) {
                if Task.isCancelled {
                    let message = localized(
                        "Interrupted; %1 of %2 fonts were not changed.", fonts.count - tried, fonts.count)
                    let failure = CommandFailure(interrupted: message)
                    report.failures.append(failure)
                    progress.clear()
                    environment.output.report(failure, asJSON: asJSON)
                    break
                }
                tried += batch.count
                let ids = batch.map { $0.text("id") }
                let answers: [[String: BusVariant]]
                do throws(CommandFailure) {
                    answers = try await finishing { () async throws(CommandFailure) in
                        try await calling { () async throws(BusError) in
                            guard isDryRun, let plan else { return try await change(session, ids) }
                            return try await session.management.planChange(
                                change: plan.change, ids: ids, options: plan.options)
                        }
                    } onCancel: {
                        progress.change(to: ProgressLine.finishing)
                    }
                } catch {
                    // The earlier calls have taken effect.
                    if asJSON, !results.isEmpty { environment.output.line(JSONText(results).lines) }
                    throw error
                }
                progress.hide()
                for (font, answer) in zip(batch, answers) {
                    if let result = tell(font, FontRecord(answer), &report, environment) { results.append(result) }
                }
                progress.advance(by: batch.count)
            }
            return (report, results)
        }
        if asJSON { environment.output.line(JSONText(results).lines) }
        return report.exit
    }

    /// Finds the fonts that the arguments and families match, each once, and changes system font families right away.
    private func resolve(
        _ arguments: [String], over session: CommandSession, _ report: inout ItemReport,
        _ results: inout [[String: BusVariant]], _ environment: CommandEnvironment
    ) async throws(CommandFailure) -> [FontRecord] {
        let selection = FontSelection(session)
        let items =
            arguments.map { (text: $0, isFamily: false) }
            + self.arguments.families.map { (text: $0, isFamily: true) }
        let progress = ProgressLine(localized("Finding fonts"), of: items.count, on: environment.output)
        defer { progress.clear() }
        var fonts: [FontRecord] = []
        var known: Set<String> = []
        for item in items {
            do throws(CommandFailure) {
                var found =
                    item.isFamily
                    ? try await selection.family(item.text) : try await selection.candidates(item.text)
                // If nothing changes, there is nothing to confirm.
                if !item.isFamily, !self.arguments.isConfirmed, !isDryRun, found.count > 1 {
                    progress.hide()
                    found = try await choose(among: found, as: item.text, environment)
                }
                fonts += found.filter { known.insert($0.text("id")).inserted }
                if !item.isFamily {
                    progress.hide()
                    // This is only a hint; the command does not depend on it.
                    try? await tellOfPassedOver(item.text, over: session, environment)
                }
            } catch {
                if error.endsCommand { throw error }
                var failure = error
                do throws(CommandFailure) {
                    if error.exit == .notFound, let systemFamilies {
                        let answers = try await change(systemFamilies, item.text, over: session, environment)
                        progress.clear()
                        for answer in answers {
                            switch answer {
                            case .success(let record):
                                results.append(record.entries)
                                systemFamilies.tell(
                                    record, dryRun: isDryRun, &report, environment.output, asJSON: asJSON)
                            case .failure(let failure):
                                report.failures.append(failure)
                                environment.output.report(failure, asJSON: asJSON)
                            }
                        }
                        if !answers.isEmpty {
                            progress.advance(by: 1)
                            continue
                        }
                    }
                } catch {
                    failure = error
                }
                report.failures.append(failure)
                progress.clear()
                environment.output.report(failure, asJSON: asJSON)
            }
            progress.advance(by: 1)
        }
        return fonts
    }

    /// Changes the system font families that an argument matches, if any.
    private func change(
        _ change: SystemFamilyChange, _ argument: String, over session: CommandSession,
        _ environment: CommandEnvironment
    ) async throws(CommandFailure) -> [Result<FontRecord, CommandFailure>] {
        let families = try await change.families(argument, over: session)
        if families.count > 1, !arguments.isConfirmed, !isDryRun {
            let named = CountedText.list(families, atMost: Self.namedFamilies)
            let question = change.isHidden ? localized("Hide: %1?", named) : localized("Show again: %1?", named)
            guard try await environment.ask(question) == true else {
                throw CommandFailure(
                    .failure, code: .insufficientInfo,
                    localized(
                        """
                        The pattern matches %1 system font families, which were not changed. To change all of them, \
                        use --yes.
                        """, families.count), item: argument)
            }
        }
        return try await change.perform(on: families, dryRun: isDryRun, over: session)
    }

    /// Reports the system font families that a pattern matches in addition to registered fonts.
    private func tellOfPassedOver(
        _ pattern: String, over session: CommandSession, _ environment: CommandEnvironment
    ) async throws(CommandFailure) {
        guard let systemFamilies, !asJSON, FontSelection.isPattern(pattern) else { return }
        let families = try await systemFamilies.families(pattern, over: session)
        guard let first = families.first else { return }
        let sentence =
            // Translators: %3 is a command.
            localized(
                "1 system font family with a matching name was not changed: %2. To change it, run: %3",
                "%1 system font families with matching names were not changed: %2. To change the first, run: %3",
                count: families.count, CountedText.list(families, atMost: Self.namedFamilies),
                systemFamilies.command(for: first))
        environment.output.writeError("typecase: \(TerminalText.escaped("\(pattern): \(sentence)"))\n")
    }

    /// The number of families that a question names.
    private static let namedFamilies = 5

    /// Asks the user which of the fonts to change.
    private func choose(
        among fonts: [FontRecord], as name: String, _ environment: CommandEnvironment
    ) async throws(CommandFailure) -> [FontRecord] {
        let ambiguity = FontSelection.ambiguous(name, fonts, isForAll: true)
        let question = localized("%1 matches %2 fonts.", name, fonts.count)
        guard let chosen = try await environment.choose(question, ambiguity.candidates) else { throw ambiguity }
        return chosen.map { fonts[$0] }
    }

    private func tell(
        _ font: FontRecord, _ answer: FontRecord, _ report: inout ItemReport, _ environment: CommandEnvironment
    ) -> [String: BusVariant]? {
        if let failure = answer.failure(about: font.title) {
            report.failures.append(failure)
            environment.output.report(failure, asJSON: asJSON)
            return nil
        }
        let isChanged = answer.value("changed") ?? true
        if isChanged { report.changed += 1 } else { report.unchanged += 1 }
        if !asJSON {
            let said = isChanged ? (isDryRun ? plan?.planned ?? changed : changed) : unchanged
            environment.output.line(said(TerminalText.escaped(font.versionedTitle)))
        }
        return answer.entries
    }
}
