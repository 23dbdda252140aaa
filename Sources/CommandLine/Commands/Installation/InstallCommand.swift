package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import InspectionClient
internal import Localization

/// `typecase install`: the user becomes the provider of font files.
package struct InstallCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "install", abstract: localized("Install font files, and fonts from the web."),
        discussion: localized(
            """
            Directories are searched with everything in them for *.ttf, *.otf, *.ttc, *.otc, *.otb and *.dfont \
            (which is refused), but for files named ._* and folders named __MACOSX, the metadata of macOS; a file \
            that is named is tried whatever its name is. A symbolic link that is named is followed, one within a \
            directory is not. Whether a file is a font is told by its content.

            An https address is fetched first, by the service, which has a process for it that can do nothing else; \
            Ctrl-C gives it up. It is installed as a file of yours, and not looked at again.

            Of archives, which are zip, 7z, tar.gz and tar.xz, the fonts in them are installed, and nothing else is \
            written anywhere: they are unpacked in a sandboxed process of this command. Of several forms of one font \
            in an archive the one that desktop programs use best is taken: fonts for desktops before web fonts, \
            static fonts before a variable font that has no more styles than they, TrueType before CFF outlines, and \
            single fonts before collections. What is passed over is named. Links, encrypted entries, and paths that \
            lead out of the archive are refused, as is an archive that is damaged or expands to more than 200 times \
            its size. Archives in archives are not opened. With --archives, directories are searched for archives as \
            well; without it, the archives in them are named, as are web fonts, and fonts of kinds that cannot be \
            installed, such as Type 1.

            Web fonts (WOFF) are refused, as desktop programs cannot use them. With --convert they are expanded \
            first, in sandboxed processes of this command, to the TrueType or OpenType fonts that they hold, and \
            directories are searched for *.woff and *.woff2 as well.

            More than 16 files are installed as one change, in steps of 20,000. Ctrl-C gives up the step that is \
            under way, leaving nothing of it behind, unless programs are about to find its fonts: then it is \
            completed. A second Ctrl-C leaves at once. An installation that was given up, even in part, ends with \
            130.

            A font that is newer than the one that you have installed, by the revision in the fonts themselves, \
            replaces it in one step; an older one, and another build of the same revision, is refused unless \
            --allow-downgrade is given. Two fonts are the same where PostScript name, family, weight, width and \
            slant are: other styles of a family that share its PostScript name are installed beside each other, with \
            a warning. Where a download has one font as OpenType and as TrueType, the second one is skipped. A font \
            is refused where another family's that is enabled, or one of the system, has its name.

            A font that is installed already keeps its scope: 'typecase enable' with --session or --persistent \
            changes it. One that is disabled is enabled, and with --disabled the other way round. Where nothing \
            changes, the command ends with 2.

            The command warns about faults that are no reason to refuse a font: a name that may pass for another, one \
            glyph for very many characters, instructions that are not defined, a wrong checksum, or a variable font \
            beside static ones of its family. It also warns if a rule of fontconfig hides the font; with --json, the \
            key not_found_by_programs shows this.
            """))

    @Argument(
        help: .localized(
            """
            Font files, archives and directories of them, and https addresses; - reads one from the standard input.
            """,
            valueName: "file-or-directory"),
        completion: .file(
            extensions: FontFileSearch.completedExtensions))
    package var paths: [String]

    @Flag(help: .localized("Until the last login session ends, rather than for good."))
    package var session = false

    @Flag(help: .localized("Keep the fonts without letting programs find them."))
    package var disabled = false

    @Flag(
        help: .localized("Let fonts replace your own of the same name and style even where they are not newer."))
    package var allowDowngrade = false

    @Flag(
        help: .localized(
            """
            Refuse fonts that web browsers do not show, though other programs do. Without ots-sanitize, which \
            browsers check fonts with, only what Typecase itself knows of counts.
            """))
    package var browserSafe = false

    @Flag(help: .localized("Expand web fonts (WOFF and WOFF2) to the fonts that they hold."))
    package var convert = false

    @Flag(help: .localized("Install fonts of archives in directories as well."))
    package var archives = false

    @Flag(name: .customLong("dry-run"), help: .localized("Only tell what would change, as typecase plan does."))
    package var dryRun = false

    @Flag(
        help:
            .localized(
                """
                Name every font. Without it, more than 50 fonts get a summary, with refused fonts and warnings by \
                name.
                """)
    )
    package var verbose = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let input = paths.contains(StandardInput.argument) ? try await environment.input.font() : nil
        let search = FontFileSearch(
            paths, selection: convert ? .installableOnceExpanded : .installable, seesArchives: archives)
        var report = ItemReport()
        func fail(_ failure: CommandFailure) {
            report.failures.append(failure)
            environment.output.report(failure, asJSON: outputOptions.json)
        }
        for failure in search.failures { fail(failure) }
        var results = search.passedOver.map(\.json)
        let passedOver = outputOptions.json ? nil : search.passedOverText(isVerbose: verbose)
        if search.files.isEmpty {
            if let passedOver { environment.output.line(passedOver) }
            if search.failures.isEmpty, !outputOptions.json {
                environment.output.line(localized("There are no font files to install."))
            }
        }
        var ended: CommandFailure?
        if !search.files.isEmpty {
            let progress = ProgressLine(localized("Checking fonts"), of: search.files.count, on: environment.output)
            defer { progress.clear() }
            let expansion = convert ? WebFontExpansion(workers: .besideThisProgram()) : nil
            let (outcome, unpacked, visibility, versions) = try await CommandSession.run(on: environment.address) {
                session throws(CommandFailure) in
                let fetched = try await RemoteFonts(session: session, progress: progress)
                    .fetch(search.files.filter(RemoteFonts.isAddress))
                let given = input.map { [StandardInput.argument: RemoteFonts.Font.success($0)] } ?? [:]
                let unpacked = try await ArchiveUnpacker(
                    workers: .besideThisProgram(), for: .installation(expandsWebFonts: convert),
                    variables: environment.variables
                ).unpack(search.files, opened: fetched.merging(given) { $1 }, progress: progress)
                progress.retotal(unpacked.paths.count)
                let outcome = await FontInstallation(
                    scope: scope, enabled: !disabled, allowsDowngrade: allowDowngrade, isPlan: dryRun,
                    isBrowserSafe: browserSafe,
                    session: session, standardInput: input, fetched: fetched, members: unpacked.members,
                    expansion: expansion,
                    progress: progress
                ).install(unpacked.paths)
                await expansion?.end()
                let isNothing = dryRun || disabled || outcome.records.isEmpty
                let visibility =
                    isNothing ? nil : await FontconfigVisibility.ask(over: session, environment.variables)
                let versions = dryRun ? ReplacedVersions() : await ReplacedVersions(of: outcome.records, over: session)
                return (outcome, unpacked, visibility, versions)
            }
            progress.clear()
            ended = outcome.ended
            var summary = InstallationSummary()
            for failure in search.failures { summary.add(failure) }
            for refused in unpacked.refused {
                summary.add(.refused)
                fail(CommandFailure(refused))
            }
            let isNamed = verbose || dryRun || outcome.fonts.count <= InstallationSummary.namedFonts
            var warnings = InstallationWarnings(environment.output)
            var planned = PlannedFonts()
            for font in outcome.fonts {
                switch font {
                case .failed(let failure) where failure.isOtherFormat:
                    report.unchanged += 1
                    summary.add(.skipped)
                    results.append(Self.skipped(failure))
                    if outputOptions.json { continue }
                    let file = TerminalText.escaped(failure.item)
                    let reason = TerminalText.escaped(failure.withInstallOption.message)
                    environment.output.line(localized("Skipped %1: %2", file, reason))
                case .failed(let failure):
                    summary.add(failure)
                    fail(failure.withInstallOption)
                case .done(let path, let record):
                    let plan = dryRun ? PlanLine(record) : nil
                    let line = InstallationLine(
                        record, asked: scope, replacing: versions.version(before: record))
                    if plan?.isChange == true { planned.add(path, record) }
                    if plan?.isChange ?? line.isChanged { report.changed += 1 } else { report.unchanged += 1 }
                    let unseen = visibility?.warning(about: record)
                    var entries = record.entries.merging(unpacked.members[path].map(\.places) ?? [:]) { $1 }
                    entries["file"] = BusVariant(path)
                    if let unseen { entries["not_found_by_programs"] = BusVariant(unseen) }
                    results.append(JSONText(entries))
                    if outputOptions.json { continue }
                    summary.add(line.part)
                    if isNamed { environment.output.line(plan?.text ?? line.text) }
                    warnings.tell(record.warnings + (unseen.map { [$0] } ?? []), about: path)
                }
            }
            warnings.finish()
            if ended == nil, outcome.missing == 0, let failure = await tell(planned, &results, environment) {
                fail(failure)
            }
            results += unpacked.passedOver.map(\.json)
            if !outputOptions.json {
                for line in unpacked.summary { environment.output.line(line) }
                if !dryRun, let text = summary.text { environment.output.line(text) }
                if let passedOver { environment.output.line(passedOver) }
            }
            if let ended { fail(ended) }
            if outcome.missing > 0 {
                let (missing, all) = (outcome.missing, unpacked.paths.count)
                fail(
                    ended == nil
                        ? CommandFailure(
                            interrupted: localized("Interrupted; %1 of %2 files were not installed.", missing, all))
                        : CommandFailure(failed: localized("No result for %1 of %2 files.", missing, all)))
            }
        }
        if outputOptions.json { environment.output.line(JSONText.array(results).lines) }
        return ended?.exit == .unreachable ? .unreachable : report.exit
    }

    /// Tells which names would stand for other fonts; what keeps fontconfig from being asked is no fault of the plan.
    ///
    /// - Returns: That the command was interrupted; `nil` where it was not.
    private func tell(
        _ planned: PlannedFonts, _ results: inout [JSONText], _ environment: CommandEnvironment
    ) async -> CommandFailure? {
        let progress = ProgressLine(localized("Asking fontconfig for names"), of: 0, on: environment.output)
        defer { progress.clear() }
        do throws(CommandFailure) {
            let outlook = try await NameOutlook.of(
                planned.paths, families: planned.families, environment.variables
            ) { asked, count in
                progress.retotal(count)
                progress.advance(to: asked)
            }
            progress.clear()
            results += outlook.changes.map(\.json)
            if outlook.unaskedNames > 0 {
                results.append(.object([("unasked_names", .integer(Int64(outlook.unaskedNames)))]))
            }
            if let reason = planned.reasonNotChecked {
                results.append(.object([("names_not_checked", .string(reason))]))
            }
            if !outputOptions.json {
                for line in outlook.lines { environment.output.line(line) }
                if let reason = planned.reasonNotChecked { environment.output.line(reason) }
            }
        } catch {
            progress.clear()
            if error.exit == .interrupted { return error }
            environment.output.warn(error.message, about: "fontconfig")
        }
        return nil
    }

    /// How long the fonts are to stay.
    private var scope: RegistrationScope { session ? .session : .persistent }

    /// What scripts are told of a font that is there already in another format.
    private static func skipped(_ failure: CommandFailure) -> JSONText {
        .object([
            ("file", .string(failure.item)), ("skipped", .boolean(true)), ("kept", .string(failure.kept)),
            ("kept_format", .string(failure.keptFormat)), ("message", .string(failure.message)),
        ])
    }
}
