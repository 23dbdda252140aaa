package import CallerIdentity
package import FontModel
internal import LinuxSystem
package import ProviderManifests
internal import SystemPackage

/// Finds out whether providers are installed, by what is on the machine and nothing else.
///
/// A provider is installed as long as anything shows it: a manifest, a desktop entry with its program, a deployment of
/// Flatpak, a snap, an AppImage, a package of the system with a file of it. A provider of which nothing ever showed
/// it is of another kind, and cannot go.
package struct InstallationSearch: Sendable {
    /// Where snaps are mounted, on most systems and on those of Red Hat.
    package static let usualSnapDirectories = ["/snap", "/var/lib/snapd/snap"]
    /// Where programs are where the environment does not say it.
    private static let usualSearchPath = "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games"

    /// The manifests on the machine.
    package let manifests: ManifestSearch
    /// What tells, while no daemon runs, that a provider has gone.
    package let providerBells: ProviderBells
    private let applications: DesktopEntries
    private let snapDirectories: [String]
    private let packages: PackageLists
    private let searchPath: String

    /// What has become of a provider that was installed.
    package enum Standing: Sendable, Equatable {
        /// It is installed, as this shows.
        case installed([InstallationEvidence])
        /// It is not installed any more.
        case gone
        /// It is on a medium that cannot be reached.
        case unmounted
    }

    /// Says where to look.
    ///
    /// - Parameters:
    ///   - variables: The environment.
    ///   - snapDirectories: Where snaps are mounted.
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

    /// The directories in which anything may be that shows that a provider is installed.
    package var directories: Set<String> { Set(manifests.manifestDirectories) }

    /// The files that are touched when packages or Flatpaks have come or gone.
    package var bells: Set<String> { Set(manifests.installations.map { "\($0)/.changed" } + [Self.packageBell]) }

    /// What the triggers of our own package touch.
    private static let packageBell = "/var/lib/typecase/providers.stamp"

    /// What shows that a caller is installed; empty where nothing does.
    ///
    /// Blocks.
    package func evidence(of caller: FontModel.CallerIdentity) -> [InstallationEvidence] {
        // Where an AppImage is nobody knows but from itself.
        if caller.kind == .appImage { return caller.program.flatMap { evidence(.appImage, [$0]) }.map { [$0] } ?? [] }
        return evidence(of: caller.provider)
    }

    /// What shows that a provider is installed, as far as its id tells where to look; empty where nothing does.
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

    /// What has become of a provider.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - known: What showed that it is installed when it was last looked at.
    /// - Returns: Its standing; `nil` for a provider that has never been installed.
    package func standing(of provider: ProviderIdentifier, known: [InstallationEvidence]) -> Standing? {
        let states = known.map { $0.files.map(\.state) }
        if !known.isEmpty, states.joined().allSatisfy({ $0 == .present }) { return .installed(known) }
        // An entry of the desktop may outlive the program that it starts.
        let hadProgram = known.contains { $0.kind == .application && $0.files.count > 1 }
        let found = evidence(of: provider).filter { $0.kind != .application || $0.files.count > 1 || !hadProgram }
        if !found.isEmpty {
            // What is on a medium that is away is known once more when that is back.
            return .installed(found + zip(known, states).filter { $1.contains(.unreachable) }.map(\.0))
        }
        guard !known.isEmpty else { return nil }
        // It may be where another environment has us look, or where nobody can look for it.
        if states.contains(where: { $0.allSatisfy { $0 == .present || $0 == .remounted } }) {
            return .installed(zip(known, states).filter { !$1.contains(.absent) }.map(\.0))
        }
        return states.joined().contains(.unreachable) ? .unmounted : .gone
    }

    /// Whether some of what showed that a provider is installed is on a medium that cannot be reached, so that nobody knows
    /// what it has come with.
    ///
    /// Blocks.
    package func isPartlyUnreachable(_ known: [InstallationEvidence]) -> Bool {
        known.contains { $0.files.contains { $0.state == .unreachable } }
    }

    /// What shows that a snap is there: the revision in use or, while none is, any other.
    ///
    /// In the middle of a refresh none is in use for as long as it takes to copy the snap's data, and none where somebody
    /// has disabled the snap. One that is removed leaves no revision behind.
    private func snap(in directory: String) -> InstallationEvidence? {
        if let current = evidence(.snap, ["\(directory)/current"]) { return current }
        let names = (try? ConfinedDirectory(path: directory).names()) ?? []
        // Numbers, of which those that were not in a store have an x before them.
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
