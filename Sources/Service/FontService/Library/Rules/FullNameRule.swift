internal import FontModel
internal import Registry

/// The rule that a font must not be found by the full name of another provider's font or of a system font.
///
/// Web pages request fonts by full name with `local()` of CSS. Browsers treat full names and PostScript names alike and
/// look for either in both. A provider may use one full name for several of its own fonts, as old families of four
/// styles do.
struct FullNameRule: LibraryRule {
    func check(_ font: RuledFont, in library: PlannedLibrary) throws(FontError) {
        let ours = font.ownProviders
        for face in font.entry.faces {
            for conflict in library.fullNameConflicts(of: face, font.digest, for: font.provider) {
                try library.checkOwners(
                    [conflict.owner], "'\(face.postscriptName)' has the full name '\(conflict.key)'", for: font
                ) { if case .font(_, let other) = $0 { ours.contains(other) } else { false } }
            }
        }
    }
}

extension PlannedLibrary {
    /// Returns the other fonts with a conflicting name.
    ///
    /// A name conflicts if a full name of a face is a full name or a PostScript name of another font, or if the face's
    /// PostScript name is the full name of another font.
    func fullNameConflicts(
        of face: FaceIdentity, _ digest: FontDigest, for provider: ProviderIdentifier
    ) -> [(key: String, owner: NameOwner)] {
        var conflicts: [(key: String, owner: NameOwner)] = []
        func add(_ key: String, _ owners: [NameOwner]?, unless isWelcome: (NameOwner) -> Bool) {
            for owner in owners ?? [] {
                if case .font(digest, _) = owner { continue }
                if isWelcome(owner) || self.isWelcome(face, beside: owner, among: owners ?? [], for: provider) {
                    continue
                }
                conflicts.append((key, owner))
            }
        }
        // A variable font and static fonts of its family may name the same styles: programs may have both. Different
        // styles of a family may share a full name just as they may share a PostScript name.
        func isCompanion(_ owner: NameOwner) -> Bool { has(owner, companionOf: face) }
        func isSibling(_ owner: NameOwner) -> Bool { has(owner, familyOf: face) }
        let postscriptName = face.postscriptName.fontNameKey
        for key in face.fullNames.sorted() {
            add(key, fullNames[key], unless: isCompanion)
            if key != postscriptName { add(key, names[key], unless: isCompanion) }
            add(key, instanceFullNames[key], unless: isSibling)
            add(key, instanceNames[key], unless: isSibling)
        }
        if !face.fullNames.contains(postscriptName) {
            add(postscriptName, fullNames[postscriptName], unless: isCompanion)
            add(postscriptName, instanceFullNames[postscriptName], unless: isSibling)
        }
        for key in face.instanceFullNames.union(face.instanceKeys).subtracting(face.fullNames).sorted() {
            add(key, fullNames[key], unless: isSibling)
            add(key, instanceFullNames[key], unless: isSibling)
            guard !face.instanceKeys.contains(key) else { continue }
            add(key, names[key], unless: isSibling)
            add(key, instanceNames[key], unless: isSibling)
        }
        return conflicts
    }

    /// Returns whether a registered font has a face in a face's families that is variable while the face is static, or
    /// vice versa.
    private func has(_ owner: NameOwner, companionOf face: FaceIdentity) -> Bool {
        guard case .font(let digest, let provider) = owner else { return false }
        return face.style.families.contains { family in
            familyFaces[family]?[provider]?[digest]?.contains { $0.isVariable != face.isVariable } == true
        }
    }
}
