internal import FontModel
internal import Registry

extension PlannedLibrary {
    /// One content: how it was before the round, and how it is now.
    struct Entry {
        let initial: ContentRecord?
        let initialRegistrations: [RegistrationRecord]
        /// Bytes that came in this round; `nil` where none were needed.
        var candidate: FontCandidate?
        /// What tells the faces from others.
        var faces: [FaceIdentity]
        var registrations: [RegistrationRecord]

        /// The published content whose file this one takes the place of, for as long as programs shall see it.
        var predecessor: FontDigest?

        /// For which registration the bytes are kept once nobody has the content registered; `nil` where they are not.
        var removal: Removal?

        /// The PostScript names of the faces.
        var postscriptNames: [String] { faces.map(\.postscriptName) }
        /// The PostScript names of the faces' named instances, as `fontNameKey`.
        var instanceKeys: Set<String> { faces.reduce(into: []) { $0.formUnion($1.instanceKeys) } }
        /// The full names of the faces and of their named instances, as `fontNameKey`.
        var fullNames: Set<String> { faces.reduce(into: []) { $0.formUnion($1.fullNames.union($1.instanceFullNames)) } }
        /// The families of the faces in all languages, as `fontNameKey`.
        var families: Set<String> { faces.reduce(into: []) { $0.formUnion($1.style.families) } }

        /// Who judged the content last.
        var judges: String
        /// Why the content is out of use though its bytes are sound.
        var refusal: ContentRefusal?

        /// Whether programs shall see the content.
        var isWanted: Bool {
            refusal == nil && registrations.contains { $0.isEnabled && $0.visibility == .session }
        }

        /// One content as it is before the round.
        init(
            initial: ContentRecord?, initialRegistrations: [RegistrationRecord], faces: [FaceIdentity]
        ) {
            self.initial = initial
            self.initialRegistrations = initialRegistrations
            self.faces = faces
            registrations = initialRegistrations
            judges = initial?.judges ?? ""
            refusal = initial?.refusal
        }
    }
}

extension PlannedLibrary.Entry {
    /// Whether the content's bytes are where the registry has them.
    ///
    /// A content without a registration is what a failed batch has left, whose files were taken back.
    var hasFile: Bool { initial != nil && !initialRegistrations.isEmpty && !isAltered }

    /// Whether the content's file was found altered and has not been replaced in this round.
    var isAltered: Bool {
        guard candidate == nil, case .quarantined = initial?.place else { return false }
        return true
    }

    /// Whether the content is out of use, for whatever reason.
    var isQuarantined: Bool { isAltered || refusal != nil }

    /// Takes the content back into use, as its bytes have come again and were found sound.
    mutating func release(with candidate: FontCandidate) {
        if isAltered { self.candidate = candidate }
        refusal = nil
        judges = Opinion.heard(candidate.opinions)
    }
}
