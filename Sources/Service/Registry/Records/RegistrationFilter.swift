package import FontModel

/// Which registrations to list; what is left out does not matter.
package struct RegistrationFilter: Sendable, Hashable {
    /// The most registrations of one page.
    package static let maximumLimit = 1000

    /// The owner.
    package var provider: ProviderIdentifier?
    /// The scope.
    package var scope: RegistrationScope?
    /// The state.
    package var isEnabled: Bool?
    /// A PostScript, family or full name of any face in any language, compared by `fontNameKey`.
    package var name: String?
    /// A family of any face in any language, compared by `fontNameKey`.
    package var family: String?
    /// The content.
    package var digest: FontDigest?
    /// The registration itself.
    package var id: FontIdentifier?
    /// What one of the font's faces must be like; whose it is and where it comes from do not matter.
    package var faces: FaceFilter
    /// The cursor of the page before.
    package var cursor: String?
    /// The most registrations wanted, cut to 1...``maximumLimit``.
    package var limit: Int

    /// Whether only one registration can pass, so that it takes no list to find out.
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
