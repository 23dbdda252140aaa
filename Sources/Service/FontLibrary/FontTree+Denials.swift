package import FontModel
internal import FoundationEssentials

/// The note of the rights that the user denies, for a registry that is lost or older than it was: a program that was
/// refused must not be asked about again, or have the right, because a file is gone.
extension FontTree {
    private static let denialsName = "denials.json"
    /// The most bytes of the note that are read: more than 20,000 denials, which are as many as there can be.
    private static let denialsLimit = 8 << 20

    /// Reads the note; empty where there is none.
    ///
    /// Blocks.
    ///
    /// - Throws: ``FontModel/FontError/Code/corrupt`` for one that cannot be understood, or what kept it from being read.
    package func readDenials() throws(FontError) -> Set<RightDenial> {
        guard let bytes = try readNote(Self.denialsName, limit: Self.denialsLimit) else { return [] }
        guard let note = try? JSONDecoder().decode(DenialsNote.self, from: Data(bytes)),
            note.version == DenialsNote.version
        else { throw corruptNote(Self.denialsName) }
        // A file that somebody edited may hold anything, and one of a later version rights that are not known here.
        return Set(note.denials.compactMap(\.denial))
    }

    /// Writes the note anew, durably and in one step; removes it where there is nothing to note.
    ///
    /// Blocks.
    ///
    /// - Parameter denials: What the user denies.
    /// - Throws: What kept it from being written; then the old one is there.
    package func writeDenials(_ denials: Set<RightDenial>) throws(FontError) {
        try writeNote(Self.denialsName, try denials.isEmpty ? nil : DenialsNote(denials).encoded())
    }
}

/// The form of the file.
private struct DenialsNote: Codable {
    static let version = 1

    struct Denial: Codable {
        var provider: String
        var right: String
        var font: String?
        var time: Int64

        var denial: RightDenial? {
            guard let provider = ProviderIdentifier(rawValue: provider), let right = Right(rawValue: right) else {
                return nil
            }
            let digest = font.flatMap { FontDigest(hexadecimal: $0) }
            if font != nil, digest == nil { return nil }
            return RightDenial(provider: provider, right: right, font: digest, time: time)
        }
    }

    var version: Int
    var denials: [Denial]

    init(_ denials: Set<RightDenial>) {
        version = Self.version
        self.denials = denials.map {
            Denial(
                provider: $0.provider.rawValue, right: $0.right.rawValue, font: $0.font?.hexadecimal, time: $0.time)
        }.sorted { ($0.provider, $0.right, $0.font ?? "") < ($1.provider, $1.right, $1.font ?? "") }
    }

    func encoded() throws(FontError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else {
            throw FontError(.registrationFailed, "The note of denied rights could not be put into words.")
        }
        return [UInt8](data) + [UInt8(ascii: "\n")]
    }
}
