internal import FontModel

/// What a large batch is about, which nothing else may change while it is carried out beside the rounds.
struct LibraryReservation: Sendable {
    /// The contents.
    let digests: Set<FontDigest>
    /// The PostScript names, by their keys.
    let names: Set<String>
    /// Whose fonts they are.
    let provider: ProviderIdentifier
    /// What the provider may have more when the batch is done.
    let fonts: Int
    let bytes: Int

    /// Reserves what a request to register fonts is about.
    init(_ candidates: [FontCandidate], for provider: ProviderIdentifier) {
        digests = Set(candidates.map(\.digest))
        names = Set(candidates.flatMap { $0.faces.map(\.postscriptName.fontNameKey) })
        self.provider = provider
        fonts = candidates.count
        bytes = candidates.reduce(0) { $0 + $1.size }
    }

    /// Whether a content, or a name that its faces have, is reserved.
    func touches(_ digest: FontDigest, names postscriptNames: [String]) -> Bool {
        digests.contains(digest) || postscriptNames.contains { names.contains($0.fontNameKey) }
    }
}
