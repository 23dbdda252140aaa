internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization

/// Requests and shows pages with fonts.
struct SpecimenPages {
    /// The connection.
    let session: CommandSession
    /// The kind of the pages, as `org.typecase.Rendering1` calls it.
    let kind: String

    /// Asks the service to draw a page.
    ///
    /// - Parameters:
    ///   - fonts: The fonts on it.
    ///   - options: The options of the call.
    /// - Returns: The picture and its details.
    /// - Throws: An error if it cannot be drawn.
    func draw(
        _ fonts: [PicturedFont], _ options: [String: BusVariant]
    ) async throws(CommandFailure) -> (picture: OwnedFileDescriptor, details: [String: BusVariant]) {
        let files = fonts.count { $0.path != nil }
        guard files <= FontFile.filesPerMessage else {
            throw CommandFailure(
                .failure, code: .exceededResourceLimit,
                localized("A page can compare at most %1 files, but %2 were given.", FontFile.filesPerMessage, files))
        }
        var entries: [[String: BusVariant]] = []
        for font in fonts { entries.append(try font.opened()) }
        return try await calling(about: fonts.count == 1 ? fonts[0].name : "") { () async throws(BusError) in
            try await Rendering1Client(session.connection).specimen(
                fonts: entries, kind: kind, options: options)
        }
    }

    /// The failure of a command that can only show pictures, if there is no terminal.
    static var notATerminal: CommandFailure {
        CommandFailure(
            .usage, code: .invalidFilePath,
            localized("Pictures can only be shown on a terminal. To write a file, use 'typecase preview'."))
    }

    /// Shows a line of text in each of some fonts, which are identified by their names.
    ///
    /// - Parameters:
    ///   - fonts: Font or face dictionaries.
    ///   - output: Where to write.
    /// - Returns: As ``show(_:on:_:)``.
    /// - Throws: As ``show(_:on:_:)``.
    func showLines(of fonts: [FontRecord], on output: CommandOutput) async throws(CommandFailure) -> CommandExit {
        let pages = fonts.map { [PicturedFont(name: $0.title, entries: ["id": BusVariant($0.text("id"))])] }
        return try await show(pages, on: output) { terminal in
            let page = terminal.page()
            return [
                "format": BusVariant(terminal.format), "width": BusVariant(page.width), "scale": BusVariant(page.scale),
            ]
        }
    }

    /// Shows pages on the terminal.
    ///
    /// - Parameters:
    ///   - pages: The fonts of each page.
    ///   - output: Where to write.
    ///   - options: The options of the calls for a terminal.
    /// - Returns: The exit code, which shows whether all pages were shown.
    /// - Throws: The failure of the only page, or a failure that ends the command.
    func show(
        _ pages: [[PicturedFont]], on output: CommandOutput, _ options: (PictureTerminal) -> [String: BusVariant]
    ) async throws(CommandFailure) -> CommandExit {
        // The dialog ends with this function; until then, the terminal does not echo late answers.
        let dialog = try? TerminalDialog()
        defer { dialog?.end() }
        let terminal = PictureTerminal.ask(dialog, columns: output.columns(), usesColor: output.usesColor)
        let options = options(terminal)
        var exit = CommandExit.success
        for page in pages where !Task.isCancelled {
            do throws(CommandFailure) {
                let drawn = try await draw(page, options)
                if !terminal.showsSmallText { output.line(page.map(\.name).joined(separator: ", ")) }
                output.write(try terminal.text(showing: drawn.picture, drawn.details))
            } catch {
                // If one font cannot be shown, the others are still shown.
                if error.endsCommand || pages.count == 1 { throw error }
                output.report(error, asJSON: false)
                exit = .failure
            }
        }
        return exit
    }
}
