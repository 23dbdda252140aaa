internal import Adwaita
internal import Localization

/// An installed font, and a font in a file that would replace it.
struct FontConflict: Sendable {
    /// One of the two fonts.
    struct Side: Sendable {
        let name: String
        let version: String
        /// The size of its file in bytes; 0 if it is not known.
        let size: UInt64
        let sample: SampleFont
        let isNewer: Bool

        /// The properties that distinguish it from the other font.
        var details: String {
            var parts = [localized("Version %1", version)]
            if size > 0 { parts.append(ByteCount.unbreakableText(size)) }
            // Translators: Of two versions of a font, this one is newer.
            if isNewer { parts.append(localized("Newer")) }
            return parts.joined(separator: " · ")
        }
    }

    let installed: Side
    let new: Side
}
