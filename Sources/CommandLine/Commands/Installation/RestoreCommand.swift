package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase restore`: restores removed fonts.
package struct RestoreCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: localized("Bring back removed fonts, or list those that can be brought back."),
        discussion: localized(
            """
            Fonts that you uninstalled, that were replaced by a newer version, or whose files were deleted are kept \
            for 30 days, up to 1 GiB in total, and only while the disk has room for new fonts. Without arguments, the \
            command lists them. A name is a PostScript name, a family with a style, or a family, which stands for all \
            its fonts. If there are several versions, the one that was removed last is restored. If an older version \
            is restored, it replaces the newer one, which is then kept in turn. To restore fonts that were removed \
            with an application, use 'typecase provider restore'.
            """))

    @Argument(
        help: .localized("Ids or names of removed fonts.", valueName: "id-or-name"),
        completion: ServiceCompletion.removedFonts.kind)
    package var fonts: [String] = []

    @Flag(help: .localized("Bring back all fonts that were uninstalled or whose files were deleted."))
    package var all = false

    @Flag(help: .localized("Bring back all fonts whose files were deleted, by hand or by a sync."))
    package var deleted = false

    @Flag(help: .localized("Only show what would be brought back."))
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        if [all, deleted, !fonts.isEmpty].count(where: { $0 }) > 1 {
            throw ValidationError(localized("Give only one of these: font names, --all or --deleted."))
        }
        if dryRun, !all, !deleted, fonts.isEmpty {
            throw ValidationError(localized("--dry-run needs font names, --all or --deleted."))
        }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let asJSON = outputOptions.json
        return try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            let removed = try await RemovedFontList.all(over: session)
            guard all || deleted || !fonts.isEmpty else {
                list(removed, in: environment)
                return .success
            }
            var report = ItemReport()
            let chosen = choose(among: removed, &report, environment)
            var results: [[String: BusVariant]] = []
            let progress = ProgressLine(localized("Restoring fonts"), of: chosen.count, on: environment.output)
            defer { progress.clear() }
            for batch in chosen.batches(of: Self.fontsPerCall) {
                let answers = try await finishing { () async throws(CommandFailure) in
                    let ids = batch.map { $0.text("id") }
                    return try await calling { () async throws(BusError) in
                        if dryRun {
                            return try await session.management.planChange(
                                change: "restore", ids: ids, options: [:], timeout: CommandSession.changeTimeout)
                        }
                        return try await session.management.restoreFonts(
                            ids: ids, options: CommandSession.changeOptions, timeout: CommandSession.changeTimeout
                        ).results
                    }
                } onCancel: {
                    progress.change(to: ProgressLine.finishing)
                }
                progress.hide()
                // With many calls, each of them would list all fonts.
                let isListed = !dryRun && !asJSON && chosen.count <= Self.fontsPerCall
                let names = isListed ? await Self.fullNames(over: session) : [:]
                for (font, answer) in zip(batch, answers) {
                    if let failure = FontRecord(answer).failure(about: font.removedTitle) {
                        report.failures.append(failure)
                        environment.output.report(failure, asJSON: asJSON)
                        continue
                    }
                    report.changed += 1
                    results.append(answer)
                    if asJSON { continue }
                    let restored = FontRecord(answer)
                    let name = names[restored.text("id")] ?? font.removedTitle
                    let version = restored.text("version")
                    let title = TerminalText.escaped(version.isEmpty ? name : "\(name) \(version)")
                    environment.output.line(
                        dryRun ? localized("Would be restored: %1", title) : localized("Restored %1", title))
                }
                progress.advance(by: batch.count)
            }
            if asJSON {
                environment.output.line(JSONText(results).lines)
            } else if report.exit == .nothingToDo {
                environment.output.line(localized("There are no removed fonts to restore."))
            }
            return report.exit
        }
    }

    /// The full names of the registered fonts, by their ids; for removed fonts, only the PostScript names are known.
    private static func fullNames(over session: CommandSession) async -> [String: String] {
        let fonts = (try? await session.fontList(keys: ["id", "faces", "full_name"])) ?? []
        return Dictionary(fonts.map { ($0.text("id"), $0.title) }, uniquingKeysWith: { first, _ in first })
    }

    /// The maximum number of fonts in one call, so that a call lasts only seconds.
    private static let fontsPerCall = 50

    private func choose(
        among removed: [FontRecord], _ report: inout ItemReport, _ environment: CommandEnvironment
    ) -> [FontRecord] {
        // A font that a newer version replaced would replace that version.
        if all { return RemovedFontList.latest(of: removed.filter { $0.text("reason") != "replaced" }) }
        if deleted { return RemovedFontList.latest(of: removed.filter { $0.text("reason") == "deleted" }) }
        var chosen: [FontRecord] = []
        var known: Set<String> = []
        for argument in fonts {
            let named = RemovedFontList.latest(of: RemovedFontList.fonts(named: argument, among: removed))
            if named.isEmpty {
                let failure = CommandFailure(
                    .notFound, code: .notRegistered,
                    localized("No removed font has this id or name. To list removed fonts, run 'typecase restore'."),
                    item: argument
                )
                report.failures.append(failure)
                environment.output.report(failure, asJSON: outputOptions.json)
            }
            chosen += named.filter { known.insert($0.text("id")).inserted }
        }
        return chosen
    }

    private func list(_ removed: [FontRecord], in environment: CommandEnvironment) {
        if outputOptions.json {
            environment.output.line(JSONText(removed.map(\.entries)).lines)
        } else {
            environment.output.write(
                RemovedFontList.rows(of: removed),
                header: ["ID", "NAME", "PROVIDER", "WHY", "KEPT FOR", "SIZE"],
                expendable: ["SIZE", "PROVIDER", "WHY"], orElse: localized("No removed fonts are kept."))
        }
    }
}
