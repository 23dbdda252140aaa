package import FontModel

/// A font as a collection knows it: by its owner, its name and its style, so that a newer version stays in the collection.
package struct CollectedFont: Sendable, Hashable {
    /// Whose font it is.
    package var provider: ProviderIdentifier
    /// The PostScript name of its first face.
    package var postscriptName: String
    /// The family of its first face; empty where it is not known, as of fonts that left before it was noted.
    package var family: String
    /// The style of its first face; empty where the family is not known.
    package var style: String

    /// Names a font.
    package init(provider: ProviderIdentifier, postscriptName: String, family: String = "", style: String = "") {
        self.provider = provider
        self.postscriptName = postscriptName
        self.family = family
        self.style = style
    }

    /// The same font where its family and style are not known: all fonts of the owner with the name.
    package var withoutStyle: CollectedFont { CollectedFont(provider: provider, postscriptName: postscriptName) }
}

/// A group of fonts that the user made.
package struct CollectionRecord: Sendable, Equatable {
    /// A font of the collection, and what is registered of it.
    package struct Member: Sendable, Equatable {
        /// The font.
        package var font: CollectedFont
        /// Its versions that are registered, oldest first; none where it is not here any more.
        package var registrations: [Registered]
    }

    /// A version of a font that is registered.
    package struct Registered: Sendable, Equatable {
        /// The registration.
        package var id: FontIdentifier
        /// The content.
        package var digest: FontDigest
        /// Whether programs find it.
        package var isEnabled: Bool
    }

    /// The name, which no other collection has.
    package var name: String
    /// When it was made, in seconds since 1970.
    package var time: Int64
    /// Its fonts, in the order of their names.
    package var members: [Member]
}
