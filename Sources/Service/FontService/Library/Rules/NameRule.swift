internal import FontModel
internal import Registry

/// The PostScript name of a face is its own, but for other styles of its family: see ``Registry/FaceIdentity``.
struct NameRule: LibraryRule {
    func check(_ font: RuledFont, in library: PlannedLibrary) throws(FontError) {
        for face in font.entry.faces {
            try library.checkOwners(
                library.names[face.postscriptName.fontNameKey], "'\(face.postscriptName)' is the name", for: font
            ) { library.isWelcome(face, beside: $0, for: font.provider) }
        }
    }
}

/// No face has the PostScript name of another font's named instance, and no named instance that of another font.
///
/// A variable font gives its instances the names of the static fonts of its family: programs may have both.
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
