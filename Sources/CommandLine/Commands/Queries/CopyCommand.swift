package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization

/// `typecase copy`: copies the files of a family, for programs and print shops that need files.
package struct CopyCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "copy", abstract: localized("Copy the files of a family to a directory."),
        discussion: localized(
            """
            The files are named after the fonts. System fonts are copied as well. With --json, the command writes an \
            array of objects with the id and the file of each font.
            """))

    @Argument(
        help: .localized(
            "A family, a font id, a font name, or a pattern that matches font names.", valueName: "family"),
        completion: ServiceCompletion.families.kind)
    package var family: String

    @Argument(help: .localized("The directory; it is created if it does not exist."), completion: .directory)
    package var directory: String

    @Flag(name: .shortAndLong, help: .localized("Replace existing files."))
    package var force = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        var report = ItemReport()
        var results: [[String: BusVariant]] = []
        try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            let fonts = try await fonts(session)
            try FontOutput.makeDirectory(directory)
            for (font, name) in zip(fonts, ExportedFileName.names(for: fonts)) {
                let path = ExportedFileName.path(name, at: directory)
                do throws(CommandFailure) {
                    let opened = try await calling(about: font.title) { () async throws(BusError) in
                        try await session.fonts.openFont(
                            id: font.text("id"), options: [:], timeout: CommandSession.changeTimeout)
                    }
                    try FontOutput.write(opened.font, to: path, replacing: force)
                    report.changed += 1
                    results.append(["id": BusVariant(font.text("id")), "file": BusVariant(path)])
                    if !outputOptions.json { environment.output.line(TerminalText.escaped(path)) }
                } catch {
                    if error.endsCommand { throw error }
                    report.failures.append(error)
                    environment.output.report(error, asJSON: outputOptions.json)
                }
            }
        }
        if outputOptions.json { environment.output.line(JSONText(results).lines) }
        return report.exit
    }

    /// The registered fonts, or else the system fonts, with each file once.
    private func fonts(_ session: CommandSession) async throws(CommandFailure) -> [FontRecord] {
        let selection = FontSelection(session)
        let fonts = try await selection.fonts(ofFamily: family)
        return fonts.isEmpty ? try await selection.all(family).eachFileOnce : fonts.eachFileOnce
    }
}
