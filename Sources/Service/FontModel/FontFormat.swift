/// The container and outline format of a font file, detected from its content and never from its name.
package enum FontFormat: String, Sendable, Hashable, CaseIterable {
    /// TrueType outlines, or only colour bitmaps.
    case truetype
    /// Compact Font Format outlines in an OpenType file.
    case cff
    /// Compact Font Format 2 outlines in an OpenType file.
    case cff2
    /// Several faces in one file.
    case collection

    /// The file name extension of the format.
    package var fileExtension: String {
        switch self {
        case .truetype: "ttf"
        case .cff, .cff2: "otf"
        case .collection: "ttc"
        }
    }
}

/// The embedding rights that the `fsType` field of `OS/2` declares.
///
/// Source: OpenType specification, OS/2 table, fsType.
package enum EmbeddingRights: String, Sendable, Hashable, CaseIterable {
    /// May be embedded and installed by the receiver.
    case installable
    /// May be embedded for viewing and printing only.
    case previewAndPrint = "preview-and-print"
    /// May be embedded in documents that can be edited.
    case editable
    /// Must not be embedded without the owner's permission.
    case restricted
    /// The font does not declare any.
    case unknown
}

/// The slope of a face.
package enum FontSlant: String, Sendable, Hashable, CaseIterable {
    /// Not sloped.
    case upright
    /// Separate cursive forms.
    case italic
    /// The upright forms, sloped.
    case oblique
}
