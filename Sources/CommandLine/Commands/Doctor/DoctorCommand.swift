package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import InspectionClient
internal import Localization

/// `typecase doctor`: explains what is wrong with the fonts of this session, and what to do about it.
package struct DoctorCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: localized("Explain what is wrong with fonts, and what to do about it."),
        discussion: localized(
            """
            Checks the font directories, fontconfig's configuration and caches, the font service and the service \
            manager, and checks your loose fonts in sandboxed processes of this command. It changes nothing, with two \
            exceptions: it starts the service if it is not running, and fontconfig writes missing caches, as it does \
            whenever a program starts.

            Exits with 0 if there are no problems or only notes, and with 1 if there are warnings or errors. With \
            --json, it writes an array of objects with the keys id, severity (error, warning or note), seen, items, \
            reason, remedy and fixable. The texts are in English; with --localized, they are in your language, for \
            programs that show them.

            --fix repairs one problem, after asking on a terminal. Files are moved, never deleted or changed, and \
            hidden families are shown again. Problems that can be repaired: %1.
            """, DoctorFindingKind.allCases.filter(\.isFixable).map(\.rawValue).joined(separator: ", ")))

    @Option(
        help: .localized("Repair the problem with this id; can be given several times.", valueName: "id"),
        completion: .list(DoctorFindingKind.allCases.filter(\.isFixable).map(\.rawValue)))
    package var fix: [String] = []

    @Flag(help: .localized("Show what --fix would do, and change nothing."))
    package var dryRun = false

    @Flag(
        name: .customLong(RootCommand.localizedFlag),
        help: .localized("With --json, write the texts in your language."))
    package var isLocalized = false

    @OptionGroup package var confirmation: ConfirmationOptions

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package var isPaged: Bool { fix.isEmpty }

    package init() {}

    package var reportsJSON: Bool { outputOptions.json }

    package func validate() throws {
        if dryRun, fix.isEmpty {
            throw ValidationError(localized("--dry-run requires --fix; without --fix, nothing is changed."))
        }
        for id in fix where DoctorFindingKind(rawValue: id)?.isFixable != true {
            throw ValidationError(localized("'%1' is not a problem that --fix can repair.", id))
        }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        var facts = try DoctorFacts(environment.variables)
        facts.service = await DoctorServiceFacts.gather(
            on: environment.address, environment.variables, looksForFonts: fix.isEmpty)
        if !fix.isEmpty {
            return try await repair(DoctorExamination(facts).findings, facts, in: environment)
        }
        facts.looseFonts = try await LooseFontFacts(
            examining: facts.loose.files, workers: .besideThisProgram(), output: environment.output)
        let examination = DoctorExamination(facts)
        if outputOptions.json {
            environment.output.line(JSONText.array(examination.findings.map(\.json)).lines)
        } else {
            let bold = environment.output.usesColor
            let texts = examination.findings.map { $0.text(bold: bold) }
            environment.output.write(
                texts.isEmpty ? localized("No problems were found.") + "\n" : texts.joined(separator: "\n"))
        }
        return examination.isHealthy ? .success : .failure
    }

    private func repair(
        _ findings: [DoctorFinding], _ facts: DoctorFacts, in environment: CommandEnvironment
    ) async throws(CommandFailure) -> CommandExit {
        let wanted = findings.filter { fix.contains($0.kind.rawValue) }
        guard !wanted.isEmpty else {
            if !outputOptions.json { environment.output.line(localized("There is nothing to repair.")) }
            return .nothingToDo
        }
        var repair = Repair()
        if wanted.contains(where: { $0.kind == .hiddenFamilies }) {
            try await show(facts.service.hiddenFamilies, &repair, in: environment)
        }
        if wanted.contains(where: { $0.kind != .hiddenFamilies }) {
            try await move(facts, &repair, in: environment)
        }
        for failure in repair.failures { environment.output.report(failure, asJSON: outputOptions.json) }
        if outputOptions.json {
            environment.output.line(JSONText.array(repair.results).lines)
        } else {
            for line in repair.lines { environment.output.line(line) }
        }
        if !repair.failures.isEmpty { return .failure }
        return repair.isDone ? .success : .nothingToDo
    }

    /// The results of repairing findings.
    private struct Repair {
        var results: [JSONText] = []
        var lines: [String] = []
        var failures: [CommandFailure] = []
        /// Whether the user agreed to any repair.
        var isDone = false
    }

    /// Shows hidden families of the system again.
    private func show(
        _ families: [String], _ repair: inout Repair, in environment: CommandEnvironment
    ) async throws(CommandFailure) {
        if !dryRun {
            let question = localized("Show %1 again?", CountedText.list(families))
            guard try await isAgreed(question, in: environment) else { return }
        }
        let results = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await calling { () async throws(BusError) in
                try await session.management.setFamiliesHidden(
                    names: families, hidden: false,
                    options: CommandSession.changeOptions.merging(["dry_run": BusVariant(dryRun)]) { $1 },
                    timeout: CommandSession.changeTimeout)
            }
        }.map(FontRecord.init)
        for family in results {
            if let failure = family.failure(about: family.text("family")) {
                repair.failures.append(failure)
            } else {
                repair.results.append(JSONText(family.entries))
                let name = TerminalText.escaped(family.text("family"))
                repair.lines.append(
                    dryRun ? localized("Would be shown again: %1", name) : localized("Shown again: %1", name))
            }
        }
        repair.isDone = true
    }

    /// Moves the fonts in the older font directory to the newer one.
    private func move(
        _ facts: DoctorFacts, _ repair: inout Repair, in environment: CommandEnvironment
    ) async throws(CommandFailure) {
        // Both findings need the same move; only the initial state differs.
        let migration = try FontDirectoryMigration(
            facts.places, serviceDataHome: facts.service.dataHome(besides: facts.places))
        if !outputOptions.json { environment.output.write(migration.text) }
        if dryRun {
            repair.results += migration.moves.map(Self.json)
            repair.lines.append(
                localized(
                    "1 file or directory would be moved.", "%1 files and directories would be moved.",
                    count: migration.moves.count))
            repair.isDone = true
            return
        }
        guard try await isAgreed(localized("Move them?"), in: environment) else { return }
        let outcome = try await migration.run(on: environment.address)
        repair.failures += outcome.failures
        repair.results += outcome.moved.map(Self.json)
        repair.lines.append(localized("Moved %1 of %2.", outcome.moved.count, migration.moves.count))
        repair.isDone = true
    }

    private static func json(_ move: FontDirectoryMigration.Move) -> JSONText {
        .object([("from", .string(move.from)), ("to", .string(move.to))])
    }

    /// Whether the user agrees to a repair.
    private func isAgreed(
        _ question: String, in environment: CommandEnvironment
    ) async throws(CommandFailure) -> Bool {
        if confirmation.isConfirmed { return true }
        guard let answer = try await environment.ask(question) else { throw CommandFailure.nobodyToAsk }
        return answer
    }
}
