package import FontModel

/// An icon that an application can use in place of its usual icon.
package struct AlternateIcon: Sendable, Equatable {
    /// Where the images of an icon are.
    package enum Source: Sendable, Equatable {
        /// In the icon theme, under a name that the application has installed.
        case theme(String)
        /// Below the provider's directory of assets: several sizes, and a scalable image.
        case files([File])
        /// On the web; the image is fetched before the icon is set.
        case address(String, FontDigest)
    }

    /// An image file.
    package struct File: Sendable, Equatable {
        /// The path below the provider's directory of assets.
        package var path: AssetPath
        /// The SHA-256 that the file must have.
        package var sha256: FontDigest

        /// Creates a file.
        package init(path: AssetPath, sha256: FontDigest) {
            self.path = path
            self.sha256 = sha256
        }
    }

    /// The name that the application uses for the icon.
    package var name: String
    /// Where the images are.
    package var source: Source

    /// Creates an icon.
    package init(name: String, source: Source) {
        self.name = name
        self.source = source
    }

    /// Creates an icon of the icon theme.
    package init(name: String, icon: String) { self.init(name: name, source: .theme(icon)) }
}
