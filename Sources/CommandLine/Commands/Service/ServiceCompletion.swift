package import ArgumentParser
internal import BusInterface
package import DBus
internal import Synchronization

/// What the service knows that may stand on a command line, for shells to complete with.
///
/// Somebody waits at a prompt meanwhile: it is quick, and silent whatever goes wrong.
package enum ServiceCompletion: Sendable {
    /// All names of registered fonts, their ids where the word begins one, or files where the word is a path.
    ///
    /// For `disable` all families that programs find as well, and for `enable` the families that the user hides.
    case registeredFonts
    /// Families of registered fonts, and for `disable` and `enable` the same families as above.
    case registeredFamilies
    /// All names of all fonts, or their ids where the word begins one.
    case allFonts
    /// Families of all fonts.
    case families
    /// Who provides fonts.
    case providers
    /// PostScript names of removed fonts that can be restored, or their ids where the word begins one.
    case removedFonts
    /// Names of the user's collections.
    case collections

    /// How long a prompt waits: a second is felt, but a service that has to start first gets its chance.
    package static let deadline = Duration.seconds(1)

    /// How the argument parser has a shell ask for the candidates.
    package var kind: CompletionKind {
        .custom { words, _, prefix in
            // How long a font stays can be changed of one that is enabled as well.
            let isForAll = words.contains("--persistent") || words.contains("--session")
            return await candidates(
                for: prefix, of: isForAll ? "" : words.dropFirst().first ?? "", on: .session,
                inBash: CompletionShell.requesting == .bash)
        }
    }

    /// The candidates that begin with a text.
    ///
    /// - Parameters:
    ///   - prefix: What there is of the word; a quotation mark before it is passed over.
    ///   - verb: The command; of `enable` and `disable` there is only what they can act on.
    ///   - address: The bus.
    ///   - isInBash: Whether bash completes, which puts spaces in the line as they are: fonts are offered by names with
    ///     spaces within quotation marks only.
    ///   - deadline: How long it may take; what has come until then is returned.
    /// - Returns: The candidates in the order of the service, each once; none where it cannot be asked.
    package func candidates(
        for prefix: String, of verb: String = "", on address: BusAddress, inBash isInBash: Bool = false,
        within deadline: Duration = Self.deadline
    ) async -> [String] {
        let isQuoted = prefix.first == "\"" || prefix.first == "'"
        let allowsSpaces = !isInBash || isQuoted || !hasNamesWithoutSpaces
        let prefix = String(prefix.drop { $0 == "\"" || $0 == "'" })
        if case .registeredFonts = self, prefix.contains("/") { return FileCompletion.fonts(for: prefix) }
        let candidates = Candidates()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                try? await CommandSession.run(on: address) { session throws(CommandFailure) in
                    try await ask(session, prefix, verb) { texts in
                        candidates.add(
                            texts.filter {
                                $0.hasPrefix(prefix) && Self.isHarmless($0) && (allowsSpaces || !$0.contains(" "))
                            })
                    }
                }
            }
            group.addTask { try? await Task.sleep(for: deadline) }
            await group.next()
            group.cancelAll()
        }
        return candidates.all
    }

    /// What has been found so far: the deadline may come in the middle.
    private final class Candidates: Sendable {
        private let texts = Mutex<(ordered: [String], known: Set<String>)>(([], []))

        var all: [String] { texts.withLock { $0.ordered } }

        func add(_ new: [String]) {
            texts.withLock { texts in
                for text in new where texts.known.insert(text).inserted { texts.ordered.append(text) }
            }
        }
    }

    /// Whether every font that is offered also has a name without spaces.
    private var hasNamesWithoutSpaces: Bool {
        switch self {
        case .registeredFonts, .allFonts: true
        default: false
        }
    }

    private func ask(
        _ session: CommandSession, _ prefix: String, _ verb: String, _ found: @escaping @Sendable ([String]) -> Void
    ) async throws(CommandFailure) {
        switch self {
        case .registeredFonts:
            let fonts = try await fonts(of: session, verb, Self.nameKeys)
            found(prefix.isEmpty ? [] : fonts.map { $0.text("id") })
            found(Self.names(of: fonts.flatMap(\.faces)))
            try await askForSystemFamilies(session, verb, found)
        case .registeredFamilies:
            // The families that programs find would lack those of disabled fonts.
            found(
                try await fonts(of: session, verb, ["typographic_family", "family"]).flatMap(\.faces).flatMap { face in
                    ["typographic_family", "family"].map { face.text($0) }
                })
            try await askForSystemFamilies(session, verb, found)
        case .allFonts:
            try await Self.registeredFonts.ask(session, prefix, "", found)
            let faces = try await session.faceList(["source": BusVariant("system")], keys: ["id"] + Self.nameKeys)
            found(prefix.isEmpty ? [] : faces.map { $0.text("id") })
            found(Self.names(of: faces))
        case .families:
            try await PagedList.forEachPage([:]) { page throws(BusError) in
                let reply = try await session.fonts.listFamilies(filter: page)
                return (reply.families, reply.cursor)
            } body: {
                found($0)
            }
        case .removedFonts:
            found(
                try await RemovedFontList.all(over: session).flatMap { font in
                    [prefix.isEmpty ? "" : font.text("id")] + font.faces.map { $0.text("postscript_name") }
                })
        case .collections: found(try await CollectionRecordList.all(over: session).map { $0.text("name") })
        case .providers:
            try await PagedList.forEachPage([:]) { page throws(BusError) in
                let reply = try await session.management.listProviders(filter: page)
                return (reply.providers, reply.cursor)
            } body: { providers in
                found(providers.map { FontRecord($0).text("id") })
            }
        }
    }

    /// What lists show fonts by, the names without spaces first.
    private static let nameKeys = ["postscript_name", "full_name", "typographic_family", "family"]

    private static func names(of faces: [FontRecord]) -> [String] {
        nameKeys.flatMap { key in faces.map { $0.text(key) } }
    }

    /// Adds all families that programs find for `disable`, and the families that the user hides for `enable`.
    private func askForSystemFamilies(
        _ session: CommandSession, _ verb: String, _ found: @escaping @Sendable ([String]) -> Void
    ) async throws(CommandFailure) {
        if verb == Self.disabling { try await Self.families.ask(session, "", "", found) }
        if verb == Self.enabling {
            let hidden = try await calling { () async throws(BusError) in
                try await session.management.listHiddenFamilies(filter: [:])
            }
            found(hidden.map { FontRecord($0).text("family") })
        }
    }

    private static let (enabling, disabling) = ("enable", "disable")

    /// The registered fonts that a command can act on, with some texts of their faces.
    private func fonts(
        of session: CommandSession, _ verb: String, _ keys: [String]
    ) async throws(CommandFailure) -> [FontRecord] {
        let filter =
            [Self.enabling, Self.disabling].contains(verb) ? ["enabled": BusVariant(verb == Self.disabling)] : [:]
        return try await session.fontList(filter, keys: ["id", "faces"] + keys)
    }

    /// Whether a shell takes a candidate for what it is.
    ///
    /// The text may come from a font, and bash expands what it is given to complete with: a command substitution in
    /// the name of a font would run at the press of a key. So whatever is not known to be harmless is left out.
    package static func isHarmless(_ candidate: String) -> Bool {
        !candidate.isEmpty && !candidate.hasPrefix("-") && !candidate.hasSuffix(" ")
            && candidate.unicodeScalars.allSatisfy { scalar in
                switch scalar {
                case " ", "-", "_", ".", "+", ",", ":", "/": true
                default: scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                }
            }
    }
}
