package import FontModel

/// A file of a provider that is not a font.
package struct ResourceFile: Sendable, Equatable {
    /// The path below the provider's directory of assets.
    package var file: AssetPath
    /// The SHA-256 that the file must have.
    package var sha256: FontDigest
    /// The groups that the file belongs to, in the provider's own words.
    package var tags: [String]
    /// When the file should be on the machine.
    package var policy = FontAsset.Policy.onDemand
    /// The address to fetch the file from; `nil` if the file is installed with the provider.
    package var address: String?
    /// The number of bytes of the file; `nil` if the manifest does not give it.
    package var size: Int?
    /// The name of the user's secret for the server; `nil` if the server does not require one.
    package var credential: String?

    /// Creates a resource.
    package init(file: AssetPath, sha256: FontDigest, tags: [String]) {
        self.file = file
        self.sha256 = sha256
        self.tags = tags
    }
}
