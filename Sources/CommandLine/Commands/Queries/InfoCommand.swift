package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel

/// `typecase info`: everything known of one font.
package struct InfoCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show everything known of a font.",
        discussion: """
            A name is a PostScript name, a full name or a family, and must stand for one font. A file stands for the \
            registered font with its content.
            """)

    @Argument(
        help: ArgumentHelp("The id, a name or the file of a font.", valueName: "font"),
        completion: ServiceCompletion.allFonts.kind)
    package var font: String

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let record = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await FontSelection(session).any(font)
        }
        if outputOptions.json {
            environment.output.line(JSONText(record.entries).lines)
        } else {
            environment.output.write(RecordText(record.entries).text)
        }
        return .success
    }
}
