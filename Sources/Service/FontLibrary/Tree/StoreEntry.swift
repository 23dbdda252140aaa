internal import FontModel

/// The meaning of a name in the store.
enum StoreEntry: Sendable, Hashable {
    /// The bytes of a content.
    case content(FontDigest)
    /// The sidecar of a content.
    case sidecar(FontDigest)
    /// The bytes of a content that are being written.
    case stagedContent(FontDigest)
    /// A sidecar before the registry's commit, or, if empty, the mark that a transaction changes the content.
    case stagedSidecar(FontDigest)

    private static let digitCount = 64

    /// Creates an entry from a name.
    ///
    /// - Returns: `nil` if the name is not one of ours.
    init?(name: EntryName) {
        let isStaged = name.isHidden
        let bytes = isStaged ? name.bytes.dropFirst() : name.bytes[...]
        let digits = bytes.prefix(Self.digitCount)
        guard digits.allSatisfy(\.isLowercaseHexadecimalDigit),
            let digest = FontDigest(hexadecimal: String(decoding: digits, as: UTF8.self))
        else { return nil }
        switch (String(decoding: bytes.dropFirst(Self.digitCount), as: UTF8.self), isStaged) {
        case ("", false): self = .content(digest)
        case (".json", false): self = .sidecar(digest)
        case ("", true): self = .stagedContent(digest)
        case (".json", true): self = .stagedSidecar(digest)
        default: return nil
        }
    }

    /// The name.
    var name: String {
        switch self {
        case .content(let digest): digest.hexadecimal
        case .sidecar(let digest): "\(digest.hexadecimal).json"
        case .stagedContent(let digest): ".\(digest.hexadecimal)"
        case .stagedSidecar(let digest): ".\(digest.hexadecimal).json"
        }
    }

    /// The name as an entry.
    var entryName: EntryName { EntryName(name) }
}

extension FontFileName {
    /// The name as an entry.
    var entryName: EntryName { EntryName(rawValue) }

    /// The name with a dot before it, which is how KDE's font settings disable a font.
    var hiddenEntryName: EntryName { EntryName(".\(rawValue)") }
}
