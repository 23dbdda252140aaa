package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase info`: shows all information about fonts.
package struct InfoCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "info", abstract: localized("Show all information about fonts."),
        discussion: localized(
            """
            A name is a PostScript name, a full name, a family, or a pattern that matches such names, such as 'Noto*'. \
            It stands for all fonts with this name, whether they are registered fonts or system fonts. Instead of an \
            id, you can give its first digits. A file stands for the registered font with the same content.

            With --json, the command writes the dictionaries described in org.typecase.FontManager1(5): an object if \
            there is only one argument and it stands for only one font; otherwise, and always with --family, an array.
            """))

    @Argument(
        help: .localized("Font ids, font names, patterns that match font names, or font files.", valueName: "font"),
        completion: ServiceCompletion.allFonts.kind)
    package var fonts: [String] = []

    @Option(
        name: .customLong("family"),
        help: .localized(
            "All fonts of a family, by its name in any language; can be given several times.", valueName: "name"),
        completion: ServiceCompletion.families.kind)
    package var families: [String] = []

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        if fonts.isEmpty, families.isEmpty {
            throw ValidationError(localized("Give font ids, font names, font files or --family."))
        }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let output = environment.output
        let (found, failures) = try await CommandSession.run(on: environment.address) {
            session throws(CommandFailure) in try await FontSelection(session).all(fonts, families: families)
        }
        if outputOptions.json, !found.isEmpty {
            output.line(
                found.count == 1 && fonts.count == 1 && families.isEmpty
                    ? JSONText(found[0].entries).lines : JSONText(found.map(\.entries)).lines)
        } else {
            let (columns, bold) = (output.columns(), output.usesColor)
            output.write(
                found.map { FontInfoText($0, columns: columns, bold: bold).text }.joined(separator: "\n"))
        }
        for failure in failures { output.report(failure, asJSON: outputOptions.json) }
        return failures.isEmpty ? .success : found.isEmpty ? failures[0].exit : .failure
    }
}
