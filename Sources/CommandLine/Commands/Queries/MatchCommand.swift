package import ArgumentParser
internal import BusInterface
package import DBus
internal import FontModel
internal import Localization

/// `typecase match`: finds the face that programs would get for a description.
package struct MatchCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "match", abstract: localized("Find the face that best matches a description."),
        discussion: localized(
            """
            Searches enabled fonts and the system fonts. For a generic family, such as sans-serif, and for a name that \
            fontconfig's rules replace with another font, the result is the font that fontconfig gives to programs. If \
            programs get a different font for a name, the command reports this; --explain shows both fonts.
            """))

    @Argument(
        help: .localized("A PostScript name, a family or a full name."),
        completion: ServiceCompletion.families.kind)
    package var name: String?

    @Option(
        help: .localized("The exact PostScript name, of a face or of a named instance."),
        completion: ServiceCompletion.allFonts.kind)
    package var postscriptName: String?

    @Option(help: .localized("The family, in any language."), completion: ServiceCompletion.families.kind)
    package var family: String?

    @Option(help: .localized("The full name, in any language."))
    package var fullName: String?

    @Option(help: .localized("The name of the style, in any language."))
    package var style: String?

    @Option(help: .localized("The weight, 1 to 1000; 400 is regular, 700 bold."))
    package var weight: Double?

    @Option(help: .localized("The width, as a percentage of the normal width."))
    package var width: Double?

    @Option(help: .localized("upright, italic or oblique."), completion: .list(FontSlant.allCases.map(\.rawValue)))
    package var slant: String?

    @Flag(inversion: .prefixedNo, help: .localized("Whether all glyphs have the same width."))
    package var monospace: Bool?

    @Flag(inversion: .prefixedNo, help: .localized("Whether the face has variation axes."))
    package var variable: Bool?

    @Option(
        name: .customLong("language"),
        help: .localized("A language that the face must support, such as de; can be given several times."))
    package var languages: [String] = []

    @Option(help: .localized("Characters that the face must have."))
    package var characters: String?

    @Option(
        help: .localized("typecase for registered fonts, system for the others."),
        completion: .list(FontSource.allCases.map(\.rawValue)))
    package var source: String?

    @Option(
        help: .localized(
            "A key of the description that must match exactly, such as weight; can be given several times."),
        completion: .list([
            "characters", "family", "full_name", "languages", "monospace", "name", "postscript_name", "slant", "source",
            "style", "variable", "weight", "width",
        ]))
    package var mandatory: [String] = []

    @Flag(help: .localized("Also show the font that fontconfig gives to programs that ask for the name."))
    package var explain = false

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        if descriptor.isEmpty { throw ValidationError(localized("Give a name or an option that describes the face.")) }
        if explain, question == nil {
            throw ValidationError(
                localized(
                    """
                    --explain requires a name or a family, and can be combined only with --weight, --width and \
                    --slant, because programs ask fontconfig for these.
                    """))
        }
        if let slant, FontSlant(rawValue: slant) == nil {
            throw ValidationError(localized("--slant must be one of: %1.", Self.choices(FontSlant.self)))
        }
        if let source, FontSource(rawValue: source) == nil {
            throw ValidationError(localized("--source must be one of: %1.", Self.choices(FontSource.self)))
        }
        if let weight, !(1...1000).contains(weight) {
            throw ValidationError(localized("--weight must be from 1 to 1000."))
        }
        if let width, !(width > 0 && width.isFinite) {
            throw ValidationError(localized("--width must be greater than 0."))
        }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let (face, comparison) = try await CommandSession.run(on: environment.address) {
            session throws(CommandFailure) in
            let faces = try await calling { () async throws(BusError) in
                try await session.fonts.match(
                    descriptors: [descriptor],
                    options: ["details": BusVariant(true), "mandatory": BusVariant(mandatory)])
            }
            let found = faces.first.flatMap { $0.isEmpty ? nil : FontRecord($0) }
            let comparison = try await compare(found, over: session, environment.variables)
            let face = found ?? (comparison?.isAlias == true ? comparison?.given : nil)
            if face == nil { throw try await notFound(over: session, comparison) }
            return (face, comparison)
        }
        guard let face else { throw CommandFailure(.notFound, code: .notRegistered, localized("No face matches.")) }
        if outputOptions.json {
            var entries = face.entries
            if explain, let answer = comparison?.answer {
                entries["programs_get"] = BusVariant(answer.entries)
            }
            environment.output.line(JSONText(entries).lines)
        } else {
            show(face, comparison, in: environment)
        }
        return .success
    }

    /// Creates the error that no face matches.
    ///
    /// The error suggests names that may have been meant, and reports which font programs get nevertheless.
    private func notFound(
        over session: CommandSession, _ comparison: MatchComparison?
    ) async throws(CommandFailure) -> CommandFailure {
        guard let asked = name ?? family else {
            return CommandFailure(.notFound, code: .notRegistered, localized("No face matches."))
        }
        let names = try await FontSelection(session).registeredNames() + session.families()
        let suggestion = NameSuggestions.sentence(NameSuggestions.names(like: asked, among: names))
        var failure = CommandFailure(
            .notFound, code: .notRegistered, localized("No face matches.") + suggestion, item: asked)
        if let comparison {
            failure.message += " " + Self.reason(for: comparison, sentence(of: comparison, for: asked))
            failure.programsGet = comparison.answer
        }
        return failure
    }

    /// The sentence that says what programs get for the name, without its end.
    private func sentence(of comparison: MatchComparison, for asked: String) -> String {
        // Translators: Without the end of the sentence, which follows.
        descriptor.count > 1
            ? localized("Programs that ask for %1 in this style get %2", asked, comparison.words)
            : localized("Programs that ask for %1 get %2", asked, comparison.words)
    }

    /// Completes a sentence with the file that programs get and the command that shows the reason.
    private static func reason(for comparison: MatchComparison, _ sentence: String) -> String {
        let file = comparison.answer.map { " (\($0.path))" } ?? ""
        // Translators: %1 is such as "Programs that ask for Sans get DejaVu Sans (/usr/share/fonts/DejaVuSans.ttf)".
        return localized("%1. Run 'typecase why' to see the reason.", sentence + file)
    }

    /// What a program would ask fontconfig for; `nil` if fontconfig cannot be asked for such a description.
    private var question: FontconfigAnswer.Question? {
        let asked: Set = ["weight", "width", "slant", name == nil ? "family" : "name"]
        guard let name = name ?? family, Set(descriptor.keys).isSubset(of: asked), mandatory.isEmpty else { return nil }
        return FontconfigAnswer.Question(
            family: name, weight: weight, width: width, slant: slant.flatMap(FontSlant.init))
    }

    /// The comparison with fontconfig; `nil` if programs cannot ask it for such a description.
    private func compare(
        _ face: FontRecord?, over session: CommandSession, _ variables: [String: String]
    ) async throws(CommandFailure) -> MatchComparison? {
        guard let question else { return nil }
        // Programs do not look up the own name of a style in fontconfig's rules.
        let isFamily = [face?.text("family"), face?.text("typographic_family")].contains {
            $0?.fontNameKey == question.family.fontNameKey
        }
        guard face == nil || explain || isFamily && !outputOptions.json else { return nil }
        do throws(CommandFailure) {
            return try await MatchComparison.of(question, isFamily: isFamily, over: session, variables)
        } catch {
            // Without fontconfig's program, the service's answer is still valid.
            if explain { throw error }
            return nil
        }
    }

    private func show(_ face: FontRecord, _ comparison: MatchComparison?, in environment: CommandEnvironment) {
        let namesakes: UInt32 = face.value("namesakes") ?? 0
        let style = [face.text("typographic_family"), face.text("family")].first { !$0.isEmpty } ?? ""
        environment.output.write(
            TextTable.text(
                header: ["ID", "NAME", "FAMILY", "STYLE", "SOURCE"],
                rows: [[face.text("id"), face.title, style, face.text("style"), face.text("source")]],
                bold: environment.output.usesColor, columns: environment.output.columns(),
                expendable: ["SOURCE", "STYLE"]))
        if namesakes > 0 {
            environment.output.line(
                localized(
                    """
                    1 other face has this PostScript name. Use --style, --weight, --width, --slant or --variable to \
                    choose another face.
                    """,
                    """
                    %1 other faces have this PostScript name. Use --style, --weight, --width, --slant or --variable to \
                    choose another face.
                    """, count: Int(namesakes)))
        }
        guard let comparison, let asked = name ?? family else { return }
        let program = sentence(of: comparison, for: asked)
        if !comparison.gives(face) {
            environment.output.line(TerminalText.escaped(Self.reason(for: comparison, program)))
        } else if explain || !face.isCalled(asked) {
            environment.output.line(TerminalText.escaped(localized("%1, according to fontconfig's rules.", program)))
            if explain, let path = comparison.answer?.path {
                environment.output.line(localized("File: %1", TerminalText.escaped(path)))
            }
        }
    }

    /// The descriptor dictionary for the options.
    package var descriptor: [String: BusVariant] {
        var entries: [String: BusVariant] = [:]
        let texts = [
            "name": name, "postscript_name": postscriptName, "family": family, "full_name": fullName, "style": style,
            "slant": slant, "characters": characters, "source": source,
        ]
        for (key, text) in texts { if let text { entries[key] = BusVariant(text) } }
        if let weight { entries["weight"] = BusVariant(weight) }
        if let width { entries["width"] = BusVariant(width) }
        if let monospace { entries["monospace"] = BusVariant(monospace) }
        if let variable { entries["variable"] = BusVariant(variable) }
        if !languages.isEmpty { entries["languages"] = BusVariant(languages) }
        return entries
    }

    private static func choices<Choice: RawRepresentable<String> & CaseIterable>(_ type: Choice.Type) -> String {
        Choice.allCases.map(\.rawValue).joined(separator: ", ")
    }
}
