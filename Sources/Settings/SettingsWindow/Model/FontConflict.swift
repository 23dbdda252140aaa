internal import Adwaita
internal import Localization

/// An installed font, and one in a file that would take its place.
struct FontConflict: Sendable {
    /// One of the two.
    struct Side: Sendable {
        let name: String
        let version: String
        /// The bytes of its file; 0 where they are not known.
        let size: UInt64
        let sample: SampleFont
        let isNewer: Bool

        /// What tells it from the other one.
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
