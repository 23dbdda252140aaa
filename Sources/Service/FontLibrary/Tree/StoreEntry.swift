internal import FontModel

/// What a name in the store stands for.
enum StoreEntry: Sendable, Hashable {
    /// The bytes of a content.
    case content(FontDigest)
    /// The sidecar of a content.
    case sidecar(FontDigest)
    /// Bytes that are being written.
    case stagedContent(FontDigest)
    /// A sidecar that waits for the registry's commit, or, if empty, the mark that a content's transaction is under way.
    case stagedSidecar(FontDigest)

    private static let digitCount = 64

    /// Reads a name.
    ///
    /// - Returns: `nil` where the name is none of ours.
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

    /// The name with a dot before it, as KDE's font settings disable a font.
    var hiddenEntryName: EntryName { EntryName(".\(rawValue)") }
}
