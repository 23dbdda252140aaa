package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase preview`: shows how fonts look, whether they are installed or not.
package struct PreviewCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "preview", abstract: localized("Show how fonts look, installed or not."),
        discussion: localized(
            """
            Shows a line of text in each font, or a page of another kind. Terminals that support kitty, iTerm2 or \
            sixel images show it as a picture, and other terminals show it as shaded blocks. With --output, it is \
            written to a file. Font files, including those in directories, need not be installed; they are drawn in a \
            sandbox.

            Without --text, the command chooses text for which the font has all characters.
            """))

    @Argument(
        help: .localized(
            "Font ids, font names, font files, and directories that contain font files.", valueName: "font"),
        completion: ServiceCompletion.allFonts.kind)
    package var fonts: [String]

    @Option(
        name: .shortAndLong,
        help: .localized("The file to write instead of showing the picture, with a name that ends with .png or .svg."),
        completion: .file())
    package var output: String?

    @Flag(name: .shortAndLong, help: .localized("Replace an existing file."))
    package var force = false

    @Option(help: .localized("The text."))
    package var text: String?

    @Option(
        name: .customLong("size"),
        help: .localized("The size of the font; for a waterfall, several sizes, separated by commas."))
    package var sizes: String?

    @Option(help: .localized("Values of the axes of variable fonts, such as wght=650,wdth=80."))
    package var axes: String?

    @Option(name: .customLong("width"), help: .localized("The width of the page in pixels."))
    package var width: Double?

    @Flag(help: .localized("The same text in many sizes."))
    package var waterfall = false

    @Flag(help: .localized("The characters of the font."))
    package var glyphs = false

    @Flag(help: .localized("All fonts on one page."))
    package var compare = false

    @Flag(help: .localized("Each named instance of a variable font, and both ends of each axis."))
    package var instances = false

    @Flag(help: .localized("Running text."))
    package var paragraph = false

    @Flag(help: .localized("The text without and with each OpenType feature that changes it."))
    package var features = false

    @Option(help: .localized("The Unicode block whose characters are shown, such as 'Latin-1 Supplement'."))
    package var block: String?

    @Option(help: .localized("The number of the page of characters, from 1."))
    package var page: UInt32?

    @Option(help: .localized("The number of pixels per unit of size."))
    package var scale: Double?

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        if let output, PictureFile(output) == nil {
            throw ValidationError(localized("The name of the file must end with .png or .svg."))
        }
        if let axes, PicturedFont.axes(axes) == nil {
            throw ValidationError(localized("--axes needs values such as wght=650,wdth=80."))
        }
        if let sizes, Self.numbers(sizes) == nil { throw ValidationError(localized("--size needs numbers above 0.")) }
        let kinds = [waterfall, glyphs || block != nil || page != nil, compare, instances, paragraph, features]
        if kinds.count(where: { $0 }) > 1 {
            throw ValidationError(localized("Choose only one kind of page."))
        }
        if page == 0 { throw ValidationError(localized("Pages are numbered from 1.")) }
        if outputOptions.json, output == nil { throw ValidationError(localized("--json needs --output.")) }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let file = output.flatMap { PictureFile($0) }
        guard file != nil || environment.output.isTerminal else {
            throw CommandFailure(
                .usage, code: .invalidFilePath,
                localized("Pictures can only be shown on a terminal. To write a file, use --output FILE."))
        }
        return try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            let found = try await PicturedFont.find(fonts, in: session).map { font in
                var font = font
                if let axes = axes.flatMap(PicturedFont.axes) { font.entries["instance"] = BusVariant(axes) }
                return font
            }
            if let file { return try await write(found, to: file, session, environment.output) }
            return try await show(found, session, environment.output)
        }
    }

    /// The kind of the pages, as `org.typecase.Rendering1` calls it.
    private var kind: String {
        if waterfall { return "waterfall" }
        if glyphs || block != nil || page != nil { return "glyphs" }
        if instances { return "instances" }
        if paragraph { return "paragraph" }
        return features ? "features" : "comparison"
    }

    private func options(format: String, width: Double?) -> [String: BusVariant] {
        var options = ["format": BusVariant(format)]
        if let text { options["text"] = BusVariant(text) }
        if let sizes = sizes.flatMap(Self.numbers) { options["sizes"] = BusVariant(sizes) }
        if let block { options["block"] = BusVariant(block) }
        if let page { options["page"] = BusVariant(page - 1) }
        if let width = self.width ?? width { options["width"] = BusVariant(width) }
        if let scale { options["scale"] = BusVariant(scale) }
        return options
    }

    private static func numbers(_ text: String) -> [Double]? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? 0 }
        return numbers.allSatisfy { $0.isFinite && $0 > 0 } ? numbers : nil
    }

    private func write(
        _ fonts: [PicturedFont], to file: PictureFile, _ session: CommandSession, _ output: CommandOutput
    ) async throws(CommandFailure) -> CommandExit {
        guard kind == "comparison" || fonts.count == 1 else {
            throw CommandFailure(
                .usage, code: .insufficientInfo,
                localized("A page of this kind shows only one font, but %1 were given.", fonts.count))
        }
        let drawn = try await SpecimenPages(session: session, kind: kind).draw(
            fonts, options(format: file.format, width: nil))
        try FontOutput.write(drawn.picture, to: file.path, replacing: force)
        if outputOptions.json {
            output.line(JSONText(drawn.details.merging(["file": BusVariant(file.path)]) { $1 }).lines)
        }
        return .success
    }

    private func show(
        _ fonts: [PicturedFont], _ session: CommandSession, _ output: CommandOutput
    ) async throws(CommandFailure) -> CommandExit {
        let pages = SpecimenPages(session: session, kind: kind)
        return try await pages.show(compare ? [fonts] : fonts.map { [$0] }, on: output) { terminal in
            let page = terminal.page(scale: scale)
            return options(format: terminal.format, width: page.width).merging(["scale": BusVariant(page.scale)]) { $1 }
        }
    }
}
