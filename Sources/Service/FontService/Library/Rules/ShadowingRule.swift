internal import FontModel
internal import Registry

/// Programs that ask for a font of the system are not given another one in its place.
struct ShadowingRule: LibraryRule {
    func check(_ font: RuledFont, in library: PlannedLibrary) throws(FontError) {
        for face in font.entry.faces {
            guard face.style.families.isDisjoint(with: Self.genericFamilies) else {
                throw FontError(
                    .shadowed,
                    "'\(face.family)' has a family name that programs use for the system's default font of a kind.",
                    owner: FontError.systemOwner)
            }
            for other in library.shadowed(by: face) where !library.isReplaced(other.path, by: font) {
                let subject =
                    "'\(face.postscriptName)' would stand in for '\(other.identity.postscriptName)', a face of the "
                    + "family '\(other.identity.family)'"
                throw library.shadowing(other.path, subject)
            }
        }
    }

    /// The families that programs ask for where any font of a kind will do, as `fontNameKey`.
    ///
    /// A font that had such a name would be the first choice for it. Source: the generic families of CSS Fonts Level 4,
    /// and what fontconfig's own configuration (45-generic.conf, 60-generic.conf, fonts.conf) takes for them.
    private static let genericFamilies: Set<String> = [
        "cursive", "emoji", "fangsong", "fantasy", "math", "mono", "monospace", "sans", "sansserif", "serif",
        "systemui", "uimonospace", "uirounded", "uisansserif", "uiserif",
    ]
}

extension PlannedLibrary {
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

    /// Whether a file is the user's own and goes for a font, or is gone already.
    func isReplaced(_ path: String, by font: RuledFont) -> Bool {
        userFiles[path].map { $0 == Self.goneFile || font.replacedFiles.contains($0) } ?? false
    }

    /// The error for a font that would have programs miss a file which is none of ours.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - subject: What the font has of it, up to "of".
    /// - Returns: The error, with what to do where the file is the user's own.
    func shadowing(_ path: String, _ subject: String) -> FontError {
        let directory = userDirectories.first { path.hasPrefix($0 + "/") }
        return FontError(
            .shadowed,
            directory.map {
                "\(subject) of a font file in \($0) that Typecase does not manage. 'typecase adopt \($0)' takes "
                    + "the fonts there over; or remove the file."
            } ?? "\(subject) of a font of the system, which must not be shadowed.",
            owner: FontError.systemOwner)
    }
}
