package import ArgumentParser
internal import BusInterface
package import DBus
internal import FontModel

/// `typecase search`: the families that words and properties single out, registered or the system's.
package struct SearchCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Search fonts by words and properties.",
        discussion: """
            Lists the families of registered fonts, disabled ones too, and of the system with a face in which all words \
            occur: in a name, in any language, in the style or in the foundry. Case, spaces and hyphens do not matter. \
            The best come first. With --json it writes an array of face dictionaries.
            """)

    @Argument(help: ArgumentHelp("Words, such as a family or a style.", valueName: "word"))
    package var words: [String] = []

    @Option(name: .customLong("language"), help: "A language that the face must cover, such as de; may be repeated.")
    package var languages: [String] = []

    @Option(
        name: .customLong("script"),
        help: "An OpenType script that the face must have tables for, such as arab; may be repeated.")
    package var scripts: [String] = []

    @Option(help: ArgumentHelp("Only faces that have all characters of this text.", valueName: "text"))
    package var covers: String?

    @Flag(name: .customLong("mono"), inversion: .prefixedNo, help: "Whether all glyphs have one width.")
    package var isMonospace: Bool?

    @Flag(name: .customLong("variable"), inversion: .prefixedNo, help: "Whether the face has variation axes.")
    package var isVariable: Bool?

    @Flag(name: .customLong("colour"), inversion: .prefixedNo, help: "Whether the face has coloured glyphs.")
    package var isColored: Bool?

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        if filter.isEmpty { throw ValidationError("Give a word or an option that describes the fonts.") }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let (faces, alternatives) = try await CommandSession.run(on: environment.address) {
            session throws(CommandFailure) in
            var faces = try await shownFaces(session)
            faces += try await disabledFaces(session)
            let isMistyped = faces.isEmpty && !words.isEmpty
            return (faces, isMistyped ? try await suggestions(session) : [])
        }
        if faces.isEmpty {
            throw CommandFailure(
                .notFound, code: .notRegistered,
                "No font is like that.\(NameSuggestions.sentence(alternatives))", item: words.joined(separator: " "))
        }
        if outputOptions.json {
            environment.output.line(JSONText(faces.map { $0.entries }).lines)
            return .success
        }
        environment.output.write(
            TextTable.text(
                header: ["FAMILY", "STYLES", "PROVIDER", "STATE"],
                rows: FoundFamily.families(of: faces, for: FontWords(words)).map { $0.row },
                bold: environment.output.usesColor, columns: environment.output.columns()))
        return .success
    }

    /// The filter that the words and options stand for, for the service.
    package var filter: [String: BusVariant] {
        var filter: [String: BusVariant] = [:]
        let lists = ["words": words, "languages": languages, "scripts": scripts]
        for (key, list) in lists where !list.isEmpty { filter[key] = BusVariant(list) }
        if let covers { filter["characters"] = BusVariant(covers) }
        for (key, flag) in ["monospace": isMonospace, "variable": isVariable, "color": isColored] {
            if let flag { filter[key] = BusVariant(flag) }
        }
        return filter
    }

    /// The faces that programs find.
    private func shownFaces(_ session: CommandSession) async throws(CommandFailure) -> [FontRecord] {
        var filter = filter
        filter["limit"] = BusVariant(UInt32(1000))
        return try await PagedList.all(filter) { page throws(BusError) in
            let reply = try await session.fonts.listFaces(filter: page)
            return (reply.faces, reply.cursor)
        }.map(FontRecord.init)
    }

    /// The faces of registered fonts that programs do not find; what they have glyphs for is not told.
    private func disabledFaces(_ session: CommandSession) async throws(CommandFailure) -> [FontRecord] {
        if covers != nil { return [] }
        let disabled = ["enabled": BusVariant(false), "details": BusVariant(true)]
        let fonts = try await PagedList.all(disabled) { page throws(BusError) in
            let reply = try await session.management.listFonts(filter: page)
            return (reply.fonts, reply.cursor)
        }.map(FontRecord.init)
        return fonts.flatMap { font in
            font.faces.filter(passes).map { face in
                let origin = font.entries.filter { ["id", "provider", "enabled"].contains($0.key) }
                return FontRecord(face.entries.merging(origin) { $1 })
            }
        }
    }

    /// Whether a full dictionary of a face passes, as the service decides of others.
    private func passes(_ face: FontRecord) -> Bool {
        let (covered, scripts): ([String], [String]) = (face.value("languages") ?? [], face.value("scripts") ?? [])
        let colors: [String] = face.value("color") ?? []
        let keys = covered.map { $0.lowercased() }
        return FontWords(words).match(face)
            && languages.allSatisfy { keys.contains($0.lowercased()) } && self.scripts.allSatisfy(scripts.contains)
            && (isMonospace ?? face.value("monospace")) == face.value("monospace")
            && (isVariable ?? face.value("variable")) == face.value("variable")
            && (isColored.map { $0 == !colors.isEmpty } ?? true)
    }

    private func suggestions(_ session: CommandSession) async throws(CommandFailure) -> [String] {
        let names = try await FontSelection(session).registeredNames() + session.families()
        return NameSuggestions.names(like: words.joined(separator: " "), among: names)
    }
}

/// The faces of one family that were found, of one provider and in one state.
private struct FoundFamily {
    let name: String
    let provider: String
    let state: String
    private(set) var styles: [String] = []

    private struct Key: Hashable {
        let name: String
        let provider: String
        let state: String
    }

    /// The families of faces, the best first.
    static func families(of faces: [FontRecord], for words: FontWords) -> [FoundFamily] {
        var families: [Key: FoundFamily] = [:]
        for face in faces {
            let name = [face.text("typographic_family"), face.text("family")].first { !$0.isEmpty } ?? ""
            let provider = face.entries["provider"] == nil ? "system" : face.text("provider")
            let key = Key(name: name, provider: provider, state: face.state)
            let style = face.text("style")
            var family = families[key] ?? FoundFamily(name: name, provider: provider, state: face.state)
            if !family.styles.contains(style) { family.styles.append(style) }
            families[key] = family
        }
        return families.values.sorted {
            (words.rank(ofFamily: $0.name), $0.name, $0.provider, $0.state)
                < (words.rank(ofFamily: $1.name), $1.name, $1.provider, $1.state)
        }
    }

    var row: [String] {
        let shown = styles.count > 4 ? "\(styles.prefix(3).joined(separator: ", ")) and \(styles.count - 3) more" : nil
        return [name, shown ?? styles.joined(separator: ", "), provider, state]
    }
}
