package import ArgumentParser
internal import BusInterface
internal import DBus
internal import DynamicType
internal import FontModel
internal import Localization

/// `typecase mask`: draws text as a picture.
package struct MaskCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "mask", abstract: localized("Draw text as a mask or as a picture."),
        discussion: localized(
            """
            Draws text on a transparent background: a mask that shows how much of each pixel the text covers or, with \
            --color, a picture in the colours of the font. Without --font, the text is set in the default sans-serif \
            font. Without --size, it has the size of a large title at the user's text size. With --json and an output \
            file, an object with the measurements that the method Mask returns is written to standard output.
            """))

    @Argument(help: .localized("The text; - reads it from standard input."))
    package var text: String

    @Option(
        name: .shortAndLong,
        help: .localized(
            "The file to write, with a name that ends with .png, .svg or .raw; - writes PNG to standard output."),
        completion: .file())
    package var output: String

    @Option(help: .localized("The id, name or file of the font."), completion: ServiceCompletion.allFonts.kind)
    package var font: String?

    @Option(help: .localized("The size of the font."))
    package var size: Double?

    @Option(
        name: .customLong("text-style"), help: .localized("The text style whose size is used."),
        completion: .list(TextStyle.allCases.map(\.rawValue)))
    package var textStyle: String?

    @Option(help: .localized("Values of the axes of a variable font, such as wght=650,wdth=80."))
    package var axes: String?

    @Option(help: .localized("OpenType features in CSS syntax, such as '\"smcp\", \"liga\" 0'."))
    package var features: String?

    @Option(help: .localized("The language of the text, such as de."))
    package var language: String?

    @Option(help: .localized("The width of the picture, at which lines are wrapped."))
    package var width: Double?

    @Option(help: .localized("The height of the picture."))
    package var height: Double?

    @Option(
        help: .localized("natural, left, center, right or justified."),
        completion: .list(["natural", "left", "center", "right", "justified"]))
    package var align: String?

    @Option(
        name: .customLong("line-spacing"), help: .localized("The line spacing, as a multiple of the font's own."))
    package var lineSpacing: Double?

    @Option(help: .localized("The maximum number of lines."))
    package var lines: UInt32?

    @Option(help: .localized("The number of pixels per unit of size, width and height."))
    package var scale: Double?

    @Flag(name: .shortAndLong, help: .localized("Replace an existing file."))
    package var force = false

    @Flag(help: .localized("Draw a picture with the font's colours and alpha, rather than a mask."))
    package var color = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    private static let formats = ["png", "svg", "raw"]

    package func validate() throws {
        if output != StandardInput.argument, PictureFile(output, formats: Self.formats) == nil {
            throw ValidationError(localized("The name of the file must end with .png, .svg or .raw."))
        }
        if let axes, PicturedFont.axes(axes) == nil {
            throw ValidationError(localized("--axes needs values such as wght=650,wdth=80."))
        }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let file = PictureFile(output, formats: Self.formats)
        if file == nil, environment.output.isTerminal {
            throw CommandFailure(
                .usage, code: .invalidFilePath,
                localized("A picture cannot be written to a terminal; use --output FILE."))
        }
        let text = try await text(environment)
        let (options, frame) = options(format: file?.format ?? "png")
        let drawn = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            let attributes = try await attributes(session)
            return try await calling { () async throws(BusError) in
                try await Rendering1Client(session.connection).mask(
                    text: text, attributes: [attributes], frame: frame, options: options)
            }
        }
        guard let file else {
            try FontOutput.writeToStandardOutput(drawn.picture)
            return .success
        }
        try FontOutput.write(drawn.picture, to: file.path, replacing: force)
        if outputOptions.json {
            environment.output.line(
                JSONText(drawn.measures.merging(["file": BusVariant(file.path)]) { $1 }).lines)
        }
        return .success
    }

    private func text(_ environment: CommandEnvironment) async throws(CommandFailure) -> String {
        guard text == StandardInput.argument else { return text }
        return try await environment.input.text()
    }

    private func options(format: String) -> (options: [String: BusVariant], frame: [String: BusVariant]) {
        var options = ["format": BusVariant(format), "color": BusVariant(color)]
        if let align { options["alignment"] = BusVariant(align) }
        if let lineSpacing { options["line_spacing"] = BusVariant(lineSpacing) }
        if let lines { options["line_limit"] = BusVariant(lines) }
        if let scale { options["scale"] = BusVariant(scale) }
        var frame: [String: BusVariant] = [:]
        if let width { frame["width"] = BusVariant(width) }
        if let height { frame["height"] = BusVariant(height) }
        return (options, frame)
    }

    private func attributes(_ session: CommandSession) async throws(CommandFailure) -> [String: BusVariant] {
        var attributes: [String: BusVariant] = [:]
        if let font { attributes = try await PicturedFont.find([font], in: session).first?.opened() ?? [:] }
        if let axes = axes.flatMap(PicturedFont.axes) { attributes["instance"] = BusVariant(axes) }
        if let size { attributes["size"] = BusVariant(size) }
        if let textStyle { attributes["text_style"] = BusVariant(textStyle) }
        if let features { attributes["features"] = BusVariant(features) }
        if let language { attributes["language"] = BusVariant(language) }
        return attributes
    }
}
