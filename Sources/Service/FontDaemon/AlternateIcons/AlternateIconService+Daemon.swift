internal import AlternateIcons
internal import FontLibrary
internal import FontModel
internal import FontService
internal import LinuxSystem
internal import ProviderInstallations
internal import ProviderManifests

extension IconOverrides {
    /// Creates the icon overrides of a home.
    ///
    /// - Parameters:
    ///   - locations: The locations of all files.
    ///   - environment: The environment that determines where the desktop entries of applications are.
    init(_ locations: FontLocations, environment: [String: String]) {
        let installations = ManifestSearch(environment: environment).installations
        self.init(
            entries: IconEntries(
                dataHome: locations.dataHome, environment: environment, flatpakInstallations: installations,
                snapMounts: InstallationSearch.usualSnapDirectories),
            dataHome: locations.dataHome, stateDirectory: locations.stateDirectory)
    }
}

extension AlternateIconService {
    /// Creates the icon service of a home.
    ///
    /// - Parameters:
    ///   - services: The services of the home.
    ///   - environment: The environment of the process.
    ///   - onChange: Receives each change.
    init(
        of services: DaemonServices, environment: [String: String], onChange: @escaping @Sendable (Change) -> Void
    ) {
        let (rights, resources, intake) = (services.rights, services.resources, services.intake)
        self.init(
            overrides: IconOverrides(services.home.locations, environment: environment),
            declared: DeclaredIcons(
                manifests: ManifestSearch(environment: environment),
                snapDirectories: InstallationSearch.usualSnapDirectories),
            pool: services.inspector,
            // It has its own threads, because an AppImage may not respond to reads of its files.
            threads: BlockingThreads(name: "typecase-icons", maximumCount: 4), refusal: services.home.refusal?.error,
            policy: { rights.iconRefusal(of: $0, byUser: $1) },
            copy: { file, provider throws(FontError) in try await intake.copy(of: file, for: provider) },
            fetch: { digest, application throws(FontError) in
                try await resources.obtain(digest, of: application)
            },
            onChange: onChange)
    }
}
