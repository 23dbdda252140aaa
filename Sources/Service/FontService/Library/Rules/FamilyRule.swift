internal import FontModel
internal import Registry

/// No other provider's font stands for a face that programs are to see, and the face stands in for none of another
/// provider.
///
/// Programs that go by family and style would be given either of two such fonts, whatever their PostScript names are. Those
/// that go by what a face should look like are given the one of the higher revision, and of two of one revision either. An
/// older one is in nobody's way, and a variable one goes with static ones. A provider may do all that to its own fonts.
struct FamilyRule: LibraryRule {
    func check(_ font: RuledFont, in library: PlannedLibrary) throws(FontError) {
        // Whoever has it disabled or has left shows it to nobody.
        let ours = font.ownProviders
        for face in font.entry.faces {
            for other in face.style.families.sorted().compactMap({ library.familyFaces[$0] }) {
                // Having another's font as well gives nobody the right to a second one like it.
                for provider in other.keys.sorted(by: { $0.rawValue < $1.rawValue }) where !ours.contains(provider) {
                    let faces = other[provider, default: [:]].filter { $0.key != font.digest }.values.joined()
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
}
