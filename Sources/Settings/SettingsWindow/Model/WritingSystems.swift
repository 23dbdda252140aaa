internal import Adwaita
internal import Fontconfig
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import PositionedJSON
internal import SystemPackage

/// The languages and scripts by which fonts can be filtered, with their names.
struct WritingSystems: Sendable {
    /// A language or a script.
    struct Entry: Sendable, Equatable {
        /// Its BCP 47 tag, or its code of ISO 15924 in lower case.
        let code: String
        /// Its name in the user's language.
        let name: String
    }

    private(set) var languages: [Entry] = []
    private(set) var scripts: [Entry] = []

    /// The names of languages, sorted; a tag without a name is shown as it is.
    func languageNames(_ tags: [String]) -> [String] { Self.names(tags, languages) { $0 } }

    /// The names of scripts by OpenType tags, sorted and without duplicates; a tag without a name is shown as it is.
    func scriptNames(_ tags: [String]) -> [String] {
        // The default tag stands for all scripts without rules of their own.
        let tags = tags.filter { $0 != "DFLT" }
        let codes = ScriptTags.all.flatMap { code, tags in tags.map { ($0, code) } }
        let byTag = Dictionary(codes) { first, _ in first }
        return Self.names(tags, scripts) { tag in
            let trimmed = String(tag.prefix { $0 != " " })
            return byTag[trimmed] ?? trimmed
        }
    }

    private static func names(_ tags: [String], _ entries: [Entry], _ code: (String) -> String) -> [String] {
        let byCode = Dictionary(entries.map { ($0.code.lowercased(), $0.name) }) { first, _ in first }
        let names = Set(tags.map { byCode[code($0.lowercased())] ?? $0 })
        return names.map { (LocalOrder($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// Reads them outside the main thread.
    @concurrent
    static func load() async -> WritingSystems {
        let languages = ISONames([.languages, .rarerLanguages], ["alpha_2", "alpha_3"])
        let territories = ISONames([.territories], ["alpha_2"])
        let scripts = ISONames([.scripts], ["alpha_4"])
        return WritingSystems(
            languages: sorted(
                FontconfigLanguages.all.map { tag in
                    Entry(code: tag, name: name(of: tag, languages, territories, scripts))
                }),
            scripts: sorted(
                ScriptTags.all.keys.map { Entry(code: $0, name: scripts[$0] ?? $0) }))
    }

    private static func sorted(_ entries: [Entry]) -> [Entry] {
        entries.map { (LocalOrder($0.name), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    private static func name(
        of tag: String, _ languages: ISONames, _ territories: ISONames, _ scripts: ISONames
    ) -> String {
        let parts = tag.split(separator: "-").map { $0.lowercased() }
        guard let first = parts.first, let language = languages[first] else { return tag }
        let details = parts.dropFirst().map { territories[$0] ?? scripts[$0] ?? $0.uppercased() }
        return details.isEmpty ? language : "\(language) (\(CountedText.list(details)))"
    }
}

/// Names by their codes, in the user's language.
private struct ISONames {
    /// The maximum size of a file in bytes; the largest has 1.1 MB.
    private static let largestFile = 8 << 20

    private var names: [String: (ISOCodes.Standard, String)] = [:]

    /// Reads names; a file that cannot be read has none.
    ///
    /// - Parameters:
    ///   - standards: The standards; if a code has two names, the first is used.
    ///   - keys: The keys of the codes.
    init(_ standards: [ISOCodes.Standard], _ keys: [String]) {
        for standard in standards {
            guard let bytes = try? Self.contents(ISOCodes.file(of: standard)),
                case .object(let root)? = JSONReading(bytes, maximumDepth: 8).root?.node.value,
                case .array(let entries)? = root.first?.node.value
            else { continue }
            for entry in entries {
                guard case .object(let members) = entry.value else { continue }
                let values = Dictionary(
                    members.compactMap { member -> (String, String)? in
                        if case .string(let text) = member.node.value { (member.name, text) } else { nil }
                    }, uniquingKeysWith: { first, _ in first })
                guard let name = values["name"], !name.isEmpty else { continue }
                for key in keys {
                    if let code = values[key]?.lowercased(), names[code] == nil { names[code] = (standard, name) }
                }
            }
        }
    }

    private static func contents(_ path: String) throws(Errno) -> [UInt8] {
        let file = OwnedFileDescriptor(adopting: try retryingInterrupts { open(path, O_RDONLY | O_CLOEXEC) })
        return try file.contents(limit: largestFile)
    }

    /// The name of a code in lower case.
    subscript(code: String) -> String? {
        names[code].map { ShownText.line(ISOCodes.translation(of: $0.1, in: $0.0)) }
    }
}
