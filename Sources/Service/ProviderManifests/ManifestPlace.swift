package import FontModel
internal import LinuxSystem
internal import SystemPackage

/// The location of a manifest, before it is read.
package struct ManifestPlace: Sendable, Equatable {
    /// The provider that the manifest belongs to, according to the file name.
    package let provider: ProviderIdentifier
    /// The absolute path of the file.
    package let path: String
    /// Where the manifest was found.
    package let origin: InstalledManifest.Origin
    /// Distinguishes the file from another file at the same path.
    package let stamp: FileStamp

    /// Creates a location.
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
    /// Finds the manifest that applies for each provider; the data directories take precedence over Flatpak
    /// installations.
    ///
    /// Blocks.
    ///
    /// - Returns: The locations, sorted by provider.
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

    /// Finds the manifests in the deployed files of Flatpak applications, even if other manifests of them apply.
    ///
    /// Blocks.
    ///
    /// - Returns: The locations by provider.
    package func deployedPlaces() -> [ProviderIdentifier: ManifestPlace] {
        var found: [ProviderIdentifier: ManifestPlace] = [:]
        for installation in installations {
            for id in (try? ConfinedDirectory(path: installation + "/app").names()) ?? [] {
                guard let provider = ProviderIdentifier(applicationID: id), found[provider] == nil else { continue }
                found[provider] = place(of: provider, from: .flatpak)
            }
        }
        return found
    }

    /// Whether a Flatpak application is deployed, with a manifest or without.
    ///
    /// Blocks.
    package func isDeployed(_ provider: ProviderIdentifier) -> Bool {
        installations.contains { installation in
            let files = "\(installation)/app/\(provider)/current/active/files"
            return (try? FileStatus(path: files, followsLinks: true))?.kind == .directory
        }
    }

    /// Finds the manifest that applies for one provider.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - origin: Where to search.
    /// - Returns: The location; `nil` if there is no manifest.
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
