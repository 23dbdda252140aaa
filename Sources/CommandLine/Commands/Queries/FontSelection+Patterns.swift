internal import BusInterface
internal import DBus
internal import FontModel

extension FontSelection {
    /// The least digits of an id that stand for it.
    static let leastDigits = 4

    /// The registered fonts whose id begins with an argument, or whose names match it as a pattern of `*` and `?`.
    func fonts(like argument: String, details: Bool) async throws(CommandFailure) -> [FontRecord] {
        let isPrefix = argument.utf8.count >= Self.leastDigits && argument.allSatisfy(\.isHexDigit)
        let isPattern = argument.contains { $0 == "*" || $0 == "?" }
        guard isPrefix || isPattern else { return [] }
        let fonts = try await list(["details": BusVariant(details)])
        if isPrefix { return fonts.filter { $0.text("id").hasPrefix(argument.lowercased()) } }
        return fonts.filter { Self.names(of: $0).contains { Self.matches($0, argument) } }
    }

    /// Says that an argument stands for no font, and what may have been meant.
    ///
    /// - Parameters:
    ///   - argument: The argument.
    ///   - isRegisteredOnly: Whether a font of the system would not do.
    /// - Returns: The failure.
    /// - Throws: Why nobody can tell.
    func notFound(
        _ argument: String, isRegisteredOnly: Bool
    ) async throws(CommandFailure) -> CommandFailure {
        if isRegisteredOnly, let face = try await systemFace(argument) {
            return CommandFailure(
                .notFound, code: .notRegistered,
                "\(face.title) is a font of the system: only registered fonts can be changed here. typecase info tells "
                    + "where its file is.", item: argument)
        }
        var names = try await registeredNames()
        if !isRegisteredOnly { names += try await session.families() }
        return CommandFailure(
            .notFound, code: .notRegistered,
            "There is no font of this id or name, and no such file; typecase list shows the fonts that there are."
                + NameSuggestions.sentence(NameSuggestions.names(like: argument, among: names)), item: argument)
    }

    /// The registered fonts with a face of this name, whether it is a PostScript name, a full name or a family.
    func named(_ name: String) async throws(CommandFailure) -> [FontRecord] {
        try await list(["name": BusVariant(name), "details": BusVariant(true)])
    }

    /// The families and full names of registered fonts.
    func registeredNames() async throws(CommandFailure) -> [String] { try await list([:]).flatMap(Self.names) }

    private static func names(of font: FontRecord) -> [String] {
        font.faces.flatMap { face in
            ["typographic_family", "family", "full_name", "postscript_name"].map { face.text($0) }
        }.filter { !$0.isEmpty }
    }

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
