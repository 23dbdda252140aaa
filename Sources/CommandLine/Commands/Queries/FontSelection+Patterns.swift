internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

extension FontSelection {
    /// The minimum number of digits of an id that stand for it.
    static let leastDigits = 4

    /// The registered fonts whose id begins with an argument, whose names match it as a pattern with `*` and `?`, or
    /// whose family and style it names.
    func fonts(like argument: String, details: Bool) async throws(CommandFailure) -> [FontRecord] {
        let isPrefix = argument.utf8.count >= Self.leastDigits && argument.allSatisfy(\.isHexDigit)
        guard isPrefix || Self.isPattern(argument) || argument.contains(" ") else { return [] }
        var fonts = try await session.fontList(keys: isPrefix ? ["id"] : ["id", "faces", "style"] + Self.nameKeys)
        if isPrefix {
            fonts = fonts.filter { $0.text("id").hasPrefix(argument.lowercased()) }
        } else if Self.isPattern(argument) {
            fonts = fonts.filter { Self.names(of: $0).contains { Self.matches($0, argument) } }
        } else {
            fonts = fonts.filter { $0.faces.contains { Self.isFamilyAndStyle(argument, of: $0) } }
        }
        if fonts.count > Self.askedOneByOne {
            let ids = Set(fonts.map { $0.text("id") })
            return try await list(["details": BusVariant(details)]).filter { ids.contains($0.text("id")) }
        }
        var found: [FontRecord] = []
        for font in fonts {
            found += try await list(["id": BusVariant(font.text("id")), "details": BusVariant(details)])
        }
        return found
    }

    /// The maximum number of fonts that are requested one by one, and not together with all others.
    private static let askedOneByOne = 50

    /// Whether an argument is a pattern of names.
    static func isPattern(_ argument: String) -> Bool { argument.contains { $0 == "*" || $0 == "?" } }

    /// The system fonts that an argument stands for: by an id or a name, by a family, or by a pattern of names.
    func systemFonts(_ argument: String) async throws(CommandFailure) -> [FontRecord] {
        guard Self.isPattern(argument) else {
            guard let face = try await systemFace(argument) else { return [] }
            let isAlone = ["id", "postscript_name"].contains { face.text($0) == argument }
            guard !isAlone, face.isOfFamily(argument) else { return [face] }
            return try await systemFaces(["family": BusVariant(argument)])
        }
        let ids = Set(
            try await session.faceList(["source": BusVariant("system")], keys: ["id"] + Self.nameKeys)
                .filter { Self.names(of: FontRecord([:], faces: [$0])).contains { Self.matches($0, argument) } }
                .map { $0.text("id") })
        if ids.isEmpty { return [] }
        if ids.count > Self.askedOneByOne { return try await systemFaces([:]).filter { ids.contains($0.text("id")) } }
        var faces: [FontRecord] = []
        for id in ids.sorted() { faces += try await systemFaces(["id": BusVariant(id)]) }
        return faces
    }

    /// The registered fonts of a family, or else its system fonts, with full faces; empty if there are none.
    func fonts(ofFamily name: String) async throws(CommandFailure) -> [FontRecord] {
        let registered = try await list(["family": BusVariant(name), "details": BusVariant(true)])
        return registered.isEmpty ? try await systemFaces(["family": BusVariant(name)]) : registered
    }

    /// The fonts of a family; throws an error if there are none.
    func allOfFamily(_ name: String) async throws(CommandFailure) -> [FontRecord] {
        let fonts = try await fonts(ofFamily: name)
        if fonts.isEmpty { throw try await notFound(name, isRegisteredOnly: false) }
        return fonts
    }

    private func systemFaces(_ filter: [String: BusVariant]) async throws(CommandFailure) -> [FontRecord] {
        let filter = filter.merging(["source": BusVariant("system"), "details": BusVariant(true)]) { $1 }
        return try await PagedList.all(filter) { page throws(BusError) in
            let reply = try await session.fonts.listFaces(filter: page)
            return (reply.faces, reply.cursor)
        }.map(FontRecord.init)
    }

    /// The families of the system that match a pattern, sorted by name.
    func systemFamilies(_ pattern: String) async throws(CommandFailure) -> [String] {
        let faces = try await session.faceList(
            ["source": BusVariant("system")], keys: ["family", "typographic_family"])
        let families = faces.map { face in
            [face.text("typographic_family"), face.text("family")].first { !$0.isEmpty } ?? ""
        }
        return Set(families.filter { Self.matches($0, pattern) }).sorted()
    }

    /// Creates the error that an argument stands for no font, with suggestions.
    ///
    /// - Parameters:
    ///   - argument: The argument.
    ///   - isRegisteredOnly: Whether only registered fonts are accepted.
    /// - Returns: The failure.
    /// - Throws: An error if the fonts cannot be listed.
    func notFound(
        _ argument: String, isRegisteredOnly: Bool
    ) async throws(CommandFailure) -> CommandFailure {
        if isRegisteredOnly, let face = try await systemFace(argument) {
            return CommandFailure(
                .notFound, code: .notRegistered,
                localized(
                    """
                    %1 is a system font; only registered fonts can be changed here. Run 'typecase info' to see where \
                    its file is.
                    """, face.title), item: argument)
        }
        var names = try await registeredNames()
        if !isRegisteredOnly { names += try await session.families() }
        return CommandFailure(
            .notFound, code: .notRegistered,
            localized(
                """
                There is no font with this id or name, and no such file. Run 'typecase list' to list the fonts.
                """)
                + NameSuggestions.sentence(NameSuggestions.names(like: argument, among: names)), item: argument)
    }

    /// The registered fonts with a face that has this name as its PostScript name, full name or family.
    func named(_ name: String) async throws(CommandFailure) -> [FontRecord] {
        guard name.utf8.count <= Self.longestName else { return [] }
        return try await list(["name": BusVariant(name), "details": BusVariant(true)])
    }

    /// The families and full names of registered fonts.
    func registeredNames() async throws(CommandFailure) -> [String] {
        try await session.fontList(keys: ["faces"] + Self.nameKeys).flatMap(Self.names)
    }

    /// Whether an argument is the family and the style of a face, such as `Noto Sans Bold`; case does not matter.
    ///
    /// These are the words of `typecase list`, and some fonts have a different full name.
    private static func isFamilyAndStyle(_ argument: String, of face: FontRecord) -> Bool {
        let style = face.text("style")
        guard !style.isEmpty else { return false }
        return ["typographic_family", "family"].contains { key in
            let family = face.text(key)
            return !family.isEmpty && "\(family) \(style)".lowercased() == argument.lowercased()
        }
    }

    static func names(of font: FontRecord) -> [String] {
        font.faces.flatMap { face in nameKeys.map { face.text($0) } }.filter { !$0.isEmpty }
    }

    private static let nameKeys = ["typographic_family", "family", "full_name", "postscript_name"]

    /// Whether a name matches a pattern; case does not matter.
    static func matches(_ name: String, _ pattern: String) -> Bool {
        FontSelectionRules.matches(name.lowercased(), pattern.lowercased())
    }
}

extension CommandSession {
    /// The families of all fonts that programs find.
    func families() async throws(CommandFailure) -> [String] {
        try await PagedList.all(["limit": BusVariant(UInt32(5000))]) { page throws(BusError) in
            let reply = try await fonts.listFamilies(filter: page)
            return (reply.families, reply.cursor)
        }
    }
}
