package import FontModel

/// The note of the font names that the user disabled and whose providers removed the fonts.
///
/// It serves a registry that is lost. A registered font records this in its sidecar; a font that is not registered has
/// no sidecar.
extension TreeNotes {
    /// Reads the note; the result is empty if there is none.
    ///
    /// Blocks.
    ///
    /// - Throws: ``FontModel/FontError/Code/corrupt`` if the note cannot be decoded, or an error if it could not be
    ///   read.
    package func readDisabledNames() throws(FontError) -> DisabledNames {
        guard let note = try readNote(DisabledNamesNote.self) else { return [:] }
        var names: DisabledNames = [:]
        for (provider, keys) in note.disabled {
            // A file that somebody edited may contain anything.
            guard let provider = ProviderIdentifier(rawValue: provider) else { continue }
            let sound = keys.map(\.fontNameKey).filter { !$0.isEmpty && $0.utf8.count <= FontLimits.nameLength }
            if !sound.isEmpty { names[provider] = Set(sound) }
        }
        return names
    }

    /// Writes the note durably and in one step, or removes it if there is nothing to note.
    ///
    /// Blocks.
    ///
    /// - Parameter names: The disabled names in the registry.
    /// - Throws: An error if the note could not be written; the old note then remains.
    package func writeDisabledNames(_ names: DisabledNames) throws(FontError) {
        let names = names.filter { !$0.value.isEmpty }
        try writeNote(names.isEmpty ? nil : DisabledNamesNote(names))
    }
}

/// The format of the file.
private struct DisabledNamesNote: StoreNote {
    static let fileName = "disabled.json"
    /// The largest note that is read, in bytes.
    ///
    /// It has room for some 100,000 names, more than anybody disables.
    static let limit = 4 << 20

    var version: Int
    /// The name keys of each provider.
    var disabled: [String: [String]]

    init(_ names: DisabledNames) {
        version = Self.currentVersion
        disabled = Dictionary(
            names.map { ($0.rawValue, $1.sorted()) }, uniquingKeysWith: { first, _ in first })
    }
}
