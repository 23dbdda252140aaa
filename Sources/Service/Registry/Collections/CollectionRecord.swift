package import FontModel

/// A font in a collection, identified by owner, name and style, so that a newer version stays in the collection.
package struct CollectedFont: Sendable, Hashable {
    /// The owner of the font.
    package var provider: ProviderIdentifier
    /// The PostScript name of its first face.
    package var postscriptName: String
    /// The family of its first face; empty if unknown, as for fonts that were removed before families were stored.
    package var family: String
    /// The style of its first face; empty if the family is unknown.
    package var style: String

    /// Creates a font of a collection.
    package init(provider: ProviderIdentifier, postscriptName: String, family: String = "", style: String = "") {
        self.provider = provider
        self.postscriptName = postscriptName
        self.family = family
        self.style = style
    }

    /// The same font without family and style, which stands for all fonts of the owner with the name.
    package var withoutStyle: CollectedFont { CollectedFont(provider: provider, postscriptName: postscriptName) }
}

/// A collection of fonts that the user created.
package struct CollectionRecord: Sendable, Equatable {
    /// A font of the collection, and its registrations.
    package struct Member: Sendable, Equatable {
        /// The font.
        package var font: CollectedFont
        /// The registered versions of the font, oldest first; empty if the font is no longer registered.
        package var registrations: [Registered]
    }

    /// A registered version of a font.
    package struct Registered: Sendable, Equatable {
        /// The registration.
        package var id: FontIdentifier
        /// The content.
        package var digest: FontDigest
        /// Whether programs find this version.
        package var isEnabled: Bool
    }

    /// The name, which is unique among collections.
    package var name: String
    /// The creation time, in seconds since 1970.
    package var time: Int64
    /// The fonts of the collection, sorted by name.
    package var members: [Member]
}
