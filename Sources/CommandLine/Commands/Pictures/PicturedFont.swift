internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization

/// A font to draw with, as `org.typecase.Rendering1` expects it.
struct PicturedFont: Sendable {
    /// The name of the font.
    var name: String
    /// The keys of the font with their values, without the file.
    var entries: [String: BusVariant]
    /// The path of a font that is not registered.
    ///
    /// The file is opened only when the font is drawn, since a directory may contain thousands of files.
    var path: String?

    /// Finds the fonts for which arguments stand: files, files in directories, registered fonts or system fonts.
    ///
    /// - Parameters:
    ///   - arguments: Ids, names, files and directories.
    ///   - session: The connection.
    /// - Returns: The fonts in the order of the arguments.
    /// - Throws: An error if there is no such font, or if a file cannot be opened.
    static func find(
        _ arguments: [String], in session: CommandSession
    ) async throws(CommandFailure) -> [PicturedFont] {
        var fonts: [PicturedFont] = []
        for argument in arguments {
            if argument.contains("/") || FontFileSearch.hasFontExtension(argument) || UserPlaces.isDirectory(argument) {
                let search = FontFileSearch([argument])
                if let failure = search.failures.first { throw failure }
                guard !search.files.isEmpty else {
                    throw CommandFailure(
                        .notFound, code: .fileNotFound, localized("There are no fonts in this directory."),
                        item: argument)
                }
                for file in search.files { fonts.append(font(in: file)) }
            } else {
                fonts.append(try await font(named: argument, in: session))
            }
        }
        return fonts
    }

    /// Opens the font.
    ///
    /// - Returns: The keys of the font with their values, with the opened file.
    /// - Throws: An error if its file cannot be opened.
    func opened() throws(CommandFailure) -> [String: BusVariant] {
        guard let path else { return entries }
        var entries = entries
        entries["file"] = BusVariant(try FontFile.open(path, followsLinks: true))
        return entries
    }

    private static func font(in path: String) -> PicturedFont {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return PicturedFont(name: name, entries: ["label": BusVariant(name)], path: path)
    }

    private static func font(
        named argument: String, in session: CommandSession
    ) async throws(CommandFailure) -> PicturedFont {
        // The most common case first: only disabled fonts and ids need a search of the lists.
        let matches = try await calling(about: argument) { () async throws(BusError) in
            try await session.fonts.match(descriptors: [["name": BusVariant(argument)]], options: [:])
        }
        if let match = matches.first, !match.isEmpty {
            let record = FontRecord(match)
            var entries = ["id": BusVariant(record.text("id"))]
            if let instance = match["instance"] { entries["instance"] = instance }
            return PicturedFont(name: record.text("full_name"), entries: entries)
        }
        let record = try await FontSelection(session).any(argument)
        return PicturedFont(name: record.title, entries: ["id": BusVariant(record.text("id"))])
    }

    /// Parses values of the axes of a variable font.
    ///
    /// - Parameter text: Values as in `wght=650,wdth=80`.
    /// - Returns: The values by their tags; `nil` if the text is not valid.
    static func axes(_ text: String) -> [String: Double]? {
        var values: [String: Double] = [:]
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard sides.count == 2, sides[0].utf8.count == 4, let value = Double(sides[1]), value.isFinite else {
                return nil
            }
            values[sides[0]] = value
        }
        return values
    }
}
