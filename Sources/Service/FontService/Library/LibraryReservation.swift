internal import FontModel
internal import Registry

/// What a large batch is about, which nothing else may change while it is carried out beside the rounds.
struct LibraryReservation: Sendable {
    /// The contents.
    let digests: Set<FontDigest>
    /// The PostScript names and the full names of faces and named instances, by their keys.
    let names: Set<String>
    /// The families, in which no two providers may have enabled fonts that stand for one another, by their keys.
    let families: Set<String>
    /// Whose fonts they are.
    let provider: ProviderIdentifier
    /// What the provider has more when the batch is done; `nil` as long as that is not known.
    ///
    /// Until then the provider's other fonts wait, as nobody can say how many of them there may be.
    var added: PlannedLibrary.Usage?

    /// Reserves what a request to register fonts is about.
    init(_ candidates: [FontCandidate], for provider: ProviderIdentifier) {
        digests = Set(candidates.map(\.digest))
        names = Set(candidates.flatMap { $0.postscriptNames + $0.instanceNames }.map(\.fontNameKey))
            .union(candidates.flatMap(\.fullNames))
        families = Set(candidates.flatMap(\.families).map(\.fontNameKey)).subtracting([""])
        self.provider = provider
    }

    /// Whether a font, or a name or family that it has, is reserved.
    func touches(_ candidate: FontCandidate) -> Bool {
        touches(
            candidate.digest, names: candidate.postscriptNames + candidate.instanceNames + candidate.fullNames,
            families: candidate.families)
    }

    /// Whether a content, or a name or family that it has, is reserved.
    func touches(_ digest: FontDigest, _ entry: PlannedLibrary.Entry) -> Bool {
        touches(
            digest, names: entry.postscriptNames + entry.instanceKeys + entry.fullNames, families: Array(entry.families)
        )
    }

    private func touches(_ digest: FontDigest, names fontNames: [String], families familyNames: [String]) -> Bool {
        digests.contains(digest) || fontNames.contains { names.contains($0.fontNameKey) }
            || familyNames.contains { families.contains($0.fontNameKey) }
    }
}

extension LibraryContext {
    /// Whether a request has to wait for the large batch under way.
    func touches(_ reservation: LibraryReservation, _ request: LibraryRequest) async -> Bool {
        switch request.action {
        case .register(let candidates, _):
            if reservation.added == nil, reservation.provider == request.requester.provider.id { return true }
            return candidates.contains { reservation.touches($0) }
        case .change, .endSession, .judge:
            // What is judged may be on its way into the registry.
            if !reservation.digests.isDisjoint(with: request.judgedDigests) { return true }
            do throws(FontError) {
                return try await library(knowing: request.judgedDigests, request.ids).entries.contains {
                    reservation.touches($0.key, $0.value)
                }
            } catch {
                // The round will find out and say so.
                return false
            }
        }
    }
}
