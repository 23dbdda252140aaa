package import ArgumentParser
internal import BusInterface
package import DBus
internal import Synchronization

/// Completes command lines in shells with names that the service knows.
///
/// A user waits at a prompt meanwhile, so completion is quick, and silent if anything fails.
package enum ServiceCompletion: Sendable {
    /// All names of registered fonts, their ids if the word is the beginning of one, or files if the word is a path.
    ///
    /// `disable` also gets all families that programs find, and `enable` the families that the user hides.
    case registeredFonts
    /// Families of registered fonts; `disable` and `enable` also get the same families as for ``registeredFonts``.
    case registeredFamilies
    /// All names of all fonts, or their ids if the word is the beginning of one.
    case allFonts
    /// Families of all fonts.
    case families
    /// Ids of the providers of fonts.
    case providers
    /// PostScript names of removed fonts that can be restored, or their ids if the word is the beginning of one.
    case removedFonts
    /// Names of the user's collections.
    case collections

    /// How long a prompt waits: a second is noticeable, but allows for a service that has to start first.
    package static let deadline = Duration.seconds(1)

    /// The kind of completion with which the argument parser lets a shell ask for the candidates.
    package var kind: CompletionKind {
        .custom { words, _, prefix in
            // These options also change how long a font stays that is enabled already.
            let isForAll = words.contains("--persistent") || words.contains("--session")
            return await candidates(
                for: prefix, of: isForAll ? "" : words.dropFirst().first ?? "", on: .session,
                inBash: CompletionShell.requesting == .bash)
        }
    }

    /// The candidates that begin with a text.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of the word; a quotation mark before it is ignored.
    ///   - verb: The command; for `enable` and `disable`, only fonts are returned on which they can act.
    ///   - address: The bus.
    ///   - isInBash: Whether bash completes. It does not escape spaces in candidates, so fonts are offered by names
    ///     with spaces only within quotation marks.
    ///   - deadline: The maximum time to wait; the candidates that were found until then are returned.
    /// - Returns: The candidates in the order of the service, each once; none if the service cannot be asked.
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

    /// The candidates that have been found so far, since the deadline may pass in the middle.
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
            // The list of families that programs find would lack the families of disabled fonts.
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

    /// The keys of the names by which lists show fonts; names without spaces come first.
    private static let nameKeys = ["postscript_name", "full_name", "typographic_family", "family"]

    private static func names(of faces: [FontRecord]) -> [String] {
        nameKeys.flatMap { key in faces.map { $0.text(key) } }
    }

    /// For `disable`, adds all families that programs find; for `enable`, adds the families that the user hides.
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

    /// The registered fonts on which a command can act, with some texts of their faces.
    private func fonts(
        of session: CommandSession, _ verb: String, _ keys: [String]
    ) async throws(CommandFailure) -> [FontRecord] {
        let filter =
            [Self.enabling, Self.disabling].contains(verb) ? ["enabled": BusVariant(verb == Self.disabling)] : [:]
        return try await session.fontList(filter, keys: ["id", "faces"] + keys)
    }

    /// Whether a shell uses a candidate unchanged.
    ///
    /// The text may come from a font, and bash expands candidates: a command substitution in the name of a font would
    /// run at the press of a key. Therefore, candidates that are not known to be harmless are left out.
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
