package import FontModel
internal import LinuxSystem
internal import SystemPackage

/// Where a manifest is, before it is read.
package struct ManifestPlace: Sendable, Equatable {
    /// Whose it is, as its name says.
    package let provider: ProviderIdentifier
    /// The absolute path of the file.
    package let path: String
    /// Where it was found.
    package let origin: InstalledManifest.Origin
    /// What tells it from another file in its place.
    package let stamp: FileStamp

    /// Names a file.
    package init(
        provider: ProviderIdentifier, path: String, origin: InstalledManifest.Origin, stamp: FileStamp
    ) {
        self.provider = provider
        self.path = path
        self.origin = origin
        self.stamp = stamp
    }
}

extension ManifestSearch {
    /// Where manifests are, the one that counts of each provider; those among the directories of data count first.
    ///
    /// Blocks.
    ///
    /// - Returns: The places in the order of the providers.
    package func places() -> [ManifestPlace] {
        var found: [ProviderIdentifier: ManifestPlace] = [:]
        func add(_ id: String, _ path: String, _ origin: InstalledManifest.Origin) {
            guard let provider = ProviderIdentifier(applicationID: id), found[provider] == nil,
                let status = try? FileStatus(path: path, followsLinks: true), status.kind == .regular
            else { return }
            found[provider] = ManifestPlace(provider: provider, path: path, origin: origin, stamp: status.stamp)
        }
        for directory in manifestDirectories {
            for name in (try? ConfinedDirectory(path: directory).names()) ?? [] where name.hasSuffix(".json") {
                add(String(name.dropLast(5)), "\(directory)/\(name)", .dataDirectory)
            }
        }
        for installation in installations {
            for id in (try? ConfinedDirectory(path: installation + "/app").names()) ?? [] {
                add(id, "\(installation)/app/\(id)/current/active/files/share/typecase/providers/\(id).json", .flatpak)
            }
        }
        return found.values.sorted { $0.provider.rawValue < $1.provider.rawValue }
    }

    /// Where the manifest of one provider is, the one that counts.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - origin: Where to look.
    /// - Returns: The place; `nil` where there is none.
    package func place(
        of provider: ProviderIdentifier, from origin: InstalledManifest.Origin
    ) -> ManifestPlace? {
        let id = provider.rawValue
        let paths =
            switch origin {
            case .dataDirectory: manifestPaths(of: provider)
            case .flatpak:
                installations.map {
                    "\($0)/app/\(id)/current/active/files/share/typecase/providers/\(id).json"
                }
            }
        guard ProviderIdentifier(applicationID: id) != nil else { return nil }
        for path in paths {
            guard let status = try? FileStatus(path: path, followsLinks: true), status.kind == .regular else {
                continue
            }
            return ManifestPlace(provider: provider, path: path, origin: origin, stamp: status.stamp)
        }
        return nil
    }
}
