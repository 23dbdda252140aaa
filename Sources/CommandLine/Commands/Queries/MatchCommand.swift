package import ArgumentParser
internal import BusInterface
package import DBus
internal import FontModel

/// `typecase match`: the face that programs would get for a description.
package struct MatchCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "match", abstract: "Find the best face for a description.",
        discussion: "Looks among enabled fonts and the fonts of the system.")

    @Argument(
        help: "A PostScript name, a family or a full name.",
        completion: ServiceCompletion.families.kind)
    package var name: String?

    @Option(
        help: "The exact PostScript name, of a face or of a named instance.",
        completion: ServiceCompletion.allFonts.kind)
    package var postscriptName: String?

    @Option(help: "The family, in any language.", completion: ServiceCompletion.families.kind)
    package var family: String?

    @Option(help: "The full name, in any language.")
    package var fullName: String?

    @Option(help: "The name of the style, in any language.")
    package var style: String?

    @Option(help: "The weight, 1 to 1000; 400 is regular, 700 bold.")
    package var weight: Double?

    @Option(help: "The width in percent of normal.")
    package var width: Double?

    @Option(help: "upright, italic or oblique.", completion: .list(FontSlant.allCases.map(\.rawValue)))
    package var slant: String?

    @Flag(inversion: .prefixedNo, help: "Whether all glyphs have one width.")
    package var monospace: Bool?

    @Flag(inversion: .prefixedNo, help: "Whether the face has variation axes.")
    package var variable: Bool?

    @Option(name: .customLong("language"), help: "A language that the face must cover, such as de; may be repeated.")
    package var languages: [String] = []

    @Option(help: "Characters that the face must have.")
    package var characters: String?

    @Option(
        help: "typecase for registered fonts, system for the others.",
        completion: .list(FontSource.allCases.map(\.rawValue)))
    package var source: String?

    @Option(
        help: "A key of the description that must match exactly, such as weight; may be repeated.",
        completion: .list([
            "characters", "family", "full_name", "languages", "monospace", "name", "postscript_name", "slant", "source",
            "style", "variable", "weight", "width",
        ]))
    package var mandatory: [String] = []

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        if descriptor.isEmpty { throw ValidationError("Give a name or an option that describes the face.") }
        if let slant, FontSlant(rawValue: slant) == nil {
            throw ValidationError("--slant is \(Self.choices(FontSlant.self)).")
        }
        if let source, FontSource(rawValue: source) == nil {
            throw ValidationError("--source is \(Self.choices(FontSource.self)).")
        }
        if let weight, !(1...1000).contains(weight) { throw ValidationError("--weight is 1 to 1000.") }
        if let width, !(width > 0 && width.isFinite) { throw ValidationError("--width is more than 0.") }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let faces = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await calling { () async throws(BusError) in
                try await session.fonts.match(
                    descriptors: [descriptor],
                    options: ["details": BusVariant(true), "mandatory": BusVariant(mandatory)])
            }
        }
        guard let face = faces.first, !face.isEmpty else {
            throw CommandFailure(.notFound, code: .notRegistered, "No face matches.")
        }
        if outputOptions.json {
            environment.output.line(JSONText(face).lines)
        } else {
            let record = FontRecord(face)
            let namesakes: UInt32 = record.value("namesakes") ?? 0
            let style = [record.text("typographic_family"), record.text("family")].first { !$0.isEmpty } ?? ""
            environment.output.write(
                TextTable.text(
                    header: ["ID", "NAME", "FAMILY", "STYLE", "SOURCE"],
                    rows: [[record.text("id"), record.title, style, record.text("style"), record.text("source")]],
                    bold: environment.output.usesColor, columns: environment.output.columns()))
            if namesakes > 0 {
                let others = counted(Int(namesakes), "other face has", "other faces have")
                environment.output.line(
                    "\(others) this PostScript name; --style, --weight, --width, --slant or --variable chooses another."
                )
            }
        }
        return .success
    }

    /// The descriptor dictionary that the options stand for.
    package var descriptor: [String: BusVariant] {
        var entries: [String: BusVariant] = [:]
        let texts = [
            "name": name, "postscript_name": postscriptName, "family": family, "full_name": fullName, "style": style,
            "slant": slant, "characters": characters, "source": source,
        ]
        for (key, text) in texts { if let text { entries[key] = BusVariant(text) } }
        if let weight { entries["weight"] = BusVariant(weight) }
        if let width { entries["width"] = BusVariant(width) }
        if let monospace { entries["monospace"] = BusVariant(monospace) }
        if let variable { entries["variable"] = BusVariant(variable) }
        if !languages.isEmpty { entries["languages"] = BusVariant(languages) }
        return entries
    }

    private static func choices<Choice: RawRepresentable<String> & CaseIterable>(_ type: Choice.Type) -> String {
        Choice.allCases.map(\.rawValue).joined(separator: ", ")
    }
}
