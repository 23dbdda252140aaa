package import FontModel
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The note of what the user took out of use of fonts whose providers removed them, for a registry that is lost.
///
/// What is registered has that in its sidecar; what is not has none.
extension FontTree {
    static let disabledNamesName = "disabled.json"
    private static let stagedDisabledNamesName = ".disabled.json"
    /// The most bytes of the note that are read: some 100,000 names, more than anybody disables.
    private static let disabledNamesLimit = 4 << 20

    /// Reads the note; empty where there is none.
    ///
    /// Blocks.
    ///
    /// - Throws: ``FontModel/FontError/Code/corrupt`` for one that cannot be understood, or what kept it from being read.
    package func readDisabledNames() throws(FontError) -> DisabledNames {
        guard let store = try openStore() else { return [:] }
        let bytes: [UInt8]?
        do throws(Errno) {
            let file = try store.open(EntryName(Self.disabledNamesName), flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
            bytes = try readBytes(of: file, limit: Self.disabledNamesLimit)
        } catch {
            if error == .noSuchFileOrDirectory { return [:] }
            throw FontError(error, while: "read \(store.path)/\(Self.disabledNamesName)")
        }
        guard let bytes, let note = try? JSONDecoder().decode(DisabledNamesNote.self, from: Data(bytes)),
            note.version == DisabledNamesNote.version
        else { throw FontError(.corrupt, "\(store.path)/\(Self.disabledNamesName) cannot be understood.") }
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
        let name = EntryName(Self.disabledNamesName)
        let names = names.filter { !$0.value.isEmpty }
        guard !names.isEmpty else {
            guard let store = try openStore(), store.contains(name) else { return }
            return try reporting("remove \(store.path)/\(Self.disabledNamesName)") { () throws(Errno) in
                try store.unlinkIfPresent(name)
                try store.synchronize()
            }
        }
        var created = CreatedDirectories()
        let store = try makeStore(recording: &created)
        let bytes = try DisabledNamesNote(names).encoded()
        try reporting("write \(store.path)/\(Self.disabledNamesName)") { () throws(Errno) in
            let staged = EntryName(Self.stagedDisabledNamesName)
            try store.unlinkIfPresent(staged)
            let file = try store.open(staged, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
            try write(bytes, to: file)
            try retryingInterrupts { fsync(file.rawValue) }
            try store.rename(staged, to: store, as: name, replacing: true)
            try store.synchronize()
        }
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
