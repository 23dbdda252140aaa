package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// `typecase request`: gets fonts that are needed, and reports why others are not available.
package struct RequestCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "request",
        abstract: localized("Get the fonts that are needed, and show why some are not available."),
        discussion: localized(
            """
            Requests fonts by name, for a language, or for text. The font service searches the fonts that programs \
            already find, registered fonts that are disabled, fonts that installed applications offer (these may be \
            downloaded from a server), and packages of the distribution (these are installed by PackageKit). If \
            permission is needed, you are asked once for all fonts. If the desktop does not ask, run 'typecase \
            consent' in another terminal.

            Fonts that are made available for a request are released when the command ends. With --hold, it runs until \
            it is interrupted, and all programs find the fonts until then.

            Exit codes: 0 if all fonts are available, 1 if some are not, 3 if none is.
            """))

    @Argument(
        help: .localized("A PostScript name, a family or a full name; - reads a list from standard input."),
        completion: ServiceCompletion.allFonts.kind)
    package var names: [String] = []

    @Option(name: .customLong("language"), help: .localized("A language, such as de; can be given several times."))
    package var languages: [String] = []

    @Option(help: .localized("Text whose characters the fonts must support."))
    package var text: String?

    @Option(
        help: .localized(
            "A file with text whose characters the fonts must support; - reads it from standard input.",
            valueName: "file"),
        completion: .file())
    package var file: String?

    @Flag(help: .localized("Keep the fonts in use until the command is interrupted."))
    package var hold = false

    @Flag(help: .localized("Only show which fonts would be used, and where they would come from."))
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    /// The maximum size of a text in bytes that the service accepts.
    private static let maximumTextLength = 64 << 10
    /// The maximum number of requests per call.
    private static let maximumCount = 1000

    package func validate() throws {
        if names.isEmpty, languages.isEmpty, text == nil, file == nil {
            throw ValidationError(localized("Give a name, --language, --text or --file."))
        }
        if text == "" {
            throw ValidationError(localized("--text is empty. Give the text whose characters the fonts must support."))
        }
        if text != nil, file != nil { throw ValidationError(localized("Give --text or --file, not both.")) }
        if hold, dryRun { throw ValidationError(localized("Give --hold or --dry-run, not both.")) }
        if names.contains(StandardInput.argument), file == StandardInput.argument {
            throw ValidationError(localized("Standard input can contain either names or text, not both."))
        }
    }

    /// A request with its title.
    private struct Item: Sendable {
        var title: String
        var request: [String: BusVariant]
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let items = try await items(in: environment)
        guard items.count <= Self.maximumCount else {
            throw CommandFailure(
                .usage, code: .exceededResourceLimit,
                localized("More than %1 fonts were requested. Request fewer at a time.", Self.maximumCount))
        }
        return try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            let progress = ProgressLine(localized("Looking for fonts"), of: items.count, on: environment.output)
            defer { progress.clear() }
            progress.advance(by: 0)
            let result = try await request(items.map(\.request), over: session, progress)
            progress.clear()
            let exit = show(result, of: items.map(\.title), on: environment.output)
            guard hold, exit != .notFound else { return exit }
            environment.output.writeError(localized("The fonts stay in use until you press Ctrl-C.") + "\n")
            _ = await session.connection.waitUntilClosed()
            if !Task.isCancelled { throw CommandFailure(.disconnected) }
            return exit
        }
    }

    /// The requests, in the order of the options.
    private func items(in environment: CommandEnvironment) async throws(CommandFailure) -> [Item] {
        var items: [Item] = []
        for name in names {
            guard name == StandardInput.argument else {
                items.append(Item(title: name, request: ["name": BusVariant(name)]))
                continue
            }
            for line in try await environment.input.lines() {
                items.append(Item(title: line, request: ["name": BusVariant(line)]))
            }
        }
        items += languages.map { Item(title: $0, request: ["languages": BusVariant([$0])]) }
        if let text { items.append(try Self.item(ofText: text, titled: text)) }
        if let file {
            items.append(try Self.item(ofText: await environment.input.text(ofFileAt: file), titled: file))
        }
        return items
    }

    private static func item(ofText text: String, titled title: String) throws(CommandFailure) -> Item {
        // For a long text, only its distinct characters matter.
        let text = StandardInput.distinctCharacters(of: text, longerThan: maximumTextLength)
        guard text.utf8.count <= maximumTextLength else {
            throw CommandFailure(
                .failure, code: .exceededResourceLimit,
                localized("The distinct characters of the text have more than %1 bytes.", maximumTextLength),
                item: title)
        }
        return Item(title: title, request: ["text": BusVariant(text)])
    }

    /// Sends the requests to the service, and shows the progress that it reports.
    private func request(
        _ requests: [[String: BusVariant]], over session: CommandSession, _ progress: ProgressLine
    ) async throws(CommandFailure) -> [String: BusVariant] {
        let end = try await calling { () async throws(BusError) in
            let token = FontIdentifier.random().rawValue
            return try await Job1Client.run(over: session.connection, named: token) { done, total in
                if total > 0 { progress.advance(to: Double(done) / Double(total), of: localized("Getting fonts")) }
            } begin: { () async throws(BusError) in
                _ = try await session.fonts.requestFonts(
                    requests: requests,
                    options: ["handle_token": BusVariant(token), "dry_run": BusVariant(dryRun)])
            }
        }
        guard case .ended(let state, let result) = end else { throw CommandFailure(.disconnected) }
        if let failure = FontRecord(result).failure(about: "") { throw failure }
        if state == "cancelled" {
            throw CommandFailure(interrupted: localized("Interrupted; no fonts are kept in use."))
        }
        return result
    }

    /// Shows which requests succeeded and which failed.
    private func show(
        _ result: [String: BusVariant], of titles: [String], on output: CommandOutput
    ) -> CommandExit {
        let record = FontRecord(result)
        let resolved = (record.value("resolved") ?? [[String: BusVariant]]()).map(FontRecord.init)
        let unresolved = (record.value("unresolved") ?? [[String: BusVariant]]()).map(FontRecord.init)
        let offered = (record.value("offered") ?? [[String: BusVariant]]()).map(FontRecord.init)
        func title(_ record: FontRecord) -> String {
            let index: UInt32 = record.value("request") ?? 0
            return titles.indices.contains(Int(index)) ? titles[Int(index)] : ""
        }
        if outputOptions.json {
            output.line(JSONText(result).lines)
        } else {
            output.write(
                TextTable.text(
                    header: ["REQUEST", "FONT", "FROM", "PROVIDER"],
                    rows: resolved.map { [title($0), $0.title, $0.text("from"), $0.text("offered_by")] },
                    bold: output.usesColor, columns: output.columns()))
            for offer in offered { output.line(TerminalText.escaped(Self.plan(offer, for: title(offer)))) }
            for failure in unresolved {
                // The message is sufficient; the reason code is for programs.
                let message = failure.text("message")
                let reason = failure.text("reason").replacing("-", with: " ")
                output.report(
                    CommandFailure(
                        .failure, code: .registrationFailed,
                        message.isEmpty ? localized("The font is not available: %1.", reason) : message,
                        item: title(failure)),
                    asJSON: false)
            }
        }
        return unresolved.isEmpty ? .success : resolved.isEmpty && offered.isEmpty ? .notFound : .failure
    }

    /// The description of what would be done for a request.
    private static func plan(_ offer: FontRecord, for title: String) -> String {
        let bytes: UInt64? = offer.value("size")
        let size = bytes.map { ByteCount.text($0) } ?? localized("unknown size")
        let way =
            if !offer.text("package").isEmpty {
                localized("would be installed with the package %1", offer.text("package"))
            } else if offer.value("remote") ?? false {
                localized("would be downloaded (%1); %2 offers it", size, offer.text("offered_by"))
            } else {
                localized("would be activated; %1 provides it", offer.text("offered_by"))
            }
        let question = offer.value("asks") ?? false ? localized("; you would be asked for permission") : ""
        return "\(title): \(offer.text("name")) \(way)\(question)"
    }
}
