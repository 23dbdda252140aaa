package import CallerIdentity
package import FontModel
internal import LinuxSystem
package import ProviderManifests
internal import SystemPackage

/// Checks whether providers are installed, based only on what is on the machine.
///
/// A provider is installed as long as there is any evidence for it: a manifest, a desktop entry with its program, a
/// Flatpak deployment, a snap, an AppImage, or a system package with one of its files. A provider for which there never
/// was any evidence is of another kind and cannot be uninstalled.
package struct InstallationSearch: Sendable {
    /// The directories in which snaps are mounted, on most systems and on those of Red Hat.
    package static let usualSnapDirectories = ["/snap", "/var/lib/snapd/snap"]
    /// The search path for programs if the environment does not set one.
    private static let usualSearchPath = "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games"

    /// The manifests on the machine.
    package let manifests: ManifestSearch
    /// Determines the paths that signal the removal of a provider while no daemon runs.
    package let providerBells: ProviderBells
    private let applications: DesktopEntries
    private let snapDirectories: [String]
    private let packages: PackageLists
    private let searchPath: String

    /// The installation status of a provider that was installed before.
    package enum Standing: Sendable, Equatable {
        /// The provider is installed, according to this evidence.
        case installed([InstallationEvidence])
        /// The provider is no longer installed.
        case gone
        /// The provider is on a medium that cannot be reached.
        case unmounted
    }

    /// Creates a search of the places that the environment specifies.
    ///
    /// - Parameters:
    ///   - variables: The environment.
    ///   - snapDirectories: The directories in which snaps are mounted.
    ///   - packages: The packages of the system.
    package init(
        environment variables: [String: String],
        snapDirectories: [String] = InstallationSearch.usualSnapDirectories, packages: PackageLists = PackageLists()
    ) {
        manifests = ManifestSearch(environment: variables)
        providerBells = ProviderBells(environment: variables, installations: manifests.installations)
        applications = DesktopEntries(environment: variables)
        self.snapDirectories = snapDirectories
        self.packages = packages
        searchPath = [variables["PATH"] ?? "", Self.usualSearchPath].joined(separator: ":")
    }

    /// The directories that may contain evidence that a provider is installed.
    package var directories: Set<String> { Set(manifests.manifestDirectories) }

    /// The files that are touched when packages or Flatpaks are installed or removed.
    package var bells: Set<String> { Set(manifests.installations.map { "\($0)/.changed" } + [Self.packageBell]) }

    /// The file that the triggers of our own package touch.
    private static let packageBell = "/var/lib/typecase/providers.stamp"

    /// The evidence that a caller is installed; empty if there is none.
    ///
    /// Blocks.
    package func evidence(of caller: FontModel.CallerIdentity) -> [InstallationEvidence] {
        // Only a running AppImage itself knows where its file is.
        if caller.kind == .appImage { return caller.program.flatMap { evidence(.appImage, [$0]) }.map { [$0] } ?? [] }
        return evidence(of: caller.provider)
    }

    /// The evidence that a provider is installed, as far as its id determines where to look; empty if there is none.
    ///
    /// Blocks.
    package func evidence(of provider: ProviderIdentifier) -> [InstallationEvidence] {
        let id = provider.rawValue
        if id.hasPrefix("snap.") {
            return snapDirectories.compactMap { snap(in: "\($0)/\(id.dropFirst(5))") }
        }
        if id.hasPrefix("package.") {
            guard let list = packages.list(of: String(id.dropFirst(8))), let file = packages.firstFile(of: list) else {
                return []
            }
            return evidence(.package, [list, file]).map { [$0] } ?? []
        }
        guard ProviderIdentifier(applicationID: id) != nil else { return [] }
        var found = manifests.manifestPaths(of: provider).compactMap { evidence(.manifest, [$0]) }
        found += manifests.installations.compactMap { evidence(.flatpak, ["\($0)/app/\(id)/current/active/metadata"]) }
        let launchers = DesktopEntries.Launchers(
            flatpakInstallations: manifests.installations, snapDirectories: snapDirectories)
        if let application = applications.application(provider, searchPath: searchPath, launchers: launchers),
            let evidence = evidence(.application, [application.entry] + (application.program.map { [$0] } ?? []))
        {
            found.append(evidence)
        }
        return found
    }

    /// Checks whether a provider is still installed.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - known: The evidence from the last check.
    /// - Returns: The status; `nil` if the provider was never installed.
    package func standing(of provider: ProviderIdentifier, known: [InstallationEvidence]) -> Standing? {
        let states = known.map { $0.files.map(\.state) }
        if !known.isEmpty, states.joined().allSatisfy({ $0 == .present }) { return .installed(known) }
        // A desktop entry may remain after the program that it starts is removed.
        let hadProgram = known.contains { $0.kind == .application && $0.files.count > 1 }
        let found = evidence(of: provider).filter { $0.kind != .application || $0.files.count > 1 || !hadProgram }
        if !found.isEmpty {
            // Evidence on a medium that cannot be reached is kept, so that it is known when the medium is back.
            return .installed(found + zip(known, states).filter { $1.contains(.unreachable) }.map(\.0))
        }
        guard !known.isEmpty else { return nil }
        // The evidence may be in a place that only another environment specifies, or that cannot be searched.
        if states.contains(where: { $0.allSatisfy { $0 == .present || $0 == .remounted } }) {
            return .installed(zip(known, states).filter { !$1.contains(.absent) }.map(\.0))
        }
        return states.joined().contains(.unreachable) ? .unmounted : .gone
    }

    /// Whether some of the evidence for a provider is on a medium that cannot be reached.
    ///
    /// In this case, it is unknown what the provider was installed with. Blocks.
    package func isPartlyUnreachable(_ known: [InstallationEvidence]) -> Bool {
        known.contains { $0.files.contains { $0.state == .unreachable } }
    }

    /// The evidence for a snap: the revision in use or, if none is in use, any other revision.
    ///
    /// No revision is in use while a refresh copies the snap's data, or if the snap is disabled. After a snap is
    /// removed, no revision is left.
    private func snap(in directory: String) -> InstallationEvidence? {
        if let current = evidence(.snap, ["\(directory)/current"]) { return current }
        let names = (try? ConfinedDirectory(path: directory).names()) ?? []
        // Revisions are numbers; those of snaps that do not come from a store have the prefix x.
        let revisions = names.filter { name in
            let digits = name.hasPrefix("x") ? name.dropFirst() : name[...]
            return !digits.isEmpty && digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        return revisions.sorted().lazy.compactMap { evidence(.snap, ["\(directory)/\($0)"]) }.first
    }

    private func evidence(_ kind: InstallationEvidence.Kind, _ paths: [String]) -> InstallationEvidence? {
        let files = paths.compactMap { InstallationEvidence.File(at: $0) }
        return files.count == paths.count ? InstallationEvidence(kind, files: files) : nil
    }
}
