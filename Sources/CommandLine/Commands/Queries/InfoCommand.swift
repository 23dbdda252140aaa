package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase info`: everything known of one font.
package struct InfoCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "info", abstract: localized("Show everything known of fonts."),
        discussion: localized(
            """
            A name is a PostScript name, a full name or a family, or a pattern of them such as 'Noto*', and stands \
            for all fonts that have it, registered or the system's; the first digits of an id stand for it. A file \
            stands for the registered font with its content.

            With --json it writes the dictionaries of org.typecase.FontManager1(5): an object where one argument \
            stands for one font, and an array for several arguments, for --family and where an argument stands for \
            several fonts.
            """))

    @Argument(
        help: .localized("Ids, names, patterns of names or files of fonts.", valueName: "font"),
        completion: ServiceCompletion.allFonts.kind)
    package var fonts: [String] = []

    @Option(
        name: .customLong("family"),
        help: .localized("All fonts of a family, by its name in any language; may be repeated.", valueName: "name"),
        completion: ServiceCompletion.families.kind)
    package var families: [String] = []

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        if fonts.isEmpty, families.isEmpty {
            throw ValidationError(localized("Give the ids, names or files of fonts, or --family."))
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
