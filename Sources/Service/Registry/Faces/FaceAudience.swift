package import FontModel

/// Who is told of faces: everybody sees those that are published.
package enum FaceAudience: Sendable, Hashable {
    /// Whoever has no right to more.
    case everybody
    /// Who may use all installed fonts, also those that are not published.
    case grantees
    /// A program without the right to use installed fonts: it is told of the system's fonts, of published fonts
    /// whose bytes it has registered itself, and of the single fonts that the user lets it use. What else is installed
    /// would tell users apart.
    case owner(ProviderIdentifier, also: Set<FontDigest>)

    /// The most fonts of an audience that may use some: more of them make no statement that SQLite likes.
    package static let maximumFonts = 1000
}
