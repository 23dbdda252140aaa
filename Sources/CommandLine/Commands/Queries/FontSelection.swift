internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// Finds the fonts that an argument stands for.
///
/// An argument is tried as an id, then as a PostScript name, full name or family, then as a file with the same content,
/// then as the beginning of an id, and then as a pattern of names.
package struct FontSelection: Sendable {
    /// The maximum number of bytes of a name that the service searches for; no font has a longer name.
    static let longestName = 1024

    let session: CommandSession

    /// Creates a selection over a connection.
    package init(_ session: CommandSession) { self.session = session }

    /// Finds a registered font.
    ///
    /// - Parameter argument: An id, a name or the path of a file.
    /// - Returns: The font dictionary.
    /// - Throws: An error if there is no such font, or if there are several.
    package func registered(_ argument: String) async throws(CommandFailure) -> FontRecord {
        let fonts = try await candidates(argument)
        if fonts.count > 1 { throw Self.ambiguous(argument, fonts) }
        return fonts[0]
    }

    /// Finds the registered fonts that an argument may stand for.
    ///
    /// - Parameter argument: An id, a name or the path of a file.
    /// - Returns: The font dictionaries, with full faces; at least one, and several if several fonts have the name or
    ///   the content.
    /// - Throws: An error if there is no such font.
    package func candidates(_ argument: String) async throws(CommandFailure) -> [FontRecord] {
        let fonts = try await candidates(argument, details: true)
        if fonts.isEmpty { throw try await notFound(argument, isRegisteredOnly: true) }
        return fonts
    }

    /// Finds the registered fonts of a family.
    ///
    /// - Parameter name: The family, in any language.
    /// - Returns: The font dictionaries, with full faces.
    /// - Throws: An error if there is no such font.
    package func family(_ name: String) async throws(CommandFailure) -> [FontRecord] {
        let fonts = try await list(["family": BusVariant(name), "details": BusVariant(true)])
        guard fonts.isEmpty else { return fonts }
        throw CommandFailure(
            .notFound, code: .notRegistered,
            localized("This family has no registered fonts. Run 'typecase list' to list the registered fonts.")
                + NameSuggestions.sentence(NameSuggestions.names(like: name, among: try await registeredNames())),
            item: name)
    }

    /// Finds a registered font or a system font.
    ///
    /// - Parameter argument: An id, a name or the path of a file.
    /// - Returns: A font dictionary, or, for a system font, a face dictionary, with full faces. If there are
    ///   several fonts, it is the only font that has the argument as its full name.
    /// - Throws: An error if there is no such font, or if there are several.
    package func any(_ argument: String) async throws(CommandFailure) -> FontRecord {
        let fonts = try await all(argument)
        if fonts.count == 1 { return fonts[0] }
        let named = fonts.filter { font in (font.faces + [font]).contains { $0.text("full_name") == argument } }
        guard named.count == 1 else { throw Self.ambiguous(argument, fonts) }
        return named[0]
    }

    /// Finds the registered fonts or system fonts that an argument may stand for.
    ///
    /// - Parameter argument: An id, a name, a pattern of names or the path of a file.
    /// - Returns: Font dictionaries, or the face dictionary of one font of the system, with full faces; at least one.
    /// - Throws: An error if there is no such font.
    func all(_ argument: String) async throws(CommandFailure) -> [FontRecord] {
        let fonts = try await candidates(argument, details: true)
        // A pattern stands for all fonts that match it, but the name of a registered font stands only for that font.
        if !fonts.isEmpty, !Self.isPattern(argument) { return fonts }
        let all = fonts + (try await systemFonts(argument))
        if !all.isEmpty { return all }
        throw try await notFound(argument, isRegisteredOnly: false)
    }

    /// Finds the fonts that arguments and families stand for, each once.
    ///
    /// - Parameters:
    ///   - arguments: As for ``all(_:)``.
    ///   - families: The names of families, each of which stands for all of its fonts.
    /// - Returns: The fonts, and a failure for each argument that stands for no font.
    /// - Throws: An error that ends the command.
    func all(
        _ arguments: [String], families: [String] = []
    ) async throws(CommandFailure) -> (fonts: [FontRecord], failures: [CommandFailure]) {
        var (fonts, failures) = ([FontRecord](), [CommandFailure]())
        var known: Set<String> = []
        let items = arguments.map { (text: $0, isFamily: false) } + families.map { (text: $0, isFamily: true) }
        for item in items {
            do throws(CommandFailure) {
                let found = item.isFamily ? try await allOfFamily(item.text) : try await all(item.text)
                fonts += found.filter { known.insert($0.text("id")).inserted }
            } catch {
                if error.endsCommand { throw error }
                failures.append(error)
            }
        }
        return (fonts, failures)
    }

    /// Whether an argument stands for any registered font.
    func isRegistered(_ argument: String) async throws(CommandFailure) -> Bool {
        try await !candidates(argument, details: false).isEmpty
    }

    private func candidates(_ argument: String, details: Bool) async throws(CommandFailure) -> [FontRecord] {
        // Names of fonts may also contain slashes, but an existing file takes precedence.
        if argument.contains("/"), let fonts = try await sameContent(as: argument, details: details) { return fonts }
        for key in ["id", "name"] where argument.utf8.count <= Self.longestName {
            let fonts = try await list([key: BusVariant(argument), "details": BusVariant(details)])
            if !fonts.isEmpty { return Self.closest(to: argument, of: fonts) }
        }
        if !argument.contains("/"), let fonts = try await sameContent(as: argument, details: details) { return fonts }
        return try await fonts(like: argument, details: details)
    }

    /// The registered fonts with the content of a file; `nil` if there is no such file.
    private func sameContent(as path: String, details: Bool) async throws(CommandFailure) -> [FontRecord]? {
        let path = PathText.text(ofNamed: path)
        let file: OwnedFileDescriptor
        do throws(CommandFailure) {
            file = try FontFile.open(path, followsLinks: true)
        } catch {
            if error.exit == .notFound { return nil }
            throw error
        }
        let digest: FontDigest
        do throws(Errno) {
            digest = try FileDigest.of(file)
        } catch {
            throw CommandFailure(
                .failure, code: .insufficientPermissions, localized("Cannot be read: %1.", "\(error)"), item: path)
        }
        let fonts = try await list(["sha256": BusVariant(digest.hexadecimal), "details": BusVariant(details)])
        guard fonts.isEmpty else { return fonts }
        throw CommandFailure(
            .notFound, code: .notRegistered, localized("No registered font has the content of this file."), item: path)
    }

    /// The fonts with a face of exactly this PostScript name, else of this family, else of this full name, else all
    /// fonts.
    ///
    /// A PostScript name such as `DejaVuSans` belongs to one font, but looks like the family of many fonts. A full name
    /// is often the same as the family, as in `Go Mono`, whose regular face has no word for its style; such a name
    /// stands for the family as well.
    private static func closest(to name: String, of fonts: [FontRecord]) -> [FontRecord] {
        let exact = fonts.filter { font in font.faces.contains { $0.text("postscript_name") == name } }
        if !exact.isEmpty { return exact }
        if fonts.contains(where: { font in font.faces.contains { $0.isOfFamily(name) } }) { return fonts }
        let named = fonts.filter { font in font.faces.contains { $0.text("full_name") == name } }
        return named.isEmpty ? fonts : named
    }

    func list(_ filter: [String: BusVariant]) async throws(CommandFailure) -> [FontRecord] {
        try await PagedList.all(filter) { page throws(BusError) in
            let reply = try await session.management.listFonts(filter: page)
            return (reply.fonts, reply.cursor)
        }.map(FontRecord.init)
    }

    func systemFace(_ argument: String) async throws(CommandFailure) -> FontRecord? {
        guard argument.utf8.count <= Self.longestName else { return nil }
        let filter = ["id": BusVariant(argument), "details": BusVariant(true)]
        let byIdentifier = try await calling { () async throws(BusError) in
            try await session.fonts.listFaces(filter: filter)
        }
        if let face = byIdentifier.faces.first { return FontRecord(face) }
        if argument.hasPrefix(SystemFaceIdentifier.prefix), let face = try await systemFace(begun: argument) {
            return face
        }
        let descriptor = ["name": BusVariant(argument), "source": BusVariant("system")]
        let matches = try await calling { () async throws(BusError) in
            try await session.fonts.match(
                descriptors: [descriptor], options: ["details": BusVariant(true)])
        }
        return matches.first.flatMap { $0.isEmpty ? nil : FontRecord($0) }
    }

    /// The only face of the system whose id begins with a prefix.
    private func systemFace(begun prefix: String) async throws(CommandFailure) -> FontRecord? {
        let begun = try await session.faceList(["source": BusVariant("system")], keys: ["id"])
            .map { $0.text("id") }.filter { $0.hasPrefix(prefix) }
        guard let id = begun.first, Set(begun).count == 1 else { return nil }
        let found = try await calling { () async throws(BusError) in
            try await session.fonts.listFaces(filter: ["id": BusVariant(id), "details": BusVariant(true)])
        }
        return found.faces.first.map(FontRecord.init)
    }

    /// Creates the error that an argument stands for several fonts, which it lists.
    ///
    /// - Parameters:
    ///   - argument: The argument.
    ///   - fonts: The fonts.
    ///   - isForAll: Whether the command changes all of them with `--yes`.
    /// - Returns: The failure.
    static func ambiguous(_ argument: String, _ fonts: [FontRecord], isForAll: Bool = false) -> CommandFailure {
        let isLong = fonts.count > TerminalQuestion.maximumChoices
        let message =
            switch (isLong, isForAll) {
            case (true, true):
                localized(
                    """
                    The name matches %1 fonts, which is too many to choose from. Use ids, a pattern that matches fewer \
                    fonts, or --yes to select all of them.
                    """, fonts.count)
            case (true, false):
                localized(
                    """
                    The name matches %1 fonts, which is too many to choose from. Use ids, or a pattern that matches \
                    fewer fonts.
                    """,
                    fonts.count)
            case (false, true):
                localized("The name matches %1 fonts; use an id, or --yes to select all of them.", fonts.count)
            case (false, false): localized("The name matches %1 fonts; use an id.", fonts.count)
            }
        var failure = CommandFailure(.failure, code: .insufficientInfo, message, item: argument)
        failure.candidates = fonts.map { font in
            FontChoice(id: font.text("id"), name: font.title, provider: font.text("provider"))
        }
        return failure
    }
}
