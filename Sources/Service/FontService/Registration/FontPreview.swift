package import FontModel
internal import LinuxSystem
internal import Registry

/// The predicted result of registering a font.
package struct FontPreview: Sendable, Equatable {
    /// The faces of the font.
    package var faces: [FaceDescription]
    /// The files outside the published tree that conflict with the font, sorted.
    ///
    /// A file conflicts if it has one of the font's names without being another style of its family, or if the font
    /// would hide it.
    package var holders: [String]
    /// The requester's registration of the same bytes, if there is one.
    package var registration: FontIdentifier?
    /// Whether that registration is enabled.
    package var isEnabled: Bool
    /// The scope of that registration; `nil` if there is none.
    package var scope: RegistrationScope?
    /// The error with which the font would be refused even if all holders were replaced.
    package var refusal: FontError?
}

extension LibraryPlanner {
    /// Previews the registration of a font without changing the round.
    ///
    /// - Parameters:
    ///   - candidate: The font.
    ///   - options: The options of its registration.
    ///   - requester: The requester on whose behalf the call is made.
    /// - Returns: The preview.
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
    /// Previews the registration of fonts, each independently, without changing anything.
    ///
    /// - Parameters:
    ///   - candidates: The fonts.
    ///   - options: The options of their registration.
    ///   - requester: The requester on whose behalf the call is made.
    /// - Returns: A preview per font, in order.
    /// - Throws: An error if nothing can be previewed.
    func preview(
        _ candidates: [FontCandidate], _ options: RegistrationOptions, by requester: Requester
    ) async throws(FontError) -> [FontPreview] {
        if let obstacle = await state.obstacle { throw obstacle }
        let planner = try await executor.planner(
            for: [LibraryRequest(.register(candidates, options), by: requester)], beside: reservation)
        return candidates.map { planner.preview($0, options, by: requester) }
    }
}
