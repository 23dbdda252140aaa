package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase revalidate`: validates registered fonts again.
package struct RevalidateCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "revalidate", abstract: localized("Validate registered fonts again."),
        discussion: localized(
            """
            A font that no longer passes the checks, or that is now denied, is taken out of use: programs do not find \
            it, but its bytes are kept. A font that was taken out of use and now passes is put back into use. The \
            service does this automatically when FreeType, HarfBuzz, the OpenType Sanitizer or its own checks have \
            changed.

            The files /etc/typecase/denied-fonts and /usr/share/typecase/denied-fonts list the denied fonts. Each line \
            contains a SHA-256 in the format of 'sha256sum', followed by a human-readable reason. The command first \
            reads these files again; 'typecase status' reports errors in them.

            A name is a PostScript name, a full name or a family, and must match exactly one font.
            """))

    @Argument(
        help: .localized(
            "Font ids or font names; if none are given, all fonts; - reads them from standard input, one per line.",
            valueName: "id-or-name"),
        completion: ServiceCompletion.registeredFonts.kind)
    package var fonts: [String] = []

    @Flag(help: .localized("Only show which fonts would be taken out of use or put back into use."))
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    /// The maximum time to wait, which is enough for 20,000 fonts, some of which take as long as is allowed.
    private static let timeout = Duration.seconds(24 * 3600)

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        var arguments: [String] = []
        for font in fonts {
            arguments += font == StandardInput.argument ? try await environment.input.lines() : [font]
        }
        let (named, isForAll) = (arguments, fonts.isEmpty)
        return try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            var titles: [String: String] = [:]
            for argument in named {
                let font = try await FontSelection(session).registered(argument)
                titles[font.text("id")] = font.title
            }
            // Empty standard input does not mean all fonts.
            if titles.isEmpty, !isForAll { return .success }
            let watching = await watch(session, environment)
            defer { watching?.cancel() }
            let ids = titles.keys.sorted()
            let result = FontRecord(
                try await calling { () async throws(BusError) in
                    try await session.management.revalidate(
                        ids: ids, options: dryRun ? ["dry_run": BusVariant(true)] : [:], timeout: Self.timeout)
                })
            watching?.cancel()
            return await report(result, over: session, in: environment)
        }
    }

    /// Shows the progress until the task is cancelled; `nil` if it is not visible.
    private func watch(_ session: CommandSession, _ environment: CommandEnvironment) async -> Task<Void, Never>? {
        guard environment.output.progress != nil,
            let signals = try? await session.management.revalidationProgress()
        else { return nil }
        return Task {
            var line: (progress: ProgressLine, total: UInt64, done: UInt64)?
            defer { line?.progress.clear() }
            for await signal in signals {
                if line?.total != signal.total {
                    line?.progress.clear()
                    let progress = ProgressLine(
                        localized("Validating fonts"), of: Int(clamping: signal.total), on: environment.output)
                    line = (progress, signal.total, 0)
                }
                line?.progress.advance(by: Int(clamping: signal.done - min(line?.done ?? 0, signal.done)))
                line?.done = signal.done
            }
        }
    }

    private func report(
        _ result: FontRecord, over session: CommandSession, in environment: CommandEnvironment
    ) async -> CommandExit {
        let failures: [[String: BusVariant]] = result.value("failures") ?? []
        for failure in failures {
            let record = FontRecord(failure)
            guard let failed = record.failure(about: record.text("id")) else { continue }
            environment.output.report(failed, asJSON: outputOptions.json)
        }
        let isCancelled = result.value("cancelled") ?? false
        if isCancelled {
            let failure = CommandFailure(
                failed: localized("Not all fonts were validated, because the validation was cancelled."))
            environment.output.report(failure, asJSON: outputOptions.json)
        }
        if outputOptions.json {
            environment.output.line(JSONText(result.entries).lines)
        } else {
            for isBack in [false, true] {
                let ids: [String] = result.value(isBack ? "released" : "quarantined") ?? []
                for id in ids {
                    let title = await title(of: id, isBack: isBack, over: session)
                    let line =
                        switch (isBack, dryRun) {
                        case (false, true): localized("Would be out of use: %1", title)
                        case (true, true): localized("Would be back in use: %1", title)
                        case (false, false): localized("Out of use: %1", title)
                        case (true, false): localized("Back in use: %1", title)
                        }
                    environment.output.line(line)
                }
            }
            let checked: UInt32 = result.value("checked") ?? 0
            environment.output.line(localized("Validated 1 font.", "Validated %1 fonts.", count: Int(checked)))
        }
        return failures.isEmpty && !isCancelled ? .success : .failure
    }

    /// The title of a font, with the reason why it is out of use, unless it is back in use.
    private func title(of id: String, isBack: Bool, over session: CommandSession) async -> String {
        guard let font = try? await FontSelection(session).registered(id) else { return TerminalText.escaped(id) }
        let reason = isBack ? "" : font.text("quarantine_reason")
        return TerminalText.escaped(font.title) + (reason.isEmpty ? "" : ": " + TerminalText.escaped(reason))
    }
}
