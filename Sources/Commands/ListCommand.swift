package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel

/// `typecase list`: the registered fonts of all providers, and the system's on demand.
package struct ListCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List fonts.",
        discussion: """
            Lists the fonts that are registered, whoever registered them, enabled or not. With --json it writes an array \
            of font dictionaries; a font of the system has the keys id, source, enabled and faces.
            """)

    @Option(
        help: "Only the fonts of this provider; the one for fonts installed by hand is user.",
        completion: ServiceCompletion.providers.kind)
    package var provider: String?

    @Flag(help: "The fonts of the system as well.")
    package var all = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        if all, provider != nil {
            throw ValidationError("--all and --provider exclude each other: the fonts of the system have no provider.")
        }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let (fonts, systemFaces) = try await CommandSession.run(on: environment.address) {
            session throws(CommandFailure) in
            var filter: [String: BusVariant] = [:]
            if let provider { filter["provider"] = BusVariant(provider) }
            let fonts = try await PagedList.all(filter) { page throws(BusError) in
                let reply = try await session.management.listFonts(filter: page)
                return (reply.fonts, reply.cursor)
            }
            if !all { return (fonts, [[String: BusVariant]]()) }
            let faces = try await PagedList.all(["source": BusVariant("system")]) { page throws(BusError) in
                let reply = try await session.fonts.listFaces(filter: page)
                return (reply.faces, reply.cursor)
            }
            return (fonts, faces)
        }
        let entries = fonts + systemFaces.map(Self.font)
        if outputOptions.json {
            environment.output.line(JSONText(entries).lines)
        } else {
            let table = TextTable(
                header: ["ID", "NAME", "PROVIDER", "SCOPE", "STATE"],
                rows: entries.map(FontRecord.init).map { font in
                    [
                        font.text("id"), font.title, font.entries["provider"] == nil ? "system" : font.text("provider"),
                        font.entries["scope"] == nil ? "-" : font.text("scope"), font.state,
                    ]
                })
            environment.output.write(table.text(bold: environment.output.usesColor))
        }
        return .success
    }

    /// A face of the system in the shape of a font, so that every entry of the list has its faces in one place.
    private static func font(_ face: [String: BusVariant]) -> [String: BusVariant] {
        var font = face.filter { ["id", "source", "enabled"].contains($0.key) }
        font["faces"] = BusVariant([face])
        return font
    }
}
