internal import FontModel

/// The caps on what a manifest may hold.
package enum ManifestLimits {
    /// The latest version of the form that is understood.
    package static let version: Int64 = 2
    /// Bytes of the file: more than as many fonts as there may be take with long names.
    package static let fileSize = 2 << 20
    /// Arrays and objects in each other; a manifest has 4.
    package static let depth = 16
    /// Fonts: the most of one provider, with room for those whom the administrator allows more.
    package static let fonts = 5000
    /// Fonts in use before the first text: each takes its time at every start.
    package static let launchFonts = 100
    /// Files that are no fonts.
    package static let resources = 5000
    /// Bytes of one fetched file: what the downloader fetches at most.
    package static let fetchedSize = Int64(FontLimits.webFontSize)
    /// Tags of one font.
    package static let tags = 32
    /// Icons.
    package static let alternateIcons = 100
    /// Pictures of one icon: a scalable one and the sizes of a theme.
    package static let iconFiles = 16
    /// Bytes of the address of a file on the web.
    package static let addressLength = 2048
    /// Characters of a name for people.
    package static let nameLength = 100
    /// Bytes of a tag and of the name of an icon.
    package static let wordLength = 64
    /// Bytes of a font's name, as of those in fonts.
    package static let fontNameLength = 255
    /// The most fonts that can be wished for: as many as a person may install.
    package static let wishedFonts: Int64 = 20_000
    /// The most bytes that can be wished for: 64 GiB.
    package static let wishedBytes: Int64 = 64 << 30
}
