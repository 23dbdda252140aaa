package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase list`: lists the registered fonts of all providers and, on request, the system fonts.
package struct ListCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list", abstract: localized("List fonts."),
        discussion: localized(
            """
            Lists the registered fonts of all providers, whether they are enabled or not. With --json, the command \
            writes an array of font dictionaries; a system font has only the keys id, source, enabled and faces.
            """))

    @Argument(help: .localized("Words that must all occur in the names of a font.", valueName: "word"))
    package var words: [String] = []

    @Option(
        help: .localized("Only the fonts of this provider; the provider of fonts installed by hand is 'user'."),
        completion: ServiceCompletion.providers.kind)
    package var provider: String?

    @Flag(help: .localized("Also list the system fonts."))
    package var all = false

    @Flag(help: .localized("List only the system font families that you have hidden from programs."))
    package var hidden = false

    @Flag(help: .localized("Show a line of text in each font (only on a terminal)."))
    package var preview = false

    @Option(
        name: .customLong("columns"), parsing: .singleValue,
        help: .localized(
            "The columns of the table, separated by commas: %1.",
            ListedField.allCases.map(\.rawValue).joined(separator: ", "),
            valueName: "names"), transform: ListedField.list)
    package var chosenColumns: [[ListedField]] = []

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package var isPaged: Bool { !preview }

    package init() {}

    private var columns: [ListedField] { chosenColumns.flatMap(\.self) }

    package func validate() throws {
        if !columns.isEmpty, hidden || preview || outputOptions.json {
            throw ValidationError(
                localized("--columns applies only to the table of fonts; --json always writes everything."))
        }
        if preview, outputOptions.json || outputOptions.quiet {
            throw ValidationError(localized("--preview shows pictures, and cannot be used with --json or --quiet."))
        }
        if hidden, all || provider != nil || preview || !words.isEmpty {
            throw ValidationError(localized("--hidden lists families, and can be combined only with --json."))
        }
        if all, provider != nil {
            throw ValidationError(
                localized("--all and --provider cannot be used together: the system fonts have no provider."))
        }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        if hidden { return try await listHidden(in: environment) }
        if preview { return try await showPreviews(in: environment) }
        let (text, suggestions) = try await CommandSession.run(on: environment.address) {
            session throws(CommandFailure) -> (String, [String]) in
            if let provider { try await session.checkProvider(provider) }
            let text =
                outputOptions.json
                ? try await json(over: session) : try await table(over: session, environment.output)
            guard text.isEmpty, !words.isEmpty else { return (text, []) }
            return (
                text,
                NameSuggestions.names(
                    like: words.joined(separator: " "), among: try await FontSelection(session).registeredNames())
            )
        }
        if text.isEmpty, !words.isEmpty {
            throw CommandFailure(
                .notFound, code: .notRegistered,
                localized("No font has this name. Run 'typecase search' to search more widely.")
                    + NameSuggestions.sentence(suggestions),
                item: words.joined(separator: " "))
        }
        if text.isEmpty, outputOptions.json {
            environment.output.write(RecordLineText().end)
        } else if text.isEmpty {
            environment.output.writeError(
                (provider.map { localized("There are no registered fonts from %1.", $0) }
                    ?? localized("There are no registered fonts.")) + "\n")
        } else {
            environment.output.write(text)
        }
        return .success
    }

    /// The filter for the service that the arguments describe.
    private var filter: [String: BusVariant] {
        var filter: [String: BusVariant] = [:]
        if columns.contains(where: \.isDetail) { filter["details"] = BusVariant(true) }
        if !words.isEmpty { filter["words"] = BusVariant(words) }
        if let provider { filter["provider"] = BusVariant(provider) }
        return filter
    }

    /// The same filter for faces of the system.
    private var systemFilter: [String: BusVariant] {
        filter.merging(["source": BusVariant("system")]) { $1 }
    }

    /// The fonts as an array; empty if there are none.
    private func json(over session: CommandSession) async throws(CommandFailure) -> String {
        let registered = try await session.fontListFile(filter)
        let system = all ? try await session.faceListFile(systemFilter) : []
        let hidden = all ? try await session.hiddenFamilies(like: words) : []
        do throws(RecordLines.Fault) {
            var array = RecordLineText()
            var text = try array.text(of: registered)
            // A face of the system is written in the form of a font, so every entry of the list has its faces in the
            // same place.
            text += try array.text(of: system, asFacesBeside: ["id", "source", "enabled"])
            text += array.text(of: hidden.map { JSONText($0.entries) })
            return text.isEmpty ? "" : text + array.end
        } catch {
            throw CommandSession.unreadable
        }
    }

    /// The fonts as a table; empty if there are none.
    private func table(
        over session: CommandSession, _ output: CommandOutput
    ) async throws(CommandFailure) -> String {
        let fields = columns.isEmpty ? ListedField.usual : columns
        let hidden = try await session.hiddenFamilies(like: words)
        let keys = Set(
            ListedField.stateKeys + fields.flatMap(\.keys) + (hidden.isEmpty ? [] : ListedField.family.keys)
        ).sorted()
        let hiddenKeys = Set(hidden.map { $0.text("family").fontNameKey })
        var fonts = try await session.fontList(filter, keys: keys)
        if !hidden.isEmpty { fonts = fonts.map { $0.isOf(hiddenKeys) ? $0.hidden : $0 } }
        if all {
            fonts += try await session.faceList(systemFilter, keys: keys).map { FontRecord($0.entries, faces: [$0]) }
            fonts += hidden
        }
        return TextTable.text(
            header: fields.map(\.heading), rows: fonts.map { font in fields.map { $0.text(of: font) } },
            bold: output.usesColor, columns: output.columns(),
            expendable: columns.isEmpty ? [ListedField.scope.heading, ListedField.provider.heading] : [])
    }

    /// Lists the families that the user hides.
    private func listHidden(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let families = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await calling { () async throws(BusError) in
                try await session.management.listHiddenFamilies(filter: [:])
            }
        }
        if outputOptions.json {
            environment.output.line(JSONText(families).lines)
        } else if families.isEmpty {
            environment.output.writeError(localized("You have not hidden any system font families.") + "\n")
        } else {
            let output = environment.output
            var table = TextTable(header: ["FAMILY", "FACES"], bold: output.usesColor, columns: output.columns())
            output.write(
                table.text(
                    of: families.map(FontRecord.init).map { [$0.text("family"), "\($0.value("faces") ?? UInt32(0))"] }))
        }
        return .success
    }

    /// Shows a line of text in each font.
    private func showPreviews(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        guard environment.output.isTerminal else { throw SpecimenPages.notATerminal }
        return try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            if let provider { try await session.checkProvider(provider) }
            var fonts = try await session.fontList(filter)
            if all { fonts += try await session.faceList(systemFilter) }
            return try await SpecimenPages(session: session, kind: "comparison").showLines(
                of: fonts, on: environment.output)
        }
    }
}

extension CommandSession {
    /// The families that the user hides and that have some words; lists of faces do not contain these families.
    ///
    /// - Parameter words: The words.
    /// - Returns: For each family, the dictionary of a font without faces.
    /// - Throws: An error if they cannot be listed.
    func hiddenFamilies(like words: [String]) async throws(CommandFailure) -> [FontRecord] {
        let families = try await calling { () async throws(BusError) in
            try await management.listHiddenFamilies(filter: [:])
        }
        return families.map(FontRecord.init).filter(FontWords(words).match).map { family in
            FontRecord([
                "source": BusVariant("system"), "enabled": BusVariant(false), "hidden": BusVariant(true),
                "family": BusVariant(family.text("family")), "faces": BusVariant([[String: BusVariant]]()),
            ])
        }
    }
}

extension FontRecord {
    /// Whether a face belongs to one of some families.
    fileprivate func isOf(_ families: Set<String>) -> Bool {
        faces.contains { face in
            ["family", "typographic_family"].contains { families.contains(face.text($0).fontNameKey) }
        }
    }

    /// The same font, marked as hidden by the user.
    fileprivate var hidden: FontRecord {
        FontRecord(entries.merging(["hidden": BusVariant(true)]) { $1 }, faces: faces)
    }
}
