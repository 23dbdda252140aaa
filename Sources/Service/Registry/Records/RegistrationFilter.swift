package import FontModel

/// A filter for lists of registrations; properties that are not set match everything.
package struct RegistrationFilter: Sendable, Hashable {
    /// The maximum number of registrations on one page.
    package static let maximumLimit = 1000

    /// The owner.
    package var provider: ProviderIdentifier?
    /// The scope.
    package var scope: RegistrationScope?
    /// Whether the registration is enabled.
    package var isEnabled: Bool?
    /// A PostScript, family or full name of any face in any language, compared by `fontNameKey`.
    package var name: String?
    /// A family of any face in any language, compared by `fontNameKey`.
    package var family: String?
    /// The content.
    package var digest: FontDigest?
    /// The only registration to list.
    package var id: FontIdentifier?
    /// The conditions that at least one of the font's faces must meet; its conditions on owner and origin are ignored.
    package var faces: FaceFilter
    /// The cursor from the previous page.
    package var cursor: String?
    /// The maximum number of registrations to return, limited to 1...``maximumLimit``.
    package var limit: Int

    /// Whether at most one registration can match, so that the query is not a list.
    package var isAboutOne: Bool { id != nil }

    /// Creates a filter.
    package init(
        provider: ProviderIdentifier? = nil, scope: RegistrationScope? = nil, isEnabled: Bool? = nil,
        name: String? = nil, family: String? = nil, digest: FontDigest? = nil, id: FontIdentifier? = nil,
        faces: FaceFilter = FaceFilter(), cursor: String? = nil, limit: Int = Self.maximumLimit
    ) {
        self.provider = provider
        self.scope = scope
        self.isEnabled = isEnabled
        self.name = name
        self.family = family
        self.digest = digest
        self.id = id
        self.faces = faces
        self.cursor = cursor
        self.limit = limit
    }
}
