package import FontModel
internal import LinuxSystem
internal import Registry

/// What registering a font would come to.
package struct FontPreview: Sendable, Equatable {
    /// The faces of the font.
    package var faces: [FaceDescription]
    /// The files outside of our tree that hold one of the font's names, and are no other styles of its family, or that it
    /// would stand in for, sorted.
    package var holders: [String]
    /// The requester's registration of the same bytes, where there is one.
    package var registration: FontIdentifier?
    /// Whether that registration is enabled.
    package var isEnabled: Bool
    /// How long it lasts; `nil` where there is none.
    package var scope: RegistrationScope?
    /// Why the font would be refused even if all holders were replaced.
    package var refusal: FontError?
}

extension LibraryPlanner {
    /// Tells what registering a font would come to; the round stays as it is.
    ///
    /// - Parameters:
    ///   - candidate: The font.
    ///   - options: How it would be registered.
    ///   - requester: In whose name.
    /// - Returns: What would come of it.
    func preview(
        _ candidate: FontCandidate, _ options: RegistrationOptions, by requester: Requester
    ) -> FontPreview {
        let registration = library.entries[candidate.digest]?.registrations.first {
            $0.provider == requester.provider.id
        }
        var holders: Set<String> = []
        for face in candidate.faces.map(FaceIdentity.init) {
            holders.formUnion(library.systemFonts(named: face, candidate.digest, for: requester.provider.id))
            holders.formUnion(library.shadowed(by: face).map(\.path))
        }
        var trial = self
        trial.library = library.withoutSystemFonts
        var refusal: FontError?
        if case .failure(let error)? = trial.apply(LibraryRequest(.register([candidate], options), by: requester)).first
        {
            refusal = error
        }
        return FontPreview(
            faces: candidate.faces, holders: holders.sorted(), registration: registration?.id,
            isEnabled: registration?.isEnabled ?? false, scope: registration?.scope, refusal: refusal)
    }
}

extension LibraryPublisher {
    /// Tells what registering fonts, each by itself, would come to; nothing changes.
    ///
    /// - Parameters:
    ///   - candidates: The fonts.
    ///   - options: How they would be registered.
    ///   - requester: In whose name.
    /// - Returns: A preview per font, in order.
    /// - Throws: Why nothing can be told.
    func preview(
        _ candidates: [FontCandidate], _ options: RegistrationOptions, by requester: Requester
    ) async throws(FontError) -> [FontPreview] {
        if let obstacle = await state.obstacle { throw obstacle }
        let planner = try await executor.planner(
            for: [LibraryRequest(.register(candidates, options), by: requester)], beside: reservation)
        return candidates.map { planner.preview($0, options, by: requester) }
    }
}
