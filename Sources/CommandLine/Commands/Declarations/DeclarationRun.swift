internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// Carries out the plan of a declaration.
struct DeclarationRun: Sendable {
    /// The plan.
    let plan: DeclarationPlan
    /// The directory to which relative paths refer.
    let directory: String
    /// The connection.
    let session: CommandSession
    /// Where to write.
    let environment: CommandEnvironment
    /// Whether to write JSON.
    let asJSON: Bool

    /// The maximum number of ids per call, as for other changes.
    private static let idsPerCall = 50

    /// Carries out the plan, and reports each step.
    func run() async throws(CommandFailure) -> CommandExit {
        var report = ItemReport()
        var done: [DeclarationPlan.Step] = []
        let progress = ProgressLine(localized("Applying"), of: plan.steps.count, on: environment.output)
        // Steps that were done before an interruption or before the service exited are reported as well.
        defer {
            progress.clear()
            tell(done)
        }
        for isEnabled in [true, false] {
            let fonts = plan.steps.compactMap { step -> FontDeclaration.Font? in
                if case .install(let font) = step, font.isEnabled == isEnabled { font } else { nil }
            }
            let (installed, ended) = try await install(fonts, enabled: isEnabled, &report, progress)
            done += installed
            if let ended { throw ended }
        }
        done += try await change(&report, progress) { step in
            if case .restore(let font) = step { font.digest.hexadecimal } else { nil }
        } _: { ids throws(BusError) in
            try await restore(ids)
        }
        for isEnabled in [true, false] {
            done += try await change(&report, progress) { step in
                if case .setEnabled(let font, isEnabled) = step { font.id } else { nil }
            } _: { ids throws(BusError) in
                try await session.management.setEnabled(
                    ids: ids, enabled: isEnabled, options: CommandSession.changeOptions,
                    timeout: CommandSession.changeTimeout
                ).results
            }
        }
        done += try await change(&report, progress) { step in
            if case .remove(let font) = step { font.id } else { nil }
        } _: { ids throws(BusError) in
            try await session.management.uninstall(
                ids: ids, options: CommandSession.changeOptions, timeout: CommandSession.changeTimeout
            )
            .results
        }
        for step in plan.steps {
            switch step {
            case .grant(let grant):
                try await calling { () async throws(BusError) in
                    try await session.management.setGrant(
                        provider: grant.provider, right: grant.right, decision: grant.decision,
                        options: CommandSession.changeOptions.merging(
                            grant.font.map { ["font": BusVariant($0)] } ?? [:]
                        ) { $1 })
                }
                report.changed += 1
                done.append(step)
            case .collect(let collection):
                try await collect(collection)
                report.changed += 1
                done.append(step)
            case .missing(let font):
                fail(
                    CommandFailure(
                        .notFound, code: .fileNotFound, localized("Not installed, and no file or url is declared."),
                        item: font.name),
                    &report, progress)
            default: break
            }
        }
        return report.exit
    }

    /// Creates a collection unless it exists, and adds those of its fonts that are now installed.
    private func collect(_ collection: FontDeclaration.Collection) async throws(CommandFailure) {
        let known = try await CollectionRecordList.all(over: session).map { $0.text("name") }
        if !known.contains(collection.name) {
            try await calling(about: collection.name) { () async throws(BusError) in
                try await session.management.createCollection(
                    name: collection.name, options: CommandSession.changeOptions)
            }
        }
        let wanted = Set(collection.fonts)
        let ids = try await FontState.current(over: session).fonts.filter { wanted.contains($0.digest) }.map(\.id)
        for batch in ids.batches(of: Self.idsPerCall) {
            _ = try await calling(about: collection.name) { () async throws(BusError) in
                try await session.management.changeCollection(
                    name: collection.name, ids: Array(batch), add: true, options: CommandSession.changeOptions)
            }
        }
    }

    private func tell(_ done: [DeclarationPlan.Step]) {
        if asJSON {
            environment.output.line(JSONText.array(done.map(\.json)).lines)
        } else {
            for step in done { environment.output.line(TerminalText.escaped(step.line)) }
        }
    }

    /// Restores fonts in the declared state rather than in the state that they had when they were removed.
    private func restore(_ ids: [String]) async throws(BusError) -> [[String: BusVariant]] {
        let results = try await session.management.restoreFonts(
            ids: ids, options: CommandSession.changeOptions, timeout: CommandSession.changeTimeout
        ).results
        for isEnabled in [true, false] {
            let others = zip(ids, results).compactMap { id, result -> String? in
                let record = FontRecord(result)
                guard isDeclaredEnabled(id) == isEnabled, record.value("enabled") == !isEnabled else { return nil }
                return record.text("id")
            }
            if others.isEmpty { continue }
            _ = try await session.management.setEnabled(
                ids: others, enabled: isEnabled, options: CommandSession.changeOptions,
                timeout: CommandSession.changeTimeout)
        }
        return results
    }

    /// Whether a font to restore is declared as enabled.
    private func isDeclaredEnabled(_ id: String) -> Bool? {
        for case .restore(let font) in plan.steps where font.digest.hexadecimal == id { return font.isEnabled }
        return nil
    }

    /// Changes fonts in batches, with one call for each batch.
    private func change(
        _ report: inout ItemReport, _ progress: ProgressLine, _ id: (DeclarationPlan.Step) -> String?,
        _ call: ([String]) async throws(BusError) -> [[String: BusVariant]]
    ) async throws(CommandFailure) -> [DeclarationPlan.Step] {
        var done: [DeclarationPlan.Step] = []
        let items = plan.steps.compactMap { step in id(step).map { (step, $0) } }
        for batch in items.batches(of: Self.idsPerCall) {
            if Task.isCancelled { throw Self.interruption }
            let answers = try await calling { () async throws(BusError) in try await call(batch.map(\.1)) }
            for ((step, _), answer) in zip(batch, answers) {
                if let failure = FontRecord(answer).failure(about: step.name) {
                    fail(failure, &report, progress)
                } else {
                    report.changed += 1
                    done.append(step)
                }
            }
            progress.advance(by: batch.count)
        }
        return done
    }

    /// Installs fonts whose files or downloads have the declared bytes.
    private func install(
        _ fonts: [FontDeclaration.Font], enabled: Bool, _ report: inout ItemReport, _ progress: ProgressLine
    ) async throws(CommandFailure) -> (done: [DeclarationPlan.Step], ended: CommandFailure?) {
        let found = try await DeclaredFonts(
            directory: directory, session: session, variables: environment.variables, progress: progress
        ).find(fonts)
        for failure in found.failures { fail(failure, &report, progress) }
        let outcome = await FontInstallation(
            scope: .persistent, enabled: enabled, allowsDowngrade: true, session: session,
            fetched: found.files.mapValues { .success($0) }, addresses: found.addresses, progress: progress
        ).install(found.paths)
        var done: [DeclarationPlan.Step] = []
        for result in outcome.fonts {
            switch result {
            case .failed(let failure): fail(failure, &report, progress)
            case .done(let path, _):
                report.changed += 1
                if let font = found.fonts[path] { done.append(.install(font)) }
            }
        }
        return (done, outcome.ended ?? (outcome.missing > 0 ? Self.interruption : nil))
    }

    private static var interruption: CommandFailure {
        CommandFailure(interrupted: localized("Interrupted; the declaration was not applied completely."))
    }

    private func fail(_ failure: CommandFailure, _ report: inout ItemReport, _ progress: ProgressLine) {
        report.failures.append(failure)
        progress.hide()
        environment.output.report(failure, asJSON: asJSON)
    }
}
