package import FontModel

/// A file of a provider that is no font.
package struct ResourceFile: Sendable, Equatable {
    /// The file, below the provider's directory of assets.
    package var file: AssetPath
    /// The SHA-256 that the file must have.
    package var sha256: FontDigest
    /// What the file belongs to, in words of the provider's own.
    package var tags: [String]
    /// When the file is wanted on the machine.
    package var policy = FontAsset.Policy.onDemand
    /// Where the file is fetched from; `nil` where it comes with the provider.
    package var address: String?
    /// How many bytes the file has; `nil` where the manifest does not say.
    package var size: Int?
    /// The name of the user's secret for the server; `nil` where the server wants none.
    package var credential: String?

    /// Creates a resource.
    package init(file: AssetPath, sha256: FontDigest, tags: [String]) {
        self.file = file
        self.sha256 = sha256
        self.tags = tags
    }
}
