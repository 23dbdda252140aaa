internal import BusInterface
internal import DBus

/// Finds the one font that an argument stands for: by its id, else by a PostScript name, full name or family.
package struct FontSelection: Sendable {
    private let session: CommandSession

    /// Creates a selection over a connection.
    package init(_ session: CommandSession) { self.session = session }

    /// Finds a registered font.
    ///
    /// - Parameters:
    ///   - argument: An id or a name.
    ///   - details: Whether the faces are to be full.
    /// - Returns: The font dictionary.
    /// - Throws: That there is none, or that there are several.
    package func registered(_ argument: String, details: Bool = false) async throws(CommandFailure) -> FontRecord {
        let fonts = try await candidates(argument, details: details)
        guard let first = fonts.first else { throw Self.notFound(argument) }
        if fonts.count > 1 { throw Self.ambiguous(argument, fonts) }
        return first
    }

    /// Finds a font, registered or the system's.
    ///
    /// - Parameter argument: An id or a name.
    /// - Returns: A font dictionary, or for a font of the system a face dictionary, with full faces.
    /// - Throws: That there is none, or that there are several.
    package func any(_ argument: String) async throws(CommandFailure) -> FontRecord {
        let fonts = try await candidates(argument, details: true)
        if fonts.count > 1 { throw Self.ambiguous(argument, fonts) }
        if let first = fonts.first { return first }
        if let face = try await systemFace(argument) { return face }
        throw Self.notFound(argument)
    }

    private func candidates(_ argument: String, details: Bool) async throws(CommandFailure) -> [FontRecord] {
        for key in ["id", "name"] {
            let fonts = try await list([key: BusVariant(argument), "details": BusVariant(details)])
            if !fonts.isEmpty { return Self.closest(to: argument, of: fonts) }
        }
        return []
    }

    /// The fonts with a face of exactly this PostScript name, else of this full name, else all: a name such as
    /// `DejaVuSans` is one font's own and looks like the family of many.
    private static func closest(to name: String, of fonts: [FontRecord]) -> [FontRecord] {
        for key in ["postscript_name", "full_name"] {
            let exact = fonts.filter { font in font.faces.contains { $0.text(key) == name } }
            if !exact.isEmpty { return exact }
        }
        return fonts
    }

    private func list(_ filter: [String: BusVariant]) async throws(CommandFailure) -> [FontRecord] {
        try await PagedList.all(filter) { page throws(BusError) in
            let reply = try await session.management.listFonts(filter: page)
            return (reply.fonts, reply.cursor)
        }.map(FontRecord.init)
    }

    private func systemFace(_ argument: String) async throws(CommandFailure) -> FontRecord? {
        let filter = ["id": BusVariant(argument), "details": BusVariant(true)]
        let byIdentifier = try await calling { () async throws(BusError) in
            try await session.fonts.listFaces(filter: filter)
        }
        if let face = byIdentifier.faces.first { return FontRecord(face) }
        let descriptor = ["name": BusVariant(argument), "source": BusVariant("system")]
        let matches = try await calling { () async throws(BusError) in
            try await session.fonts.match(
                descriptors: [descriptor], options: ["details": BusVariant(true)])
        }
        return matches.first.flatMap { $0.isEmpty ? nil : FontRecord($0) }
    }

    private static func notFound(_ argument: String) -> CommandFailure {
        CommandFailure(
            .notFound, code: "NotRegistered",
            "There is no font of this id or name; typecase list shows those that there are.", item: argument)
    }

    private static func ambiguous(_ argument: String, _ fonts: [FontRecord]) -> CommandFailure {
        var failure = CommandFailure(
            .failure, code: "InsufficientInfo", "The name stands for \(fonts.count) fonts; use an id.", item: argument)
        failure.candidates = fonts.map { font in
            FontChoice(id: font.text("id"), name: font.title, provider: font.text("provider"))
        }
        return failure
    }
}
