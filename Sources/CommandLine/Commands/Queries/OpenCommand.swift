package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel

/// `typecase open`: the bytes of a font.
package struct OpenCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Write the bytes of a font to a file.",
        discussion: """
            Without --output, or where that is -, they go to the standard output, unless that is a terminal. In a \
            directory the file is named after the font. With --json and a file, the standard output has an object with \
            the file and the details of the method OpenFont.
            """)

    @Argument(
        help: ArgumentHelp("The id, a name or the file of a font.", valueName: "font"),
        completion: ServiceCompletion.allFonts.kind)
    package var font: String

    @Option(name: .shortAndLong, help: "The file to write, or a directory to write it to.", completion: .file())
    package var output: String?

    @Flag(name: .shortAndLong, help: "Replace a file that exists.")
    package var force = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let path = output == StandardInput.argument ? nil : output
        if path == nil, environment.output.isTerminal {
            throw CommandFailure(
                .usage, code: .invalidFilePath, "A font is not written to a terminal; give --output FILE.")
        }
        let (record, opened) = try await CommandSession.run(on: environment.address) {
            session throws(CommandFailure) in
            let record = try await FontSelection(session).any(font)
            let opened = try await calling(about: font) { () async throws(BusError) in
                try await session.fonts.openFont(
                    id: record.text("id"), options: [:], timeout: CommandSession.changeTimeout
                )
            }
            return (record, opened)
        }
        if let output = path {
            let path = ExportedFileName.path(for: record, at: output)
            try FontOutput.write(opened.font, to: path, replacing: force)
            if outputOptions.json {
                environment.output.line(JSONText(opened.details.merging(["file": BusVariant(path)]) { $1 }).lines)
            }
        } else {
            try FontOutput.writeToStandardOutput(opened.font)
        }
        return .success
    }
}
