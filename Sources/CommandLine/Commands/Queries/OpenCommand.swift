package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase open`: writes the bytes of fonts.
package struct OpenCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "open", abstract: localized("Write fonts to files."),
        discussion: localized(
            """
            Without --output, or with --output -, the font is written to standard output, unless that is a terminal. \
            In a directory, the file is named after the font. Several fonts, such as those in a family or those that \
            match a pattern such as 'Noto*', can only be written to a directory; without one, the command asks on a \
            terminal which font to write. With --json and a file, the command writes an object with the file and the \
            details that the method OpenFont returns to standard output, or an array of such objects if there are \
            several fonts.
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

    @Option(
        name: .shortAndLong, help: .localized("The file to write, or a directory to write it to."), completion: .file())
    package var output: String?

    @Flag(name: .shortAndLong, help: .localized("Replace an existing file."))
    package var force = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        if fonts.isEmpty, families.isEmpty {
            throw ValidationError(localized("Give font ids, font names, font files or --family."))
        }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let path = output == StandardInput.argument ? nil : output
        if path == nil, environment.output.isTerminal {
            throw CommandFailure(
                .usage, code: .invalidFilePath, localized("Fonts are not written to a terminal; give --output FILE."))
        }
        return try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            let (all, failures) = try await FontSelection(session).all(fonts, families: families)
            var found = all.eachFileOnce
            var report = ItemReport()
            for failure in failures {
                report.failures.append(failure)
                environment.output.report(failure, asJSON: outputOptions.json)
            }
            if found.count > 1, path.map(ExportedFileName.isDirectory) != true {
                guard let chosen = try await choose(among: found, environment) else {
                    return report.failures.isEmpty ? .nothingToDo : report.exit
                }
                found = [chosen]
            }
            var written: [[String: BusVariant]] = []
            for (font, name) in zip(found, ExportedFileName.names(for: found)) {
                do throws(CommandFailure) {
                    written.append(try await write(font, named: name, to: path, over: session))
                    report.changed += 1
                } catch {
                    if error.endsCommand { throw error }
                    report.failures.append(error)
                    environment.output.report(error, asJSON: outputOptions.json)
                }
            }
            if outputOptions.json, path != nil, let first = written.first {
                let isOne = written.count == 1 && fonts.count == 1 && families.isEmpty
                environment.output.line(isOne ? JSONText(first).lines : JSONText(written).lines)
            }
            return report.exit
        }
    }

    /// Asks which of several fonts to write, because a file can contain only one font.
    ///
    /// - Returns: The font; `nil` if the user chooses none.
    /// - Throws: An error if nobody can be asked, or if the user chooses several fonts.
    private func choose(
        among found: [FontRecord], _ environment: CommandEnvironment
    ) async throws(CommandFailure) -> FontRecord? {
        let names = (fonts + families).joined(separator: " ")
        var ambiguity = FontSelection.ambiguous(names, found)
        ambiguity.message =
            localized(
                """
                This selects %1 fonts. Use an id to write one font, or --output with a directory to write all of them.
                """, found.count)
        let question = localized("%1 matches %2 fonts, but only one can be written.", names, found.count)
        guard let chosen = try await environment.choose(question, ambiguity.candidates), chosen.count < 2 else {
            throw ambiguity
        }
        return chosen.first.map { found[$0] }
    }

    /// Writes a font to a file, a directory or standard output, and returns its details.
    private func write(
        _ font: FontRecord, named name: String, to path: String?, over session: CommandSession
    ) async throws(CommandFailure) -> [String: BusVariant] {
        let opened = try await calling(about: font.title) { () async throws(BusError) in
            try await session.fonts.openFont(
                id: font.text("id"), options: [:], timeout: CommandSession.changeTimeout)
        }
        guard let path else {
            try FontOutput.writeToStandardOutput(opened.font)
            return opened.details
        }
        let file = ExportedFileName.path(name, at: path)
        try FontOutput.write(opened.font, to: file, replacing: force)
        return opened.details.merging(["file": BusVariant(file)]) { $1 }
    }
}
