package import ArgumentParser
internal import BusInterface
package import DBus
internal import FontModel
internal import Localization

/// `typecase search`: finds families by words and properties, registered or of the system.
package struct SearchCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "search", abstract: localized("Search for fonts by words and properties."),
        discussion: localized(
            """
            Lists families with a face that matches all words. Each word can occur in a name in any language, in the \
            style or in the foundry. Searches registered fonts, including disabled fonts, and the system fonts. Case, \
            spaces and hyphens do not matter. The best matches come first. System families that you have hidden are \
            found by their names, and shown as hidden. With --json, the command writes an array of face dictionaries.
            """))

    @Argument(help: .localized("Words, such as a family or a style.", valueName: "word"))
    package var words: [String] = []

    @Option(
        name: .customLong("language"),
        help: .localized("A language that the face must support, such as de; can be given several times."))
    package var languages: [String] = []

    @Option(
        name: .customLong("script"),
        help: .localized(
            "An OpenType script that the face must have tables for, such as arab; can be given several times."))
    package var scripts: [String] = []

    @Option(
        name: .customLong("licence"),
        help: .localized(
            """
            Only faces with this text in their licence, or, if the text is empty, faces without a licence; can be given several times to match any of the texts.
            """,
            valueName: "text"))
    package var licences: [String] = []

    @Option(help: .localized("Only faces that have all characters of this text.", valueName: "text"))
    package var covers: String?

    @Flag(
        name: .customLong("mono"), inversion: .prefixedNo, help: .localized("Whether all glyphs have the same width."))
    package var isMonospace: Bool?

    @Flag(
        name: .customLong("variable"), inversion: .prefixedNo, help: .localized("Whether the face has variation axes."))
    package var isVariable: Bool?

    @Flag(
        name: .customLong("colour"), inversion: .prefixedNo, help: .localized("Whether the face has coloured glyphs."))
    package var isColored: Bool?

    @Flag(help: .localized("Show a line of text in each family that is found (only on a terminal)."))
    package var preview = false

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package var isPaged: Bool { !preview }

    package init() {}

    package func validate() throws {
        if preview, outputOptions.json || outputOptions.quiet {
            throw ValidationError(localized("--preview shows pictures, and cannot be used with --json or --quiet."))
        }
        if filter.isEmpty { throw ValidationError(localized("Give a word or an option that describes the fonts.")) }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let output = environment.output
        if preview { return try await showPreviews(in: environment) }
        let (text, alternatives) = try await CommandSession.run(on: environment.address) {
            session throws(CommandFailure) in
            let text = outputOptions.json ? try await json(over: session) : try await table(over: session, output)
            return (text, text.isEmpty && !words.isEmpty ? try await suggestions(session) : [])
        }
        if text.isEmpty { throw notFound(alternatives) }
        output.write(text)
        return .success
    }

    private func notFound(_ alternatives: [String]) -> CommandFailure {
        CommandFailure(
            .notFound, code: .notRegistered,
            localized("No font matches.") + NameSuggestions.sentence(alternatives),
            item: words.joined(separator: " "))
    }

    /// Shows a line of text in the plainest face of each family.
    private func showPreviews(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        guard environment.output.isTerminal else { throw SpecimenPages.notATerminal }
        return try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            let keys = CommandSession.nameKeys + FontRecord.styleKeys
            let faces = try await session.faceList(filter, keys: keys) + disabledFaces(session)
            if faces.isEmpty { throw notFound(words.isEmpty ? [] : try await suggestions(session)) }
            var families: Set<String> = []
            let shown = FoundFamily.families(of: faces, for: FontWords(words)).compactMap { family in
                families.insert(family.name).inserted ? family.plainest : nil
            }
            return try await SpecimenPages(session: session, kind: "comparison").showLines(
                of: shown, on: environment.output)
        }
    }

    /// The faces as an array; empty if there are none.
    private func json(over session: CommandSession) async throws(CommandFailure) -> String {
        async let found = Result { () async throws(CommandFailure) in try await session.faceListFile(filter) }
        let others = try await unseenFaces(session)
        let shown = try await found.get()
        do throws(RecordLines.Fault) {
            var array = RecordLineText()
            let text = try array.text(of: shown) + array.text(of: others.map { JSONText($0.entries) })
            return text.isEmpty ? "" : text + array.end
        } catch {
            throw CommandSession.unreadable
        }
    }

    /// The families as a table; empty if there are none.
    private func table(over session: CommandSession, _ output: CommandOutput) async throws(CommandFailure) -> String {
        let keys =
            [
                "provider", "enabled", "quarantined", "collision", "family", "typographic_family", "style",
            ] + FontRecord.styleKeys
        async let found = Result { () async throws(CommandFailure) in try await session.faceList(filter, keys: keys) }
        let others = try await unseenFaces(session)
        let faces = try await found.get() + others
        return TextTable.text(
            header: ["FAMILY", "STYLES", "PROVIDER", "STATE"],
            rows: FoundFamily.families(of: faces, for: FontWords(words)).map { $0.row },
            bold: output.usesColor, columns: output.columns())
    }

    /// The filter for the service that the words and options describe.
    package var filter: [String: BusVariant] {
        var filter: [String: BusVariant] = [:]
        let lists = ["words": words, "languages": languages, "scripts": scripts, "licences": licences]
        for (key, list) in lists where !list.isEmpty { filter[key] = BusVariant(list) }
        if let covers { filter["characters"] = BusVariant(covers) }
        for (key, flag) in ["monospace": isMonospace, "variable": isVariable, "color": isColored] {
            if let flag { filter[key] = BusVariant(flag) }
        }
        return filter
    }

    /// The faces that programs do not find: of disabled fonts and of families that the user hides.
    private func unseenFaces(_ session: CommandSession) async throws(CommandFailure) -> [FontRecord] {
        async let hidden = Result { () async throws(CommandFailure) in try await hiddenFamilies(session) }
        let disabled = try await disabledFaces(session)
        return disabled + (try await hidden.get())
    }

    /// The faces of registered fonts that programs do not find.
    private func disabledFaces(_ session: CommandSession) async throws(CommandFailure) -> [FontRecord] {
        let disabled = filter.merging(["enabled": BusVariant(false)]) { $1 }
        let fonts = try await PagedList.all(disabled) { page throws(BusError) in
            let reply = try await session.management.listFonts(filter: page)
            return (reply.fonts, reply.cursor)
        }.map(FontRecord.init)
        return fonts.flatMap { font in
            font.faces.map { face in
                let origin = font.entries.filter { ["id", "provider", "enabled"].contains($0.key) }
                return FontRecord(face.entries.merging(origin) { $1 })
            }
        }
    }

    /// The families that the user hides and that have the words.
    ///
    /// There are none if options are given as well, because only the names of these families are known.
    private func hiddenFamilies(_ session: CommandSession) async throws(CommandFailure) -> [FontRecord] {
        guard filter.keys.allSatisfy({ $0 == "words" }) else { return [] }
        return try await session.hiddenFamilies(like: words)
    }

    private func suggestions(_ session: CommandSession) async throws(CommandFailure) -> [String] {
        let names = try await FontSelection(session).registeredNames() + session.families()
        return NameSuggestions.names(like: words.joined(separator: " "), among: names)
    }
}
