package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase undo`: undoes a change.
package struct UndoCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: localized("Undo your last change, or any change of the last 30 days."),
        discussion: localized(
            """
            Restores the state before the change: removes fonts that were installed, restores fonts that were removed \
            or replaced, enables or disables fonts, and sets rights. Each undo is itself a change: to make the \
            original change again, run 'typecase undo' with the number of the undo. Fonts that were permanently \
            deleted cannot be restored. Undoing an adoption moves its files back, as 'typecase adopt --undo' does: on \
            a terminal, the command asks first; otherwise, it needs the number of the change or --yes. To make an \
            adoption again, run 'typecase adopt'.
            """))

    @Argument(help: .localized("The number of the change, as 'typecase history' shows it."))
    package var change: UInt64?

    @Flag(help: .localized("Show what would be undone, and change nothing."))
    package var dryRun = false

    @Flag(help: .localized("Show only the number of affected fonts, not each font."))
    package var brief = false

    @OptionGroup package var confirmation: ConfirmationOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        if brief, outputOptions.json {
            throw ValidationError(
                localized("--brief and --json cannot be used together; --json always lists each difference."))
        }
        if change == 0 {
            throw ValidationError(
                localized("The numbers of changes start at 1. Run 'typecase history' to list the changes."))
        }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        do throws(CommandFailure) {
            return try await undo(in: environment)
        } catch {
            // The service knows only about the fonts; this program has to move the files back.
            let isRefused = error.name == BusErrorNames.prefix + FontError.Code.notUndoable.rawValue
            guard isRefused else { throw error }
            let places = try UserPlaces(environment.variables)
            let runs = try await adoptions(in: places, environment)
            if runs.isEmpty { throw error }
            return try await takeBack(runs, in: places, environment)
        }
    }

    /// Moves the files of runs of `adopt` back, or lists these files in a dry run.
    private func takeBack(
        _ runs: [String], in places: UserPlaces, _ environment: CommandEnvironment
    ) async throws(CommandFailure) -> CommandExit {
        var items: [AdoptionItem] = []
        for run in runs { items += try AdoptionStore.manifest(of: run, in: places.adopted).items }
        if dryRun {
            if outputOptions.json {
                environment.output.line(
                    JSONText.array(items.map { .object([("restored", .string($0.path))]) }).lines)
            } else if brief {
                environment.output.line(localized("Would be put back: %1", CountedText.files(items.count)))
            } else {
                for item in items {
                    environment.output.line(localized("Would be put back: %1", TerminalText.escaped(item.path)))
                }
            }
            return .success
        }
        if !confirmation.isConfirmed {
            let question = AdoptionReport.question(items.count, of: CountedText.list(runs))
            switch try await environment.ask(question) {
            case false: return .nothingToDo
            // If nobody can be asked, the number of the change is enough, as for all other changes.
            case nil where change == nil: throw CommandFailure.nobodyToAsk
            case nil, true: break
            }
        }
        let asJSON = outputOptions.json
        let report = AdoptionReport(environment, asJSON: asJSON)
        var outcomes: [(run: String, outcome: AdoptionUndo.Outcome)] = []
        do throws(CommandFailure) {
            for run in runs {
                let adoption = AdoptionReturn(environment: environment, asJSON: asJSON)
                outcomes.append((run, try await adoption.takeBack(run, in: places)))
            }
        } catch {
            if !outcomes.isEmpty { report.undone(outcomes, isBrief: brief) }
            throw error
        }
        report.undone(outcomes, isBrief: brief)
        return outcomes.allSatisfy(\.outcome.failures.isEmpty) ? .success : .failure
    }

    /// The runs of `adopt` that made the change and can be undone.
    private func adoptions(
        in places: UserPlaces, _ environment: CommandEnvironment
    ) async throws(CommandFailure) -> [String] {
        let change = change
        let found = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await calling { () async throws(BusError) -> FontRecord? in
                guard change == nil else { return try await Self.change(change, over: session) }
                // Without a number, it is the last change that is in effect, as in the service.
                let last = try await session.management.listHistory(filter: ["cause": BusVariant("user")]).changes
                    .map(FontRecord.init).first { $0["undoes"] == nil && $0["undone_by"] == nil }
                return try await Self.change(last?.value("id"), over: session)
            }
        }
        guard let found, AdoptionReturn.isAdoption(found) else { return [] }
        let runs = AdoptionReturn.runs(of: found, in: places)
        // Without a number, the service names the change before it that can be undone.
        guard runs.isEmpty, change != nil else { return runs }
        throw CommandFailure(.failure, code: .notUndoable, AdoptionReturn.isOver(HistoryChange(found).id))
    }

    /// A change with all of its items; lists contain only the first items.
    private static func change(
        _ id: UInt64?, over session: CommandSession
    ) async throws(BusError) -> FontRecord? {
        guard let id else { return nil }
        return try await session.management.listHistory(filter: ["id": BusVariant(id)]).changes.first
            .map(FontRecord.init)
    }

    private func undo(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let asJSON = outputOptions.json
        let change = change ?? 0
        let reply = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            let progress = ProgressLine(localized("Undoing"), of: 1, on: environment.output)
            defer { progress.clear() }
            progress.advance(by: 0)
            return try await finishing { () async throws(CommandFailure) in
                try await calling { () async throws(BusError) in
                    if dryRun {
                        let planned = try await session.management.planChange(
                            change: "undo", ids: ["\(change)"], options: [:], timeout: CommandSession.changeTimeout)
                        return (results: planned, made: UInt64(0))
                    }
                    let reply = try await session.management.undo(
                        change: change, options: [:], timeout: CommandSession.changeTimeout)
                    return (reply.results, reply.made)
                }
            } onCancel: {
                progress.change(to: ProgressLine.finishing)
            }
        }
        var report = ItemReport()
        var undone: [[String: BusVariant]] = []
        for result in reply.results {
            let record = FontRecord(result)
            let name = ["postscript_name", "right", "family", "collection"].map { record.text($0) }.first {
                !$0.isEmpty
            }
            if let failure = record.failure(about: name ?? "") {
                report.failures.append(failure)
                environment.output.report(failure, asJSON: asJSON)
            } else {
                report.changed += 1
                undone.append(result)
            }
        }
        if asJSON {
            environment.output.line(JSONText(undone).lines)
        } else {
            let items = undone.map { FontRecord($0) }
            for line in brief ? HistoryChange.counts(of: items) : HistoryChange.lines(of: items) {
                let line = TerminalText.escaped(line)
                environment.output.line(dryRun ? localized("Would be undone: %1", line) : localized("Undone: %1", line))
            }
            if reply.made > 0 {
                environment.output.line(localized("This is change %1. Run 'typecase undo %1' to undo it.", reply.made))
            }
        }
        return report.exit
    }
}
