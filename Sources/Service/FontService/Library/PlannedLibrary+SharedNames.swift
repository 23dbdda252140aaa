internal import FontModel
internal import Registry

/// Handles styles of one family that share a PostScript name, as in some public families.
///
/// Such styles are allowed together, because fontconfig and the toolkits distinguish them by weight, width and slant.
extension PlannedLibrary {
    /// Returns whether a face may share its PostScript name with another font.
    ///
    /// - Parameters:
    ///   - face: The face.
    ///   - owner: The other font with the name.
    ///   - provider: The provider whose registration is to be enabled.
    /// - Returns: Whether the other font uses the name for other styles of the face's family, and programs that request
    ///   only the name still get the system face if they got it before.
    func isWelcome(_ face: FaceIdentity, beside owner: NameOwner, for provider: ProviderIdentifier) -> Bool {
        let key = face.postscriptName.fontNameKey
        return isWelcome(face, beside: owner, among: names[key] ?? [], for: provider) {
            $0.postscriptName.fontNameKey == key
        }
    }

    /// Returns whether a face may share a name with another font.
    ///
    /// - Parameters:
    ///   - face: The face.
    ///   - owner: The other font with the name.
    ///   - owners: All fonts with the name.
    ///   - provider: The provider whose registration is to be enabled.
    ///   - hasName: Returns whether a face of an owner has the name.
    /// - Returns: Whether the two are different styles of one family, and the system face keeps its precedence.
    func isWelcome(
        _ face: FaceIdentity, beside owner: NameOwner, among owners: [NameOwner], for provider: ProviderIdentifier,
        where hasName: (FaceIdentity) -> Bool = { _ in true }
    ) -> Bool {
        let others = faces(of: owner, inFamiliesOf: face).filter(hasName)
        guard !others.isEmpty, others.allSatisfy({ face.isOtherStyle(than: $0) }) else { return false }
        guard case .system(let path) = owner else { return true }
        // The user's own files count as system fonts, and the user may install other styles beside them.
        if provider == .user, isInUserDirectory(path) { return true }
        return owners.contains { owner in
            guard case .system = owner else { return false }
            return faces(of: owner, inFamiliesOf: face).contains { hasName($0) && $0.precedes(face) }
        }
    }

    /// Returns whether a system font file is one of the user's own fonts.
    private func isInUserDirectory(_ path: String) -> Bool {
        userFiles[path].map { $0 != Self.goneFile } == true || userDirectories.contains { path.hasPrefix($0 + "/") }
    }

    /// Returns the faces of a font that belong to a face's families.
    private func faces(of owner: NameOwner, inFamiliesOf face: FaceIdentity) -> [FaceIdentity] {
        switch owner {
        case .system(let path):
            return face.style.families.flatMap { family in
                (systemFaces[family] ?? []).filter { $0.path == path }.map(\.identity)
            }
        case .font(let digest, let provider):
            if let entry = entries[digest] { return entry.faces.filter { $0.sharesFamily(with: face) } }
            return face.style.families.flatMap { familyFaces[$0]?[provider]?[digest] ?? [] }
        }
    }

    /// Returns warnings for the provider of an enabled font about other styles that share a PostScript name of its
    /// faces.
    ///
    /// - Parameters:
    ///   - faces: The faces of the font.
    ///   - digest: The content of the font.
    ///   - predecessors: The contents that the font replaces.
    /// - Returns: At most one warning for each name.
    func sharedNameWarnings(
        about faces: [FaceIdentity], _ digest: FontDigest, succeeding predecessors: Set<FontDigest>
    ) -> [RegistrationWarning] {
        var keys: Set<String> = []
        return faces.compactMap { face in
            let key = face.postscriptName.fontNameKey
            guard !key.isEmpty, !keys.contains(key) else { return nil }
            let owner = names[key]?.first { owner in
                if case .font(let other, _) = owner, other == digest || predecessors.contains(other) { return false }
                return true
            }
            let isSharedWithin = faces.filter { $0.postscriptName.fontNameKey == key }.count > 1
            guard owner != nil || isSharedWithin else { return nil }
            keys.insert(key)
            let holder: String? =
                switch owner {
                case .font(_, let provider): provider.rawValue
                case .system: FontError.systemOwner
                case nil: nil
                }
            return RegistrationWarning(
                kind: .sharedName,
                message: "Other styles of the family '\(face.family)' have the PostScript name "
                    + "'\(face.postscriptName)' as well\(holder.map { ", of \($0)" } ?? ""): programs that choose by "
                    + "this name get one of them, the upright, regular one first.",
                owner: holder)
        }
    }
}

extension FaceIdentity {
    /// Returns whether two faces have a family in common, in any language.
    fileprivate func sharesFamily(with other: FaceIdentity) -> Bool {
        family.fontNameKey == other.family.fontNameKey || !style.families.isDisjoint(with: other.style.families)
    }
}
