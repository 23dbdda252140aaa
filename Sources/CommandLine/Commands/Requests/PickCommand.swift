package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization

/// `typecase pick`: lets the user pick a font in a window.
package struct PickCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "pick", abstract: localized("Pick a font in a window."),
        discussion: localized(
            """
            Shows which font was picked and, with --output, writes the font to a file; in a directory, the file is \
            named after the font. The command waits until the window is closed. It exits with 0 if a font was picked, \
            and with 1 if no font was picked or typecase-settings is not installed.
            """))

    @Option(
        name: .shortAndLong, help: .localized("The file to write, or a directory to write it to."), completion: .file())
    package var output: String?

    @Flag(name: .shortAndLong, help: .localized("Replace an existing file."))
    package var force = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            let result = try await pick(over: session)
            guard let font: OwnedFileDescriptor = result.value("font") else { throw CommandFailure(.disconnected) }
            let face = FontRecord(result.value("face") ?? [:])
            let path = output.map { ExportedFileName.path(for: face, at: $0) }
            let title = TerminalText.escaped(face.title)
            if let path { try FontOutput.write(font, to: path, replacing: force) }
            if outputOptions.json {
                var shown = result.entries.filter { $0.key != "font" }
                if let path { shown["file"] = BusVariant(path) }
                environment.output.line(JSONText(shown).lines)
            } else {
                environment.output.line(path.map { "\(title)  \(TerminalText.escaped($0))" } ?? title)
            }
            return .success
        }
    }

    /// Waits until the user has picked a font.
    private func pick(over session: CommandSession) async throws(CommandFailure) -> FontRecord {
        let end = try await calling { () async throws(BusError) in
            let token = FontIdentifier.random().rawValue
            return try await Job1Client.run(over: session.connection, named: token) { () async throws(BusError) in
                _ = try await session.fonts.pickFont(options: ["handle_token": BusVariant(token)])
            }
        }
        guard case .ended(let state, let result) = end else { throw CommandFailure(.disconnected) }
        if let failure = FontRecord(result).failure(about: "") { throw failure }
        if state == "cancelled" { throw CommandFailure(interrupted: localized("Interrupted; no font was picked.")) }
        return FontRecord(result)
    }
}
