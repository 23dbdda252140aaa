internal import FontModel
internal import Registry

/// What a large batch is about, which nothing else may change while it is carried out beside the rounds.
struct LibraryReservation: Sendable {
    /// The contents.
    let digests: Set<FontDigest>
    /// The PostScript names, by their keys.
    let names: Set<String>
    /// The families and styles, which no two providers may have enabled.
    let styles: Set<FamilyStyle>
    /// Whose fonts they are.
    let provider: ProviderIdentifier
    /// What the provider has more when the batch is done; `nil` as long as that is not known.
    ///
    /// Until then the provider's other fonts wait, as nobody can say how many of them there may be.
    var added: LibraryPlanner.Usage?

    /// Reserves what a request to register fonts is about.
    init(_ candidates: [FontCandidate], for provider: ProviderIdentifier) {
        digests = Set(candidates.map(\.digest))
        names = Set(candidates.flatMap { $0.faces.map(\.postscriptName.fontNameKey) })
        styles = Set(candidates.flatMap(\.styles))
        self.provider = provider
    }

    /// Whether a content, or a name, a family and style that its faces have, is reserved.
    func touches(_ digest: FontDigest, names postscriptNames: [String], styles familyStyles: [FamilyStyle]) -> Bool {
        digests.contains(digest) || postscriptNames.contains { names.contains($0.fontNameKey) }
            || !styles.isDisjoint(with: familyStyles)
    }
}
