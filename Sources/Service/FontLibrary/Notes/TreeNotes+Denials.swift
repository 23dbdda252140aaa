package import FontModel

/// The note of the rights that the user denies, for a registry that is lost or older than it was: a program that was
/// refused must not be asked about again, or have the right, because a file is gone.
extension TreeNotes {
    /// Reads the note; empty where there is none.
    ///
    /// Blocks.
    ///
    /// - Throws: ``FontModel/FontError/Code/corrupt`` for one that cannot be understood, or what kept it from being read.
    package func readDenials() throws(FontError) -> Set<RightDenial> {
        guard let note = try readNote(DenialsNote.self) else { return [] }
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
        try writeNote(denials.isEmpty ? nil : DenialsNote(denials))
    }
}

/// The form of the file.
private struct DenialsNote: StoreNote {
    static let fileName = "denials.json"
    /// The most bytes of the note that are read: more than 20,000 denials, which are as many as there can be.
    static let limit = 8 << 20

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
        version = Self.currentVersion
        self.denials = denials.map {
            Denial(
                provider: $0.provider.rawValue, right: $0.right.rawValue, font: $0.font?.hexadecimal, time: $0.time)
        }.sorted { ($0.provider, $0.right, $0.font ?? "") < ($1.provider, $1.right, $1.font ?? "") }
    }
}
