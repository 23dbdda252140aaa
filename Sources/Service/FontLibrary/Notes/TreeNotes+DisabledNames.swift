package import FontModel

/// The note of what the user took out of use of fonts whose providers removed them, for a registry that is lost.
///
/// What is registered has that in its sidecar; what is not has none.
extension TreeNotes {
    /// Reads the note; empty where there is none.
    ///
    /// Blocks.
    ///
    /// - Throws: ``FontModel/FontError/Code/corrupt`` for one that cannot be understood, or what kept it from being read.
    package func readDisabledNames() throws(FontError) -> DisabledNames {
        guard let note = try readNote(DisabledNamesNote.self) else { return [:] }
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
        try writeNote(names.isEmpty ? nil : DisabledNamesNote(names))
    }
}

/// The form of the file.
private struct DisabledNamesNote: StoreNote {
    static let fileName = "disabled.json"
    /// The most bytes of the note that are read: some 100,000 names, more than anybody disables.
    static let limit = 4 << 20

    var version: Int
    /// The keys of names by provider.
    var disabled: [String: [String]]

    init(_ names: DisabledNames) {
        version = Self.currentVersion
        disabled = Dictionary(
            names.map { ($0.rawValue, $1.sorted()) }, uniquingKeysWith: { first, _ in first })
    }
}
