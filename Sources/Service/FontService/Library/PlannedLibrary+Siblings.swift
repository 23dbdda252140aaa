internal import FontModel
internal import Registry

extension PlannedLibrary {
    /// Returns warnings for the provider of an enabled font about related fonts.
    ///
    /// A variable font and static fonts of its family are not a conflict. However, programs show both, and which of
    /// them is used for a text is arbitrary.
    ///
    /// - Parameters:
    ///   - faces: The faces of the font.
    ///   - digest: The content of the font.
    ///   - predecessors: The contents that the font replaces.
    /// - Returns: At most two warnings for each family, and one for each PostScript name.
    func warnings(
        about faces: [FaceIdentity], _ digest: FontDigest, succeeding predecessors: Set<FontDigest> = []
    ) -> [RegistrationWarning] {
        var families: Set<String> = []
        let siblingWarnings = faces.compactMap { face -> RegistrationWarning? in
            let key = face.family.fontNameKey
            guard !key.isEmpty, families.insert(key).inserted else { return nil }
            let sibling = siblings[key]?.first { sibling in
                sibling.isVariable != face.isVariable
                    && sibling.digest.map { $0 != digest && !predecessors.contains($0) } ?? true
            }
            guard let sibling else { return nil }
            let owner = sibling.provider?.rawValue ?? FontError.systemOwner
            return RegistrationWarning(
                kind: face.isVariable ? .staticSiblings : .variableSibling,
                message: face.isVariable
                    ? "The variable font is beside static fonts of the family '\(face.family)', of \(owner)."
                    : "The static font is beside a variable font of the family '\(face.family)', of \(owner).",
                owner: owner)
        }
        return siblingWarnings + lookalikeWarnings(about: faces)
            + sharedNameWarnings(about: faces, digest, succeeding: predecessors)
    }

    /// Updates the families of a content, depending on whether it is visible.
    mutating func updateSiblings(_ digest: FontDigest, _ entry: Entry) {
        for face in entry.faces {
            let key = face.family.fontNameKey
            guard !key.isEmpty else { continue }
            var members = (siblings[key] ?? []).filter { $0.digest != digest || $0.isVariable != face.isVariable }
            if let holder = entry.registrations.first(where: \.isEnabled) {
                members.append(
                    FamilyMember(isVariable: face.isVariable, digest: digest, provider: holder.provider))
            }
            // A few of each kind are enough, and a batch may add thousands of one family.
            if members.count > Self.siblingsPerFamily { members.remove(at: 0) }
            siblings[key] = members
        }
    }

    /// The number of visible faces that are stored for each family.
    private static let siblingsPerFamily = 8
}
