package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import InspectionClient

/// `typecase doctor`: explains what is wrong with the fonts of this session, and what to do about it.
package struct DoctorCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Explain what is wrong with fonts, and what to do about it.",
        discussion: """
            Looks at the directories of fonts, at fontconfig's configuration and caches, at the service and at the \
            service manager, has your loose fonts checked in sandboxed processes of this command, and changes nothing \
            but that it starts the service where it does not run.

            Ends with 0 where everything is well, notes apart, and with 1 where there are warnings or errors. With \
            --json it writes an array of objects with the keys id, severity (error, warning or note), seen, items, \
            reason, remedy and fixable.

            --fix puts one finding right, after asking on a terminal. Files are moved, never deleted or changed, and \
            hidden families are shown again. It knows: \(DoctorFindingKind.allCases.filter(\.isFixable).map(\.rawValue).joined(separator: ", ")).
            """)

    @Option(
        help: ArgumentHelp("Put a finding right; may be given several times.", valueName: "id"),
        completion: .list(DoctorFindingKind.allCases.filter(\.isFixable).map(\.rawValue)))
    package var fix: [String] = []

    @OptionGroup package var confirmation: ConfirmationOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package var reportsJSON: Bool { outputOptions.json }

    package func validate() throws {
        for id in fix where DoctorFindingKind(rawValue: id)?.isFixable != true {
            throw ValidationError("'\(id)' is nothing that --fix can put right.")
        }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        var facts = try DoctorFacts(environment.variables)
        facts.service = await DoctorServiceFacts.gather(on: environment.address, environment.variables)
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
            environment.output.write(texts.isEmpty ? "Nothing is wrong.\n" : texts.joined(separator: "\n"))
        }
        return examination.isHealthy ? .success : .failure
    }

    private func repair(
        _ findings: [DoctorFinding], _ facts: DoctorFacts, in environment: CommandEnvironment
    ) async throws(CommandFailure) -> CommandExit {
        let wanted = findings.filter { fix.contains($0.kind.rawValue) }
        guard !wanted.isEmpty else {
            if !outputOptions.json { environment.output.line("There is nothing to put right.") }
            return .nothingToDo
        }
        var exit = CommandExit.success
        if wanted.contains(where: { $0.kind == .hiddenFamilies }) {
            exit = try await show(facts.service.hiddenFamilies, in: environment)
        }
        if wanted.contains(where: { $0.kind != .hiddenFamilies }) {
            let moving = try await move(facts, in: environment)
            exit = moving == .success ? exit : moving
        }
        return exit
    }

    /// Shows hidden families of the system again.
    private func show(
        _ families: [String], in environment: CommandEnvironment
    ) async throws(CommandFailure) -> CommandExit {
        guard try await isAgreed("Show \(families.joined(separator: ", ")) again?", in: environment) else {
            return .nothingToDo
        }
        let results = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await calling { () async throws(BusError) in
                try await session.management.setFamiliesHidden(
                    names: families, hidden: false, options: CommandSession.changeOptions,
                    timeout: CommandSession.changeTimeout)
            }
        }.map(FontRecord.init)
        let failures = results.compactMap { $0.failure(about: $0.text("family")) }
        for failure in failures { environment.output.report(failure, asJSON: outputOptions.json) }
        let shown = results.filter { $0.failure(about: "") == nil }
        if outputOptions.json {
            environment.output.line(JSONText(shown.map(\.entries)).lines)
        } else {
            for family in shown {
                environment.output.line("Shown again: \(TerminalText.escaped(family.text("family")))")
            }
        }
        return failures.isEmpty ? .success : .failure
    }

    /// Moves the fonts of the older directory of fonts into the newer one.
    private func move(
        _ facts: DoctorFacts, in environment: CommandEnvironment
    ) async throws(CommandFailure) -> CommandExit {
        // Both are the same move; only what it starts from differs.
        let migration = try FontDirectoryMigration(
            facts.places, serviceDataHome: facts.service.dataHome(besides: facts.places))
        if !outputOptions.json { environment.output.write(migration.text) }
        guard try await isAgreed("Move them?", in: environment) else { return .nothingToDo }
        let outcome = try await migration.run(on: environment.address)
        for failure in outcome.failures { environment.output.report(failure, asJSON: outputOptions.json) }
        if outputOptions.json {
            environment.output.line(
                JSONText.array(
                    outcome.moved.map { .object([("from", .string($0.from)), ("to", .string($0.to))]) }
                ).lines)
        } else {
            environment.output.line("Moved \(outcome.moved.count) of \(migration.moves.count).")
        }
        return outcome.failures.isEmpty ? .success : .failure
    }

    /// Whether the user wants it.
    private func isAgreed(
        _ question: String, in environment: CommandEnvironment
    ) async throws(CommandFailure) -> Bool {
        if confirmation.isConfirmed { return true }
        guard let answer = try await environment.ask(question) else { throw CommandFailure.nobodyToAsk }
        return answer
    }
}
