internal import FontModel
internal import Registry

extension LibraryPlanner {
    /// Checks that no other provider's font stands for the family and style of a face that programs are to see.
    ///
    /// Programs that go by family and style would be given either of two such fonts, whatever their PostScript names
    /// are. A provider may do that to its own fonts.
    ///
    /// - Parameters:
    ///   - entry: The content of the faces.
    ///   - digest: Its digest.
    ///   - provider: Whose registration is to be enabled.
    /// - Throws: `DuplicatedName`.
    func checkStyles(
        of entry: Entry, _ digest: FontDigest, for provider: ProviderIdentifier
    ) throws(FontError) {
        // Whoever has it disabled or has left shows it to nobody.
        let ours = Set(entry.registrations.filter(\.isEnabled).map(\.provider)).union([provider])
        for face in entry.faces {
            guard let style = FamilyStyle(face) else { continue }
            // Having another's font as well gives nobody the right to a second one like it.
            let other = styleHolders[style]?.first { $0.digest != digest && !ours.contains($0.provider) }
            guard let other else { continue }
            throw FontError(
                .duplicatedName,
                "'\(face.postscriptName)' has the family and style of another enabled font, of \(other.provider). "
                    + "Disable one of the two.", owner: other.provider.rawValue)
        }
    }

    /// Makes who holds the families and styles of a content's faces follow from who has it enabled.
    mutating func updateStyles(_ digest: FontDigest, _ entry: Entry) {
        let enabled = entry.registrations.filter(\.isEnabled).map { StyleHolder(digest: digest, provider: $0.provider) }
        for style in Set(entry.styles) {
            styleHolders[style] = (styleHolders[style] ?? []).filter { $0.digest != digest } + enabled
        }
    }
}
