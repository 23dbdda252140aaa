package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase cover`: finds the fonts that have the characters of a text.
package struct CoverCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "cover", abstract: localized("Find fonts that together support all characters of the text."),
        discussion: localized(
            """
            Shows a small set of fonts that together support all characters of the text, and the characters that no \
            font supports. A font supports a letter with marks only if it has both the letter and the marks. The \
            language decides between the Japanese, Korean and Chinese styles of ideographs; without text, the fonts \
            for the language are shown. Exits with 1 if some of the characters are in no font, and with 3 if none of \
            them are in any font. With --json, the command writes the dictionary that the method Cover returns; see \
            org.typecase.FontManager1(5).
            """))

    @Argument(help: .localized("The text."))
    package var text: String?

    @Option(
        name: .shortAndLong, help: .localized("A file with the text, as UTF-8; - reads it from standard input."),
        completion: .file())
    package var file: String?

    @Option(help: .localized("The language of the text, such as ja or zh-Hant."))
    package var language: String?

    @Option(
        name: .customLong("family"), help: .localized("A family to prefer; can be given several times."),
        completion: ServiceCompletion.families.kind)
    package var families: [String] = []

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        if text != nil && file != nil { throw ValidationError(localized("Give text or --file, not both.")) }
        if text == nil && file == nil && language == nil {
            throw ValidationError(localized("Give text, --file or --language."))
        }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        var text = text ?? ""
        if let file { text = try await environment.input.text(ofFileAt: file) }
        // The service needs each character only once, so a long text is reduced to its distinct characters.
        let characters = StandardInput.distinctCharacters(of: text)
        var options: [String: BusVariant] = [:]
        if let language { options["language"] = BusVariant(language) }
        if !families.isEmpty { options["families"] = BusVariant(families) }
        let coverage = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await calling { [options] () async throws(BusError) in
                try await session.fonts.cover(text: characters, options: options)
            }
        }
        let record = FontRecord(coverage)
        let uncovered: UInt32 = record.value("uncovered_count") ?? 0
        let faces = record.faces
        if outputOptions.json {
            environment.output.line(JSONText(coverage).lines)
        } else {
            show(record, faces, uncovered: uncovered, on: environment.output)
        }
        if uncovered > 0 { return faces.isEmpty ? .notFound : .failure }
        let clusters: UInt32 = record.value("clusters") ?? 0
        return faces.isEmpty && (clusters > 0 || characters.isEmpty) ? .notFound : .success
    }

    private func show(_ record: FontRecord, _ faces: [FontRecord], uncovered: UInt32, on output: CommandOutput) {
        if !faces.isEmpty {
            output.write(
                TextTable.text(
                    header: ["ID", "NAME", "FAMILY", "STYLE", "SOURCE", "CHARACTERS"],
                    rows: faces.map { face in
                        let count: UInt32 = face.value("clusters") ?? 0
                        return [
                            face.text("id"), face.title, face.text("family"), face.text("style"),
                            face.text("source"), count == 0 ? "" : String(count),
                        ]
                    }, bold: output.usesColor, columns: output.columns(), expendable: ["STYLE", "SOURCE", "FAMILY"]))
        } else if uncovered == 0 {
            output.line(
                text == nil && file == nil
                    ? localized("No font supports this language.")
                    : localized("The text has no characters that need a font."))
        }
        let alone: UInt32 = record.value("covering_count") ?? 0
        if !faces.isEmpty {
            output.line(
                localized(
                    "1 font covers all of this alone.", "%1 fonts each cover all of this alone.", count: Int(alone)))
        }
        let isExact: Bool = record.value("exact") ?? true
        if !isExact { output.line(localized("A smaller set may exist.")) }
        if uncovered > 0 {
            output.line(
                localized(
                    "No font has 1 of the characters:", "No font has %1 of the characters:", count: Int(uncovered)))
            let clusters: [String] = record.value("uncovered") ?? []
            for cluster in clusters {
                output.line("  \(Self.codePoints(cluster))  \(TerminalText.escaped(cluster))")
            }
        }
        let others: [String] = record.value("other_style") ?? []
        if let language, !others.isEmpty {
            output.line(
                TerminalText.escaped(
                    localized(
                        """
                        Only fonts for languages other than %1 have these characters: %2
                        """, language, others.joined(separator: " "))))
        }
    }

    /// The scalars in the notation of Unicode.
    static func codePoints(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }.joined(separator: " ")
    }
}
