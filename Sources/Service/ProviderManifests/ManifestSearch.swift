package import FontModel
internal import LinuxSystem
internal import SystemPackage

/// Finds the manifests on the machine.
///
/// In the directories of `$XDG_DATA_DIRS`, manifests are at `typecase/providers/ID.json`. If several directories
/// contain a manifest of a provider, the first one applies. Flatpak does not export these files. Therefore, they are
/// searched for where Flatpak deploys an application, at `files/share/typecase/providers/ID.json`. There, only the
/// manifest with the application's own id applies.
package struct ManifestSearch: Sendable {
    /// The path of manifests in a data directory.
    static let directory = ["typecase", "providers"]

    private let dataDirectories: [String]
    /// The directories of Flatpak's installations, starting with the system's.
    package let installations: [String]

    /// A file that should be a manifest but cannot be read.
    package struct Failure: Error, Sendable, Equatable {
        /// The absolute path of the file.
        package let path: String
        /// The reason, for people.
        package let message: String
    }

    /// Creates a search of the directories that the environment and Flatpak's configuration specify.
    ///
    /// Sources: XDG Base Directory Specification 0.8; flatpak(1), "Installations" and flatpak-installation(5).
    ///
    /// - Parameters:
    ///   - variables: The environment.
    ///   - flatpakConfiguration: The directory of Flatpak's configuration.
    package init(environment variables: [String: String], flatpakConfiguration: String = "/etc/flatpak") {
        let directory = BaseDirectories.directory
        dataDirectories = BaseDirectories.list(
            variables["XDG_DATA_DIRS"], otherwise: "/usr/local/share:/usr/share")
        var found = [directory(variables["FLATPAK_SYSTEM_DIR"]) ?? "/var/lib/flatpak"]
        found += Self.installations(in: flatpakConfiguration + "/installations.d")
        let home = directory(variables["HOME"])
        let dataHome = directory(variables["XDG_DATA_HOME"]) ?? home.map { $0 + "/.local/share" }
        if let user = directory(variables["FLATPAK_USER_DIR"]) ?? dataHome.map({ $0 + "/flatpak" }) {
            found.append(user)
        }
        installations = found
    }

    /// Finds all manifests: for each provider, at most one of each origin.
    ///
    /// Blocks.
    ///
    /// - Returns: The manifests, valid or not, sorted by id; and the files that cannot be read.
    package func all() -> (manifests: [InstalledManifest], failures: [Failure]) {
        var found: [Result<InstalledManifest, Failure>] = []
        var seen: Set<String> = []
        for directory in dataDirectories {
            let names = try? ConfinedDirectory(path: Self.path(directory, Self.directory)).names()
            for name in names ?? [] where name.hasSuffix(".json") && seen.insert(name).inserted {
                Self.inDataDirectory(directory, name).map { found.append($0) }
            }
        }
        seen = []
        for installation in installations {
            for id in (try? ConfinedDirectory(path: installation + "/app").names()) ?? [] {
                guard ProviderIdentifier(applicationID: id) != nil, !seen.contains(id),
                    let result = Self.inFlatpak(installation, id)
                else { continue }
                seen.insert(id)
                found.append(result)
            }
        }
        var failures: [Failure] = []
        var manifests: [InstalledManifest] = []
        for result in found {
            switch result {
            case .success(let manifest): manifests.append(manifest)
            case .failure(let failure): failures.append(failure)
            }
        }
        return (manifests.sorted { $0.path < $1.path }, failures.sorted { $0.path < $1.path })
    }

    /// Finds the manifest of one provider.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - id: The provider.
    ///   - origin: Where to search.
    ///   - administrators: The users who install Flatpak applications for all users: root, except in tests.
    /// - Returns: The manifest, valid or not; `nil` if there is none.
    /// - Throws: A ``Failure`` if the first existing manifest cannot be read.
    package func manifest(
        of id: ProviderIdentifier, from origin: InstalledManifest.Origin, administrators: Set<UInt32> = [0]
    ) throws(Failure) -> InstalledManifest? {
        guard ProviderIdentifier(applicationID: id.rawValue) != nil else { return nil }
        switch origin {
        case .dataDirectory:
            for directory in dataDirectories {
                if let result = Self.inDataDirectory(directory, "\(id).json") { return try result.get() }
            }
        case .flatpak:
            for installation in installations {
                if let result = Self.inFlatpak(installation, id.rawValue, administrators) { return try result.get() }
            }
        }
        return nil
    }

    /// Finds the manifest of a Flatpak application.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - id: The application.
    ///   - directory: The directory of the deployed files, as Flatpak reports it for the running application.
    ///   - administrators: The users who install files for all users: root, except in tests.
    /// - Returns: The manifest, valid or not; `nil` if there is none.
    /// - Throws: A ``Failure`` if the existing manifest cannot be read.
    package static func manifest(
        of id: ProviderIdentifier, deployedAt directory: String, administrators: Set<UInt32> = [0]
    ) throws(Failure) -> InstalledManifest? {
        try deployed(id.rawValue, at: directory, administrators)?.get()
    }

    /// The path at which a Flatpak application would have its manifest.
    ///
    /// - Parameters:
    ///   - id: The application.
    ///   - directory: The directory of the deployed files.
    /// - Returns: An absolute path.
    package static func path(of id: ProviderIdentifier, deployedAt directory: String) -> String {
        "\(path("\(directory)/share", Self.directory))/\(id).json"
    }

    /// The directories that contain manifests in the data directories, in order of precedence.
    package var manifestDirectories: [String] { dataDirectories.map { Self.path($0, Self.directory) } }

    /// The paths at which a provider would have its manifest in the data directories, in order of precedence.
    ///
    /// - Parameter id: The provider.
    /// - Returns: Absolute paths; empty if the provider is not an application.
    package func manifestPaths(of id: ProviderIdentifier) -> [String] {
        guard ProviderIdentifier(applicationID: id.rawValue) != nil else { return [] }
        return manifestDirectories.map { "\($0)/\(id).json" }
    }

    /// Reads the manifest inside a snap or an AppImage, if it is the only one there.
    ///
    /// The id in the manifest is the application's own, regardless of the provider's id. The manifest is used only for
    /// icons.
    ///
    /// Blocks.
    ///
    /// - Parameter directory: The directory of the application's files.
    /// - Returns: The content of the manifest and its directory of assets; `nil` if there is no manifest, or more than
    ///   one.
    package static func bundled(in directory: String) -> (reading: ManifestReading, assetDirectory: String)? {
        for data in ["\(directory)/usr/share", "\(directory)/share"] {
            let place = path(data, self.directory)
            let names = ((try? ConfinedDirectory(path: place).names()) ?? []).filter { $0.hasSuffix(".json") }
            guard names.count == 1, let manifest = try? inDataDirectory(data, names[0])?.get() else { continue }
            return (manifest.reading, manifest.assetDirectory)
        }
        return nil
    }

    // MARK: Files

    private static func inDataDirectory(
        _ directory: String, _ name: String
    ) -> Result<InstalledManifest, Failure>? {
        let place = path(directory, Self.directory)
        return result(of: "\(place)/\(name)") { path throws(Errno) in
            do throws(Errno) {
                return try InstalledManifest(
                    try ConfinedDirectory(path: place).file([name]), path: path, origin: .dataDirectory)
            } catch .tooManySymbolicLinkLevels {
                // On some systems, such as Nix, all files are links to files in their packages.
                let resolved = try FileSystem.resolved(path)
                let manifest = try InstalledManifest(.reading(resolved), path: resolved, origin: .dataDirectory)
                guard manifest.isAdministrators else { throw .tooManySymbolicLinkLevels }
                return manifest
            }
        }
    }

    private static func inFlatpak(
        _ installation: String, _ id: String, _ administrators: Set<UInt32> = [0]
    ) -> Result<InstalledManifest, Failure>? {
        // `current` and `active` are Flatpak's own links; everything below `files` belongs to the application.
        deployed(id, at: "\(installation)/app/\(id)/current/active/files", administrators)
    }

    private static func deployed(
        _ id: String, at files: String, _ administrators: Set<UInt32> = [0]
    ) -> Result<InstalledManifest, Failure>? {
        let parts = ["share"] + directory + ["\(id).json"]
        return result(of: path(files, parts)) { path throws(Errno) in
            try InstalledManifest(
                try ConfinedDirectory(path: files).file(parts), path: path, origin: .flatpak,
                administrators: administrators)
        }
    }

    private static func result(
        of path: String, _ read: (String) throws(Errno) -> InstalledManifest
    ) -> Result<InstalledManifest, Failure>? {
        do throws(Errno) {
            return .success(try read(path))
        } catch .noSuchFileOrDirectory {
            return nil
        } catch .tooManySymbolicLinkLevels {
            return .failure(
                Failure(path: path, message: "A symbolic link in the place of the manifest is not followed."))
        } catch {
            return .failure(Failure(path: path, message: "The manifest cannot be read: \(error)."))
        }
    }

    private static func path(_ directory: String, _ parts: [String]) -> String {
        ([directory] + parts).joined(separator: "/")
    }

    /// The installations that the administrator configured in addition to the two default ones.
    private static func installations(in directory: String) -> [String] {
        let names = (try? ConfinedDirectory(path: directory).names()) ?? []
        return names.filter { $0.hasSuffix(".conf") }.flatMap { name -> [String] in
            guard let text = try? SmallFile(path: "\(directory)/\(name)").read(), let file = KeyFile(text) else {
                return []
            }
            return file.groups.filter { $0.hasPrefix("Installation ") }.sorted()
                .compactMap { BaseDirectories.directory(file[$0, "Path"]) }
        }
    }
}
