package import FontModel
internal import FoundationEssentials

/// The note of what the user took out of use of fonts whose providers removed them, for a registry that is lost.
///
/// What is registered has that in its sidecar; what is not has none.
extension FontTree {
    static let disabledNamesName = "disabled.json"
    /// The most bytes of the note that are read: some 100,000 names, more than anybody disables.
    private static let disabledNamesLimit = 4 << 20

    /// Reads the note; empty where there is none.
    ///
    /// Blocks.
    ///
    /// - Throws: ``FontModel/FontError/Code/corrupt`` for one that cannot be understood, or what kept it from being read.
    package func readDisabledNames() throws(FontError) -> DisabledNames {
        guard let bytes = try readNote(Self.disabledNamesName, limit: Self.disabledNamesLimit) else { return [:] }
        guard let note = try? JSONDecoder().decode(DisabledNamesNote.self, from: Data(bytes)),
            note.version == DisabledNamesNote.version
        else { throw corruptNote(Self.disabledNamesName) }
        var names: DisabledNames = [:]
        for (provider, keys) in note.disabled {
            // A file that somebody edited may hold anything.
            guard let provider = ProviderIdentifier(rawValue: provider) else { continue }
            let sound = keys.map(\.fontNameKey).filter { !$0.isEmpty && $0.utf8.count <= FontLimits.nameLength }
            if !sound.isEmpty { names[provider] = Set(sound) }
        }
        return names
    }

    /// Writes the note anew, durably and in one step; removes it where there is nothing to note.
    ///
    /// Blocks.
    ///
    /// - Parameter names: What the registry has.
    /// - Throws: What kept it from being written; then the old one is there.
    package func writeDisabledNames(_ names: DisabledNames) throws(FontError) {
        let names = names.filter { !$0.value.isEmpty }
        try writeNote(Self.disabledNamesName, try names.isEmpty ? nil : DisabledNamesNote(names).encoded())
    }
}

/// The form of the file.
private struct DisabledNamesNote: Codable {
    static let version = 1

    var version: Int
    /// The keys of names by provider.
    var disabled: [String: [String]]

    init(_ names: DisabledNames) {
        version = Self.version
        disabled = Dictionary(
            names.map { ($0.rawValue, $1.sorted()) }, uniquingKeysWith: { first, _ in first })
    }

    func encoded() throws(FontError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else {
            throw FontError(.registrationFailed, "The note of disabled fonts could not be put into words.")
        }
        return [UInt8](data) + [UInt8(ascii: "\n")]
    }
}
