package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel

/// `typecase list`: the registered fonts of all providers, and the system's on demand.
package struct ListCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List fonts.",
        discussion: """
            Lists the fonts that are registered, whoever registered them, enabled or not. With --json it writes an array \
            of font dictionaries; a font of the system has the keys id, source, enabled and faces.
            """)

    @Argument(help: ArgumentHelp("Words that must all occur in the names of a font.", valueName: "word"))
    package var words: [String] = []

    @Option(
        help: "Only the fonts of this provider; the one for fonts installed by hand is user.",
        completion: ServiceCompletion.providers.kind)
    package var provider: String?

    @Flag(help: "The fonts of the system as well.")
    package var all = false

    @Flag(help: "Only the families of the system that you hide from programs.")
    package var hidden = false

    @Flag(help: "A line of text in each font, on a terminal.")
    package var preview = false

    @Option(
        name: .customLong("columns"), parsing: .singleValue,
        help: ArgumentHelp(
            "The columns of the table, separated by commas: \(ListedField.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "names"), transform: ListedField.list)
    package var chosenColumns: [[ListedField]] = []

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    private var columns: [ListedField] { chosenColumns.flatMap(\.self) }

    package func validate() throws {
        if !columns.isEmpty, hidden || preview || outputOptions.json {
            throw ValidationError("--columns is for the table of fonts; --json has everything.")
        }
        if preview, outputOptions.json || outputOptions.quiet {
            throw ValidationError("--preview shows pictures, which --json and --quiet leave out.")
        }
        if hidden, all || provider != nil || preview || !words.isEmpty {
            throw ValidationError("--hidden lists families, and goes with --json alone.")
        }
        if all, provider != nil {
            throw ValidationError("--all and --provider exclude each other: the fonts of the system have no provider.")
        }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        if hidden { return try await listHidden(in: environment) }
        var filter: [String: BusVariant] = columns.contains(where: \.isDetail) ? ["details": BusVariant(true)] : [:]
        if let provider { filter["provider"] = BusVariant(provider) }
        let isListed = { [words = FontWords(words)] (font: [String: BusVariant]) in words.match(FontRecord(font)) }
        if preview { return try await showPreviews(filter, isListed, in: environment) }
        // Each page is written as it comes: a list may have thousands of fonts.
        var pages = ListedPages(
            asJSON: outputOptions.json, columns, withSystem: all, environment.output)
        let suggestions = try await CommandSession.run(on: environment.address) {
            session throws(CommandFailure) -> [String] in
            // What was begun is ended, so that what there is of it can be read.
            defer { environment.output.write(pages.end) }
            if let provider { try await session.checkProvider(provider) }
            try await PagedList.forEachPage(filter) { page throws(BusError) in
                let reply = try await session.management.listFonts(filter: page)
                return (reply.fonts, reply.cursor)
            } body: {
                environment.output.write(pages.text(of: $0.filter(isListed)))
            }
            if all {
                filter["source"] = BusVariant("system")
                try await PagedList.forEachPage(filter) { page throws(BusError) in
                    let reply = try await session.fonts.listFaces(filter: page)
                    return (reply.faces, reply.cursor)
                } body: {
                    environment.output.write(pages.text(of: $0.map(Self.font).filter(isListed)))
                }
            }
            guard pages.count == 0, !words.isEmpty else { return [] }
            return NameSuggestions.names(
                like: words.joined(separator: " "), among: try await FontSelection(session).registeredNames())
        }
        if pages.count == 0, !words.isEmpty {
            throw CommandFailure(
                .notFound, code: .notRegistered,
                "No font has this name; typecase search looks further.\(NameSuggestions.sentence(suggestions))",
                item: words.joined(separator: " "))
        }
        if pages.count == 0, !outputOptions.json {
            environment.output.writeError("There are no registered fonts\(provider.map { " of \($0)" } ?? "").\n")
        }
        return .success
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
            environment.output.writeError("You hide no families of the system.\n")
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
    private func showPreviews(
        _ filter: [String: BusVariant], _ isListed: ([String: BusVariant]) -> Bool, in environment: CommandEnvironment
    ) async throws(CommandFailure) -> CommandExit {
        guard environment.output.isTerminal else {
            throw CommandFailure(
                .usage, code: .invalidFilePath, "Pictures are shown on terminals; elsewhere use typecase preview.")
        }
        return try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            if let provider { try await session.checkProvider(provider) }
            var fonts = try await PagedList.all(filter) { page throws(BusError) in
                let reply = try await session.management.listFonts(filter: page)
                return (reply.fonts, reply.cursor)
            }
            if all {
                fonts += try await PagedList.all(["source": BusVariant("system")]) { page throws(BusError) in
                    let reply = try await session.fonts.listFaces(filter: page)
                    return (reply.faces, reply.cursor)
                }.map(Self.font)
            }
            let shown = fonts.filter(isListed).map(FontRecord.init).map { font in
                [PicturedFont(name: font.title, entries: ["id": BusVariant(font.text("id"))])]
            }
            return try await SpecimenPages(session: session, kind: "comparison").show(
                shown, on: environment.output
            ) { terminal in
                let page = terminal.page()
                return [
                    "format": BusVariant(terminal.format), "width": BusVariant(page.width),
                    "scale": BusVariant(page.scale),
                ]
            }
        }
    }

    /// A face of the system in the shape of a font, so that every entry of the list has its faces in one place.
    private static func font(_ face: [String: BusVariant]) -> [String: BusVariant] {
        var font = face.filter { ["id", "source", "enabled"].contains($0.key) }
        font["faces"] = BusVariant([face])
        return font
    }
}

/// The pages of a list of fonts, as one table or one array.
private struct ListedPages {
    private let asJSON: Bool
    private let fields: [ListedField]
    private var array = JSONArrayText()
    private var table: TextTable
    private var isBegun = false
    /// How many fonts there were.
    private(set) var count = 0

    init(asJSON: Bool, _ chosen: [ListedField], withSystem: Bool, _ output: CommandOutput) {
        self.asJSON = asJSON
        fields = chosen.isEmpty ? ListedField.usual : chosen
        table = TextTable(
            header: fields.map(\.heading), bold: output.usesColor, columns: output.columns(),
            expendable: chosen.isEmpty ? ["SCOPE", "PROVIDER"] : [])
        if withSystem { table.reserve(ShortIdentifiers.systemWidth, for: ListedField.id.heading) }
    }

    /// What to write for a page.
    mutating func text(of fonts: [[String: BusVariant]]) -> String {
        isBegun = true
        count += fonts.count
        if asJSON { return array.text(of: fonts.map { JSONText($0) }) }
        return table.text(of: fonts.map(FontRecord.init).map { font in fields.map { $0.text(of: font) } })
    }

    /// What to write after the last page; nothing where there was none.
    var end: String { asJSON && isBegun ? array.end : "" }
}
