internal import FontModel
internal import Registry

extension PlannedLibrary {
    /// One content: its state before the round and its current state.
    struct Entry {
        let initial: ContentRecord?
        let initialRegistrations: [RegistrationRecord]
        /// The bytes that were added in this round; `nil` if none were needed.
        var candidate: FontCandidate?
        /// The identities of the faces.
        var faces: [FaceIdentity]
        var registrations: [RegistrationRecord]

        /// The published content whose file this one replaces, as long as programs are to see this one.
        var predecessor: FontDigest?

        /// The registration for which the bytes are kept once the content has no registration; `nil` if they are not
        /// kept.
        var removal: Removal?

        /// The PostScript names of the faces.
        var postscriptNames: [String] { faces.map(\.postscriptName) }
        /// The PostScript names of the faces' named instances, as `fontNameKey`.
        var instanceKeys: Set<String> { faces.reduce(into: []) { $0.formUnion($1.instanceKeys) } }
        /// The full names of the faces and of their named instances, as `fontNameKey`.
        var fullNames: Set<String> { faces.reduce(into: []) { $0.formUnion($1.fullNames.union($1.instanceFullNames)) } }
        /// The families of the faces in all languages, as `fontNameKey`.
        var families: Set<String> { faces.reduce(into: []) { $0.formUnion($1.style.families) } }

        /// The validators that last examined the content.
        var judges: String
        /// Why the content is out of use although its bytes are intact.
        var refusal: ContentRefusal?

        /// Whether programs are to see the content.
        var isWanted: Bool {
            refusal == nil && registrations.contains { $0.isEnabled && $0.visibility == .session }
        }

        /// Creates an entry with the state before the round.
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
    /// Whether the content's bytes are in the place that the registry records.
    ///
    /// A content without a registration remains from a failed batch, whose files were removed.
    var hasFile: Bool { initial != nil && !initialRegistrations.isEmpty && !isAltered }

    /// Whether the content's file was found altered and has not been replaced in this round.
    var isAltered: Bool {
        guard candidate == nil, case .quarantined = initial?.place else { return false }
        return true
    }

    /// Whether the content is out of use, for any reason.
    var isQuarantined: Bool { isAltered || refusal != nil }

    /// Puts the content back into use, because its bytes were provided again and passed validation.
    mutating func release(with candidate: FontCandidate) {
        if isAltered { self.candidate = candidate }
        refusal = nil
        judges = Opinion.heard(candidate.opinions)
    }
}
