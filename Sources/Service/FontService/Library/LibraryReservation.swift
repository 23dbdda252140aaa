internal import FontModel
internal import Registry

/// The fonts and names of a large batch, which no other change may touch while the batch runs beside the rounds.
struct LibraryReservation: Sendable {
    /// The contents.
    let digests: Set<FontDigest>
    /// The PostScript names and the full names of faces and named instances, by their keys.
    let names: Set<String>
    /// The families, by their keys.
    ///
    /// No two providers may have enabled fonts in them that replace one another.
    let families: Set<String>
    /// The provider of the fonts.
    let provider: ProviderIdentifier
    /// The increase of the provider's usage when the batch is done; `nil` as long as it is unknown.
    ///
    /// Until it is known, the provider's other fonts wait, because their permitted number is unknown.
    var added: PlannedLibrary.Usage?

    /// Creates the reservation for a request to register fonts.
    init(_ candidates: [FontCandidate], for provider: ProviderIdentifier) {
        digests = Set(candidates.map(\.digest))
        names = Set(candidates.flatMap { $0.postscriptNames + $0.instanceNames }.map(\.fontNameKey))
            .union(candidates.flatMap(\.fullNames))
        families = Set(candidates.flatMap(\.families).map(\.fontNameKey)).subtracting([""])
        self.provider = provider
    }

    /// Returns whether a font, or one of its names or families, is reserved.
    func touches(_ candidate: FontCandidate) -> Bool {
        touches(
            candidate.digest, names: candidate.postscriptNames + candidate.instanceNames + candidate.fullNames,
            families: candidate.families)
    }

    /// Returns whether a content, or one of its names or families, is reserved.
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
    /// Returns whether a request has to wait for the large batch under way.
    func touches(_ reservation: LibraryReservation, _ request: LibraryRequest) async -> Bool {
        switch request.action {
        case .register(let candidates, _):
            if reservation.added == nil, reservation.provider == request.requester.provider.id { return true }
            return candidates.contains { reservation.touches($0) }
        case .change, .endSession, .judge:
            // A validated content may be about to be entered into the registry.
            if !reservation.digests.isDisjoint(with: request.judgedDigests) { return true }
            do throws(FontError) {
                return try await library(knowing: request.judgedDigests, request.ids).entries.contains {
                    reservation.touches($0.key, $0.value)
                }
            } catch {
                // The round will encounter and report the error.
                return false
            }
        }
    }
}
