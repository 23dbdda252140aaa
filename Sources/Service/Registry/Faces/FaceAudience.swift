package import FontModel

/// Who is told of faces: everybody sees those that are published.
package enum FaceAudience: Sendable, Hashable {
    /// Whoever has no right to more.
    case everybody
    /// Who may use all installed fonts, also those that are not published.
    case grantees
    /// Who may use some of the fonts that are not published.
    case grantee(of: Set<FontDigest>)

    /// The most fonts of an audience that may use some: more of them make no statement that SQLite likes.
    package static let maximumFonts = 1000
}
