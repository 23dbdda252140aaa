package import FontModel

/// The note of the rights that the user denied.
///
/// It serves a registry that is lost or out of date: a missing file must not cause the user to be asked again about a
/// denied right, or the program to get that right.
extension TreeNotes {
    /// Reads the note; the result is empty if there is none.
    ///
    /// Blocks.
    ///
    /// - Throws: ``FontModel/FontError/Code/corrupt`` if the note cannot be decoded, or an error if it could not be
    ///   read.
    package func readDenials() throws(FontError) -> Set<RightDenial> {
        guard let note = try readNote(DenialsNote.self) else { return [] }
        // A file that somebody edited may contain anything, and a file of a later version may contain unknown rights.
        return Set(note.denials.compactMap(\.denial))
    }

    /// Writes the note durably and in one step, or removes it if there is nothing to note.
    ///
    /// Blocks.
    ///
    /// - Parameter denials: The rights that the user denied.
    /// - Throws: An error if the note could not be written; the old note then remains.
    package func writeDenials(_ denials: Set<RightDenial>) throws(FontError) {
        try writeNote(denials.isEmpty ? nil : DenialsNote(denials))
    }
}

/// The format of the file.
private struct DenialsNote: StoreNote {
    static let fileName = "denials.json"
    /// The largest note that is read, in bytes.
    ///
    /// It has room for more than 20,000 denials, which is the most that there can be.
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
