internal import FontModel
internal import Registry

/// The rule that only styles of one family may share a PostScript name: see ``Registry/FaceIdentity``.
struct NameRule: LibraryRule {
    func check(_ font: RuledFont, in library: PlannedLibrary) throws(FontError) {
        for face in font.entry.faces {
            try library.checkOwners(
                library.names[face.postscriptName.fontNameKey], "'\(face.postscriptName)' is the name", for: font
            ) { library.isWelcome(face, beside: $0, for: font.provider) }
        }
    }
}

/// The rule that no face shares its PostScript name with a named instance of another font, and vice versa.
///
/// Fonts of one family are exempt: a variable font gives its instances the names of the static fonts of its family, and
/// programs may have both.
struct InstanceNameRule: LibraryRule {
    func check(_ font: RuledFont, in library: PlannedLibrary) throws(FontError) {
        for face in font.entry.faces {
            func isSibling(_ owner: PlannedLibrary.NameOwner) -> Bool { library.has(owner, familyOf: face) }
            try library.checkOwners(
                library.instanceNames[face.postscriptName.fontNameKey],
                "'\(face.postscriptName)' is the name of a named instance", for: font, ignoring: isSibling)
            for key in face.instanceKeys.sorted() {
                let name = "A named instance of '\(face.postscriptName)' has the name '\(key)'"
                try library.checkOwners(library.names[key], name, for: font, ignoring: isSibling)
                try library.checkOwners(library.instanceNames[key], name, for: font, ignoring: isSibling)
            }
        }
    }
}
