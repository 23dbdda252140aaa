package import ArgumentParser
internal import BusInterface
internal import DBus

/// `typecase open`: the bytes of a font.
package struct OpenCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Write the bytes of a font to a file.",
        discussion: "Without --output they go to standard output, unless that is a terminal.")

    @Argument(
        help: ArgumentHelp("The id or a name of a font.", valueName: "id-or-name"),
        completion: ServiceCompletion.allFonts.kind)
    package var font: String

    @Option(name: .shortAndLong, help: "The file to write; a file that exists is replaced.", completion: .file())
    package var output: String?

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        if output == nil, environment.output.isTerminal {
            throw CommandFailure(
                .usage, code: "InvalidFilePath", "A font is not written to a terminal; give --output FILE.")
        }
        let file = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            let record = try await FontSelection(session).any(font)
            return try await calling(about: font) { () async throws(BusError) in
                try await session.fonts.openFont(
                    id: record.text("id"), options: [:], timeout: CommandSession.changeTimeout
                ).font
            }
        }
        if let output {
            try FontOutput.write(file, to: output)
        } else {
            try FontOutput.writeToStandardOutput(file)
        }
        return .success
    }
}
