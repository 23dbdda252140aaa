internal import FontModel
internal import LinuxSystem
internal import ProviderManifests
internal import Synchronization

/// The resources that one manifest declares.
struct ResourceCatalog: Sendable {
    /// The location of the manifest.
    let place: ManifestPlace
    /// The provider's directory of assets.
    let directory: String
    /// The resources in the order of the manifest, fonts first.
    let resources: [ProviderResource]

    /// The provider as the caller on whose behalf files are downloaded.
    let caller: CallerIdentity

    /// The resources that have at least one of the given tags.
    ///
    /// - Parameter tags: The tags.
    /// - Returns: The resources in the order of the manifest.
    /// - Throws: `assetNotFound` for a tag that no resource has.
    func resources(tagged tags: [String]) throws(FontError) -> [ProviderResource] {
        let declared = Set(resources.flatMap(\.tags))
        if let unknown = tags.first(where: { !declared.contains($0) }) {
            throw FontError(
                .assetNotFound,
                "The manifest of \(place.provider) declares no resource with the tag '\(unknown.prefix(64))'.")
        }
        let wanted = Set(tags)
        return resources.filter { $0.tags.contains(where: wanted.contains) }
    }
}

/// Reads the resources that manifests declare, and caches them until the manifest files change.
final class ResourceCatalogs: Sendable {
    private let manifests: ManifestSearch
    private let known = Mutex<[ManifestKey: (stamp: FileStamp, path: String, catalog: ResourceCatalog)]>([:])

    private struct ManifestKey: Hashable {
        let provider: ProviderIdentifier
        let origin: InstalledManifest.Origin
    }

    init(manifests: ManifestSearch) { self.manifests = manifests }

    /// The resources that the manifest of a provider declares; blocks.
    ///
    /// - Throws: `assetNotFound` if there is no valid manifest.
    func catalog(of caller: CallerIdentity) throws(FontError) -> ResourceCatalog {
        let origin: InstalledManifest.Origin = caller.kind == .flatpak ? .flatpak : .dataDirectory
        // For a sandboxed application, this is the manifest of the installation that it was started from.
        let started = caller.manifest.map {
            ManifestPlace(provider: caller.provider, path: $0.path, origin: origin, stamp: $0.stamp)
        }
        let place = started ?? manifests.place(of: caller.provider, from: origin)
        guard let place, let catalog = catalog(at: place) else {
            throw FontError(
                .assetNotFound,
                "\(caller.provider) has no manifest that declares resources. 'typecase manifest check' tells what is wrong "
                    + "with one.")
        }
        return catalog
    }

    /// The resources that all manifests declare, in the order of the providers; blocks.
    func all() -> [ResourceCatalog] { manifests.places().compactMap { catalog(at: $0) } }

    /// Whether a manifest still declares a file; blocks.
    func declares(_ digest: FontDigest, at place: ManifestPlace) -> Bool {
        guard let status = try? FileStatus(path: place.path, followsLinks: true) else { return false }
        let now = ManifestPlace(provider: place.provider, path: place.path, origin: place.origin, stamp: status.stamp)
        return catalog(at: now)?.resources.contains { $0.digest == digest } ?? false
    }

    private func catalog(at place: ManifestPlace) -> ResourceCatalog? {
        let key = ManifestKey(provider: place.provider, origin: place.origin)
        if let known = known.withLock({ $0[key] }), known.stamp == place.stamp, known.path == place.path {
            return known.catalog
        }
        // A Flatpak may be outside the directories that are searched for installations.
        let end = "/share/typecase/providers/\(place.provider).json"
        let manifest =
            place.origin == .flatpak && place.path.hasSuffix(end)
            ? try? ManifestSearch.manifest(of: place.provider, deployedAt: String(place.path.dropLast(end.utf8.count)))
            : try? manifests.manifest(of: place.provider, from: place.origin)
        guard let manifest, let content = manifest.reading.manifest else { return nil }
        let catalog = ResourceCatalog(
            place: place, directory: manifest.assetDirectory,
            resources: content.fonts.map { ProviderResource($0, of: place.provider) }
                + content.resources.map { ProviderResource($0, of: place.provider) }
                + content.alternateIcons.compactMap { ProviderResource($0, of: place.provider) },
            caller: place.caller)
        known.withLock { $0[key] = (place.stamp, place.path, catalog) }
        return catalog
    }
}
