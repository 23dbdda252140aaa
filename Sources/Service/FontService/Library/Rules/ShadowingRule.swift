internal import FontModel
internal import Registry

/// The rule that a font must not be found in place of a system font.
struct ShadowingRule: LibraryRule {
    func check(_ font: RuledFont, in library: PlannedLibrary) throws(FontError) {
        for face in font.entry.faces {
            guard face.style.families.isDisjoint(with: Self.genericFamilies) else {
                throw FontError(
                    .shadowed,
                    "'\(face.family)' is a generic family name, which programs use to request a default font of the "
                        + "system.",
                    owner: FontError.systemOwner)
            }
            for other in library.shadowed(by: face) where !library.isReplaced(other.path, by: font) {
                let subject =
                    "'\(face.postscriptName)' would be found in place of '\(other.identity.postscriptName)', a face of the "
                    + "family '\(other.identity.family)'"
                throw library.shadowing(other.path, subject)
            }
        }
    }

    /// The families that programs request if any font of a kind is suitable, as `fontNameKey`.
    ///
    /// A font with such a name would be the first choice for it. Source: the generic families of CSS Fonts Level 4, and
    /// the families that fontconfig's own configuration (45-generic.conf, 60-generic.conf, fonts.conf) treats as
    /// generic.
    private static let genericFamilies: Set<String> = [
        "cursive", "emoji", "fangsong", "fantasy", "math", "mono", "monospace", "sans", "sansserif", "serif",
        "systemui", "uimonospace", "uirounded", "uisansserif", "uiserif",
    ]
}

extension PlannedLibrary {
    /// Returns the system faces that programs would no longer find if they saw another face.
    ///
    /// A program requests a family and the appearance of the face; the name of the style is seldom used. If two faces
    /// match the request, fontconfig chooses the one with the higher revision. If their revisions are equal, it chooses
    /// the system face.
    ///
    /// - Parameter face: A face that is not a system face.
    /// - Returns: The system faces, which have different PostScript names.
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

    /// Returns whether a file belongs to the user and is removed for a font, or no longer exists.
    func isReplaced(_ path: String, by font: RuledFont) -> Bool {
        guard !font.replacedFiles.isEmpty else { return false }
        return userFiles[path].map { $0 == Self.goneFile || font.replacedFiles.contains($0) } ?? false
    }

    /// Returns the error for a font that would hide a file not managed by Typecase.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - subject: The beginning of the error message, up to "of".
    /// - Returns: The error; if the file belongs to the user, it says what to do.
    func shadowing(_ path: String, _ subject: String) -> FontError {
        let directory = userDirectories.first { path.hasPrefix($0 + "/") }
        return FontError(
            .shadowed,
            directory.map {
                "\(subject) of a font file in \($0) that Typecase does not manage. Run 'typecase adopt \($0)' to "
                    + "manage the fonts there with Typecase, or remove the file."
            } ?? "\(subject) of a system font, which must not be shadowed.",
            owner: FontError.systemOwner)
    }
}
