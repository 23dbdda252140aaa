package import FontModel

/// An icon that an application can show itself with.
package struct AlternateIcon: Sendable, Equatable {
    /// Where its pictures are.
    package enum Source: Sendable, Equatable {
        /// In the icon theme, under a name that the application has installed.
        case theme(String)
        /// Below the provider's directory of assets: several sizes, and a scalable one.
        case files([File])
        /// On the web, to be fetched before the icon is set.
        case address(String, FontDigest)
    }

    /// One picture.
    package struct File: Sendable, Equatable {
        /// The file, below the provider's directory of assets.
        package var path: AssetPath
        /// What the file has to hold.
        package var sha256: FontDigest

        /// Creates a file.
        package init(path: AssetPath, sha256: FontDigest) {
            self.path = path
            self.sha256 = sha256
        }
    }

    /// What the application calls it.
    package var name: String
    /// Where its pictures are.
    package var source: Source

    /// Creates an icon.
    package init(name: String, source: Source) {
        self.name = name
        self.source = source
    }

    /// Creates an icon of the theme.
    package init(name: String, icon: String) { self.init(name: name, source: .theme(icon)) }
}
