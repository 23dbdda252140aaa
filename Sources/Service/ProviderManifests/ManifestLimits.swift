internal import FontModel

/// The limits of a manifest's content.
package enum ManifestLimits {
    /// The latest supported version of the format.
    package static let version: Int64 = 2
    /// The maximum number of bytes of the file: more than the maximum number of fonts with long names needs.
    package static let fileSize = 2 << 20
    /// The maximum nesting depth of arrays and objects; a manifest needs 4.
    package static let depth = 16
    /// The maximum number of fonts of one provider, with room for providers to which the administrator allows more.
    package static let fonts = 5000
    /// The maximum number of launch fonts, which are in use before the first text: each delays every start.
    package static let launchFonts = 100
    /// The maximum number of files that are not fonts.
    package static let resources = 5000
    /// The maximum number of bytes of a fetched file: the limit of the downloader.
    package static let fetchedSize = Int64(FontLimits.webFontSize)
    /// The maximum number of tags of a font.
    package static let tags = 32
    /// The maximum number of alternate icons.
    package static let alternateIcons = 100
    /// The maximum number of images of an icon: a scalable one and the sizes of a theme.
    package static let iconFiles = 16
    /// The maximum number of bytes of the web address of a file.
    package static let addressLength = 2048
    /// The maximum number of characters of a display name.
    package static let nameLength = 100
    /// The maximum number of bytes of a tag or of the name of an icon.
    package static let wordLength = 64
    /// The maximum number of bytes of a font's name, the same as inside font files.
    package static let fontNameLength = 255
    /// The maximum number of fonts that a manifest can request: as many as the user may install.
    package static let wishedFonts: Int64 = 20_000
    /// The maximum number of bytes that a manifest can request: 64 GiB.
    package static let wishedBytes: Int64 = 64 << 30
}
