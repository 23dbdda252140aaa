internal import FontModel
internal import Registry

extension LibraryPlanner {
    /// Checks that programs which ask for a font of the system are not given another one in its place.
    ///
    /// - Parameters:
    ///   - faces: The faces of a font that programs are to see.
    ///   - replaced: Files of the user that go for it.
    /// - Throws: `Shadowed`.
    func checkShadowing(of faces: [FaceIdentity], replacing replaced: Set<String>) throws(FontError) {
        for face in faces {
            guard face.style.families.isDisjoint(with: Self.genericFamilies) else {
                throw FontError(
                    .shadowed,
                    "'\(face.family)' has a family name that programs use for the system's default font of a kind.",
                    owner: FontError.systemOwner)
            }
            for other in shadowed(by: face) {
                if let file = userFiles[other.path], replaced.contains(file) { continue }
                let subject =
                    "'\(face.postscriptName)' would stand in for '\(other.identity.postscriptName)', a face of the "
                    + "family '\(other.identity.family)'"
                throw shadowing(other.path, subject)
            }
        }
    }

    /// The faces of the system that programs would not find any more if they saw another one.
    ///
    /// A program asks for a family and for what the face should look like; the name of the style seldom plays a part. Of
    /// two faces that both are what it asks for, fontconfig takes the one of the higher revision, and of two of one
    /// revision the system's.
    ///
    /// - Parameter face: A face that is none of the system's.
    /// - Returns: The system's faces, which have other PostScript names.
    func shadowed(by face: FaceIdentity) -> [SystemFace] {
        face.style.families.sorted().flatMap { family in
            (systemFaces[family] ?? []).filter { other in
                let hasSameStyle =
                    face.style.name == other.identity.style.name && face.isVariable == other.identity.isVariable
                    && face.family.fontNameKey == other.identity.family.fontNameKey
                return hasSameStyle
                    || face.revision > other.identity.revision && face.style.looksLike(other.identity.style)
            }
        }
    }

    /// The families that programs ask for where any font of a kind will do, as `fontNameKey`.
    ///
    /// A font that had such a name would be the first choice for it. Source: the generic families of CSS Fonts Level 4,
    /// and what fontconfig's own configuration (45-generic.conf, 60-generic.conf, fonts.conf) takes for them.
    static let genericFamilies: Set<String> = [
        "cursive", "emoji", "fangsong", "fantasy", "math", "mono", "monospace", "sans", "sansserif", "serif",
        "systemui", "uimonospace", "uirounded", "uisansserif", "uiserif",
    ]
}
