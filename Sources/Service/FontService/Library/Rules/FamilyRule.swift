internal import FontModel
internal import Registry

/// The rule that a visible face and a font of another provider must not be used in place of each other.
///
/// Programs that choose by family and style would use either of two such fonts, regardless of their PostScript names.
/// Programs that choose by the appearance of a face use the face with the higher revision, or either one if the
/// revisions are equal. An older font does not conflict, and a variable font may be installed beside static ones. The
/// rule does not apply to fonts of the same provider.
struct FamilyRule: LibraryRule {
    func check(_ font: RuledFont, in library: PlannedLibrary) throws(FontError) {
        // Providers that have disabled the font, or were uninstalled, do not show it to any program.
        let ours = font.ownProviders
        for face in font.entry.faces {
            for other in face.style.families.sorted().compactMap({ library.familyFaces[$0] }) {
                // A provider that has also registered another provider's font may not add a second font like it.
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
                    "'\(face.postscriptName)' has the family and style of another enabled font, provided by "
                        + "\(provider). Disable or remove that font first.", owner: provider.rawValue)
            }
            if standsIn(face, for: other) {
                throw FontError(
                    .duplicatedName,
                    "'\(face.postscriptName)' would be found in place of '\(other.postscriptName)', another enabled font of the "
                        + "family, provided by \(provider). Disable or remove that font first.",
                    owner: provider.rawValue)
            }
        }
    }

    /// Returns whether two faces have the same typographic family and the same style name.
    private static func hasSameStyle(_ face: FaceIdentity, as other: FaceIdentity) -> Bool {
        let family = face.family.fontNameKey
        return !family.isEmpty && !face.style.name.isEmpty && face.isVariable == other.isVariable
            && face.style.name == other.style.name && family == other.family.fontNameKey
    }

    /// Returns whether programs that request a family and the appearance of the other face may get a face instead.
    private static func standsIn(_ face: FaceIdentity, for other: FaceIdentity) -> Bool {
        face.isVariable == other.isVariable && face.revision >= other.revision && face.style.looksLike(other.style)
    }
}
