package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import InspectionClient
internal import Localization

/// `typecase install`: installs font files with the user as their provider.
package struct InstallCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "install", abstract: localized("Install font files, and fonts from the web."),
        discussion: localized(
            """
            Directories are searched recursively for *.ttf, *.otf, *.ttc, *.otc, *.otb and *.dfont (which is refused). \
            Files named ._* and folders named __MACOSX are ignored, because they contain macOS metadata. A file that \
            you give as an argument is tried regardless of its name. A symbolic link that you give as an argument is \
            followed, but a link in a directory is not. The content of a file determines whether it is a font.

            A font at an https address is first fetched by the service, in a process that can do nothing else; Ctrl-C \
            cancels this. The font is then installed like one of your own files, and the address is not checked again.

            The fonts in archives (zip, 7z, tar.gz and tar.xz) are installed, and nothing else is written anywhere: \
            archives are unpacked in a sandboxed process of this command. If an archive contains several forms of one \
            font, the form that desktop programs use best is installed: fonts for desktops before web fonts, static \
            fonts before a variable font with no more styles than these, TrueType before CFF outlines, and individual \
            fonts before font collections. Fonts that are not used are listed. Links, encrypted entries, and paths \
            that lead out of the archive are refused, as is an archive that is damaged or expands to more than 200 \
            times its size. Archives in archives are not opened. With --archives, directories are also searched for \
            archives. Without this option, archives in directories are only listed, as are web fonts and fonts in \
            formats that cannot be installed, such as Type 1.

            Web fonts (WOFF) are refused, because desktop programs cannot use them. With --convert, they are first \
            expanded, in sandboxed processes of this command, to the TrueType or OpenType fonts that they contain, and \
            directories are also searched for *.woff and *.woff2.

            If there are more than 16 files, they are installed as one change, in steps of 20,000 files. Ctrl-C \
            cancels the current step and leaves nothing of it behind; if its fonts are about to become visible to \
            programs, the step is completed instead. A second Ctrl-C quits immediately. If an installation was \
            cancelled, even in part, the exit status is 130.

            If a font has a higher revision than the one that you have installed, it replaces that font in one step. A \
            font with a lower revision, or another build of the same revision, is refused unless --allow-downgrade is \
            given. Two fonts are the same if they have the same PostScript name, family, weight, width and slant. \
            Different styles of a family that share a PostScript name are installed beside each other, with a warning. \
            If a download contains a font both as OpenType and as TrueType, the second file is skipped. A font is \
            refused if an enabled font of another family, or a system font, has its name.

            A font that is already installed keeps its scope; to change the scope, use 'typecase enable' with \
            --session or --persistent. If the font is disabled, it is enabled; with --disabled, an enabled font is \
            disabled. If nothing changes, the exit status is 2.

            The command warns about faults that are not serious enough to refuse a font: a name that may be mistaken \
            for another, one glyph for very many characters, undefined instructions, a wrong checksum, or a variable \
            font beside static fonts of its family. It also warns if a rule of fontconfig hides the font; with --json, \
            the key not_found_by_programs shows this.
            """))

    @Argument(
        help: .localized(
            """
            Font files, archives, directories and https addresses; - reads a file from standard input.
            """,
            valueName: "file-or-directory"),
        completion: .file(
            extensions: FontFileSearch.completedExtensions))
    package var paths: [String]

    @Flag(help: .localized("Keep the fonts only until all your login sessions have ended, not permanently."))
    package var session = false

    @Flag(help: .localized("Install the fonts as disabled, so that programs do not find them."))
    package var disabled = false

    @Flag(
        help: .localized("Replace your fonts that have the same name and style, even if the new fonts are not newer."))
    package var allowDowngrade = false

    @Flag(
        help: .localized(
            """
            Refuse fonts that web browsers do not show, even if other programs do. If ots-sanitize, the checker \
            that browsers use, is not installed, only Typecase's own checks apply.
            """))
    package var browserSafe = false

    @Flag(help: .localized("Expand web fonts (WOFF and WOFF2) to the fonts that they contain."))
    package var convert = false

    @Flag(help: .localized("Also install fonts from archives in directories."))
    package var archives = false

    @Flag(name: .customLong("dry-run"), help: .localized("Only show what would change, as 'typecase plan' does."))
    package var dryRun = false

    @Flag(
        help:
            .localized(
                """
                List every font. Without this option, if there are more than 50 fonts, only a summary, the refused \
                fonts and the warnings are shown.
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

    /// Reports which names would select other fonts.
    ///
    /// If fontconfig cannot be asked, that is only a warning and does not make the plan fail.
    ///
    /// - Returns: The failure if the command was interrupted; otherwise `nil`.
    private func tell(
        _ planned: PlannedFonts, _ results: inout [JSONText], _ environment: CommandEnvironment
    ) async -> CommandFailure? {
        let progress = ProgressLine(localized("Checking names with fontconfig"), of: 0, on: environment.output)
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

    /// The scope of the registrations.
    private var scope: RegistrationScope { session ? .session : .persistent }

    /// The JSON for a font that is already installed in another format.
    private static func skipped(_ failure: CommandFailure) -> JSONText {
        .object([
            ("file", .string(failure.item)), ("skipped", .boolean(true)), ("kept", .string(failure.kept)),
            ("kept_format", .string(failure.keptFormat)), ("message", .string(failure.message)),
        ])
    }
}
