package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel

/// `typecase open`: the bytes of a font.
package struct OpenCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Write the bytes of fonts to files.",
        discussion: """
            Without --output, or where that is -, they go to the standard output, unless that is a terminal. In a \
            directory the file is named after the font; several fonts, such as those of a family or of a pattern such as \
            'Noto*', need one. With --json and a file, the standard output has an object with the file and the details of \
            the method OpenFont, and an array of them for several fonts.
            """)

    @Argument(
        help: ArgumentHelp("Ids, names, patterns of names or files of fonts.", valueName: "font"),
        completion: ServiceCompletion.allFonts.kind)
    package var fonts: [String]

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
        return try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            let (all, failures) = try await FontSelection(session).all(fonts)
            let found = all.eachFileOnce
            var report = ItemReport()
            for failure in failures {
                report.failures.append(failure)
                environment.output.report(failure, asJSON: outputOptions.json)
            }
            if found.count > 1, path.map(ExportedFileName.isDirectory) != true {
                var failure = FontSelection.ambiguous(fonts.joined(separator: " "), found)
                failure.message =
                    "These are \(found.count) fonts; use an id for one, or --output with a directory for all of them."
                throw failure
            }
            var written: [[String: BusVariant]] = []
            for font in found {
                do throws(CommandFailure) {
                    written.append(try await write(font, to: path, over: session))
                    report.changed += 1
                } catch {
                    if error.endsCommand { throw error }
                    report.failures.append(error)
                    environment.output.report(error, asJSON: outputOptions.json)
                }
            }
            if outputOptions.json, path != nil, let first = written.first {
                environment.output.line(
                    found.count == 1 && fonts.count == 1 ? JSONText(first).lines : JSONText(written).lines)
            }
            return report.exit
        }
    }

    /// Writes a font to a file, a directory or the standard output, and tells what goes with it.
    private func write(
        _ font: FontRecord, to path: String?, over session: CommandSession
    ) async throws(CommandFailure) -> [String: BusVariant] {
        let opened = try await calling(about: font.title) { () async throws(BusError) in
            try await session.fonts.openFont(
                id: font.text("id"), options: [:], timeout: CommandSession.changeTimeout)
        }
        guard let path else {
            try FontOutput.writeToStandardOutput(opened.font)
            return opened.details
        }
        let file = ExportedFileName.path(for: font, at: path)
        try FontOutput.write(opened.font, to: file, replacing: force)
        return opened.details.merging(["file": BusVariant(file)]) { $1 }
    }
}
