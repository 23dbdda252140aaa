internal import FontLibrary
package import FontModel
package import ProviderManifests

/// A font or another file that a provider's manifest declares, as something that can be fetched and evicted.
package struct ProviderResource: Sendable, Hashable {
    /// Whose it is.
    package let provider: ProviderIdentifier
    /// The file, below the provider's directory of assets.
    package let file: AssetPath
    /// The SHA-256 that the manifest declares.
    package let digest: FontDigest
    /// The name of a font; `nil` for another file, and where the manifest gives none.
    package let name: String?
    /// What it belongs to, in words of the provider's own.
    package let tags: [String]
    /// When it is wanted on the machine.
    package let policy: FontAsset.Policy
    /// Where it is fetched from; `nil` where it comes with the provider.
    package let address: String?
    /// How many bytes it has; `nil` where the manifest does not say.
    package let size: Int?
    /// The name of the user's secret for the server; `nil` where the server wants none.
    package let credential: String?
    /// Whether it is a font.
    package let isFont: Bool
    /// Whether the service registers it without the provider's asking.
    package let isRegisteredOnInstallation: Bool

    /// Under which names the file may be in the store; none where it comes with the provider.
    ///
    /// What was fetched with a secret is for the provider of the secret alone.
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

    /// An icon that is fetched before it is set; `nil` for one that comes with the provider.
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

    /// What the files of fetched icons are listed below.
    private static let iconDirectory = "alternate-icons"
}

/// Which resources of the machine something is about; all of them where nothing is said.
package struct ResourceFilter: Sendable {
    /// The providers; empty for all.
    package var providers: Set<ProviderIdentifier> = []
    /// The tags, of which a resource has at least one; empty for any.
    package var tags: Set<String> = []
    /// The policies; empty for all.
    package var policies: Set<FontAsset.Policy> = []

    /// Creates a filter that lets everything through.
    package init() {}

    func contains(_ resource: ProviderResource) -> Bool {
        (providers.isEmpty || providers.contains(resource.provider))
            && (tags.isEmpty || resource.tags.contains(where: tags.contains))
            && (policies.isEmpty || policies.contains(resource.policy))
    }
}
