internal import FontLibrary
package import FontModel
package import ProviderManifests

/// A font or another file declared in a provider's manifest that can be downloaded and evicted.
package struct ProviderResource: Sendable, Hashable {
    /// The provider.
    package let provider: ProviderIdentifier
    /// The file, below the provider's directory of assets.
    package let file: AssetPath
    /// The SHA-256 that the manifest declares.
    package let digest: FontDigest
    /// The name of a font; `nil` for any other file, and for a font without a name in the manifest.
    package let name: String?
    /// The provider's own tags, which group its resources.
    package let tags: [String]
    /// When the file should be on the machine.
    package let policy: FontAsset.Policy
    /// The address to download the file from; `nil` if it comes with the provider.
    package let address: String?
    /// The size of the file in bytes; `nil` if the manifest does not declare it.
    package let size: Int?
    /// The name of the user's secret for the server; `nil` if the server requires none.
    package let credential: String?
    /// Whether it is a font.
    package let isFont: Bool
    /// Whether the service registers the font without a request of the provider.
    package let isRegisteredOnInstallation: Bool

    /// The keys under which the file may be in the store; empty if it comes with the provider.
    ///
    /// A file downloaded with a secret is available only to the provider of the secret.
    var entries: [AssetStore.Key] {
        guard address != nil else { return [] }
        let shared = AssetStore.Key(digest: digest, owner: nil)
        return credential == nil ? [shared] : [AssetStore.Key(digest: digest, owner: provider), shared]
    }

    init(_ font: FontAsset, of provider: ProviderIdentifier) {
        self.provider = provider
        (file, digest, name, tags) = (font.file, font.sha256, font.name, font.tags)
        (policy, address, size, credential) = (font.policy, font.address, font.size, font.credential)
        isFont = true
        isRegisteredOnInstallation = font.registration == .onInstall
    }

    init(_ resource: ResourceFile, of provider: ProviderIdentifier) {
        self.provider = provider
        (file, digest, name, tags) = (resource.file, resource.sha256, nil, resource.tags)
        (policy, address, size, credential) =
            (resource.policy, resource.address, resource.size, resource.credential)
        isFont = false
        isRegisteredOnInstallation = false
    }

    /// Creates a resource from an icon that is downloaded before use; `nil` for an icon that comes with the provider.
    init?(_ icon: AlternateIcon, of provider: ProviderIdentifier) {
        guard case .address(let address, let digest) = icon.source,
            let file = AssetPath("\(Self.iconDirectory)/\(icon.name)")
        else { return nil }
        self.provider = provider
        (self.file, self.digest, name, tags) = (file, digest, nil, [])
        (policy, self.address, size, credential) = (.onDemand, address, nil, nil)
        isFont = false
        isRegisteredOnInstallation = false
    }

    /// The directory under which downloaded icons are listed.
    private static let iconDirectory = "alternate-icons"
}

/// Selects resources of the machine; by default all of them.
package struct ResourceFilter: Sendable {
    /// The providers; empty for all.
    package var providers: Set<ProviderIdentifier> = []
    /// The tags, of which a resource must have at least one; empty for any.
    package var tags: Set<String> = []
    /// The policies; empty for all.
    package var policies: Set<FontAsset.Policy> = []

    /// Creates a filter that matches all resources.
    package init() {}

    func contains(_ resource: ProviderResource) -> Bool {
        (providers.isEmpty || providers.contains(resource.provider))
            && (tags.isEmpty || resource.tags.contains(where: tags.contains))
            && (policies.isEmpty || policies.contains(resource.policy))
    }
}
