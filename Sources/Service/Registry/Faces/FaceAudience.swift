package import FontModel

/// The callers to which faces are shown; published faces are visible to everybody.
package enum FaceAudience: Sendable, Hashable {
    /// Callers without further rights.
    case everybody
    /// Callers that may use all installed fonts, including fonts that are not published.
    case grantees
    /// A program without the right to use installed fonts.
    ///
    /// It sees the system's fonts, published fonts whose bytes it has registered itself, and the individual fonts that
    /// the user lets it use. Other installed fonts would allow it to distinguish users.
    case owner(ProviderIdentifier, also: Set<FontDigest>)

    /// The maximum number of individual fonts of an audience; more would make statements unsuitable for SQLite.
    package static let maximumFonts = 1000
}
