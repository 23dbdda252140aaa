internal import FontModel
internal import Registry

/// Styles of one family that share a PostScript name, as those of some public families do: they live side by side, as
/// fontconfig and the toolkits tell them apart by weight, width and slant.
extension PlannedLibrary {
    /// Whether a face may have its PostScript name beside another font that has it.
    ///
    /// - Parameters:
    ///   - face: The face.
    ///   - owner: Who else holds the name.
    ///   - provider: Whose registration is to be enabled.
    /// - Returns: Whether the other font has it for other styles of the face's family, and programs that ask for the
    ///   name alone are still given the system's face where they were before.
    func isWelcome(_ face: FaceIdentity, beside owner: NameOwner, for provider: ProviderIdentifier) -> Bool {
        let key = face.postscriptName.fontNameKey
        return isWelcome(face, beside: owner, among: names[key] ?? [], for: provider) {
            $0.postscriptName.fontNameKey == key
        }
    }

    /// Whether a face may have a name beside another font that has it.
    ///
    /// - Parameters:
    ///   - face: The face.
    ///   - owner: Who else holds the name.
    ///   - owners: All who hold it.
    ///   - provider: Whose registration is to be enabled.
    ///   - hasName: Which faces of the owners it is about.
    /// - Returns: Whether the two are different styles of one family, and the system's place stays its own.
    func isWelcome(
        _ face: FaceIdentity, beside owner: NameOwner, among owners: [NameOwner], for provider: ProviderIdentifier,
        where hasName: (FaceIdentity) -> Bool = { _ in true }
    ) -> Bool {
        let others = faces(of: owner, inFamiliesOf: face).filter(hasName)
        guard !others.isEmpty, others.allSatisfy({ face.isOtherStyle(than: $0) }) else { return false }
        guard case .system(let path) = owner else { return true }
        // The user's own files are among the system's, and the user may put others beside them.
        if provider == .user, isInUserDirectory(path) { return true }
        return owners.contains { owner in
            guard case .system = owner else { return false }
            return faces(of: owner, inFamiliesOf: face).contains { hasName($0) && $0.precedes(face) }
        }
    }

    /// Whether a file of the system is one of the user's own fonts.
    private func isInUserDirectory(_ path: String) -> Bool {
        userFiles[path] != nil || userDirectories.contains { path.hasPrefix($0 + "/") }
    }

    /// The faces that a font has of a face's families.
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

    /// What the provider of an enabled font should know of other styles that have a PostScript name of its faces.
    ///
    /// - Parameters:
    ///   - faces: The faces of the font.
    ///   - digest: Its content.
    ///   - predecessors: The contents that it takes the place of.
    /// - Returns: One warning at most for each name.
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
    /// Whether two faces have a family in common, in any language.
    fileprivate func sharesFamily(with other: FaceIdentity) -> Bool {
        family.fontNameKey == other.family.fontNameKey || !style.families.isDisjoint(with: other.style.families)
    }
}
