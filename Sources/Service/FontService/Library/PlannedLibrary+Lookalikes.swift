internal import FontModel
internal import Registry

extension PlannedLibrary {
    /// Returns warnings about families that people would mistake for a family of the system, such as "Аrial" with a
    /// Cyrillic А.
    ///
    /// Such a font is not refused: programs do not confuse the two names, and the letters may be those of the
    /// language.
    ///
    /// - Parameter faces: The faces of a font.
    /// - Returns: At most one warning for each family.
    func lookalikeWarnings(about faces: [FaceIdentity]) -> [RegistrationWarning] {
        var families: Set<String> = []
        return faces.compactMap { face -> RegistrationWarning? in
            guard families.insert(face.family.fontNameKey).inserted else { return nil }
            // Names in other languages are known only by their keys.
            let lookalikes = face.style.families.reduce(into: face.family.lookalikeKeys) {
                $0.formUnion($1.lookalikeKeys)
            }
            for key in lookalikes.subtracting(face.style.families).sorted() {
                guard let known = systemFaces[key], let other = known.first else { continue }
                let names = known.map(\.identity.family)
                let name = names.first { $0.fontNameKey == key } ?? other.identity.family
                return RegistrationWarning(
                    kind: .lookalikeFamily,
                    message: "The family '\(face.family)' has letters of other alphabets and looks like '\(name)', a "
                        + "family of the system. People may mistake one for the other.",
                    owner: FontError.systemOwner)
            }
            return nil
        }
    }
}
