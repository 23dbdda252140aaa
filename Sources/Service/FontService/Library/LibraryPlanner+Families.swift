internal import FontModel
internal import Registry

extension LibraryPlanner {
    /// Checks that no other provider's font stands for a face that programs are to see, and that the face stands in for
    /// none of another provider.
    ///
    /// Programs that go by family and style would be given either of two such fonts, whatever their PostScript names
    /// are. Those that go by what a face should look like are given the one of the higher revision, and of two of one
    /// revision either. An older one is in nobody's way, and a variable one goes with static ones. A provider may do all
    /// that to its own fonts.
    ///
    /// - Parameters:
    ///   - entry: The content of the faces.
    ///   - digest: Its digest.
    ///   - provider: Whose registration is to be enabled.
    /// - Throws: `DuplicatedName`.
    func checkFamilies(
        of entry: Entry, _ digest: FontDigest, for provider: ProviderIdentifier
    ) throws(FontError) {
        // Whoever has it disabled or has left shows it to nobody.
        let ours = Set(entry.registrations.filter(\.isEnabled).map(\.provider)).union([provider])
        for face in entry.faces {
            for other in face.style.families.sorted().compactMap({ familyFaces[$0] }) {
                // Having another's font as well gives nobody the right to a second one like it.
                for provider in other.keys.sorted(by: { $0.rawValue < $1.rawValue }) where !ours.contains(provider) {
                    let faces = other[provider, default: [:]].filter { $0.key != digest }.values.joined()
                    try Self.check(face, against: faces, of: provider)
                }
            }
        }
    }

    private static func check(
        _ face: FaceIdentity, against others: some Sequence<FaceIdentity>, of provider: ProviderIdentifier
    ) throws(FontError) {
        for other in others {
            if hasSameStyle(face, as: other) {
                throw FontError(
                    .duplicatedName,
                    "'\(face.postscriptName)' has the family and style of another enabled font, of \(provider). "
                        + "Disable or remove that one first.", owner: provider.rawValue)
            }
            if standsIn(face, for: other) {
                throw FontError(
                    .duplicatedName,
                    "'\(face.postscriptName)' would stand in for '\(other.postscriptName)', another enabled font of the "
                        + "family, of \(provider). Disable or remove that one first.", owner: provider.rawValue)
            }
        }
    }

    /// Whether two faces have one family, as their designers mean it, and one name of the style.
    private static func hasSameStyle(_ face: FaceIdentity, as other: FaceIdentity) -> Bool {
        let family = face.family.fontNameKey
        return !family.isEmpty && !face.style.name.isEmpty && face.isVariable == other.isVariable
            && face.style.name == other.style.name && family == other.family.fontNameKey
    }

    /// Whether programs that ask for a family and for what the other face looks like may be given a face in its place.
    private static func standsIn(_ face: FaceIdentity, for other: FaceIdentity) -> Bool {
        face.isVariable == other.isVariable && face.revision >= other.revision && face.style.looksLike(other.style)
    }

    /// Whether a font has a face of one of a face's families.
    func has(_ owner: NameOwner, familyOf face: FaceIdentity) -> Bool {
        face.style.families.contains { family in
            switch owner {
            case .system(let path): systemFaces[family]?.contains { $0.path == path } == true
            case .font(let digest, let provider): familyFaces[family]?[provider]?[digest] != nil
            }
        }
    }

    /// Makes the faces of the families of a content follow from who has it enabled.
    mutating func updateFamilies(_ digest: FontDigest, _ entry: Entry) {
        for family in entry.families {
            let faces = entry.faces.filter { $0.style.families.contains(family) }
            for provider in familyFaces[family].map({ Array($0.keys) }) ?? [] {
                familyFaces[family]?[provider]?[digest] = nil
            }
            for registration in entry.registrations where registration.isEnabled {
                familyFaces[family, default: [:]][registration.provider, default: [:]][digest] = faces
            }
        }
    }
}
