internal import AlternateIcons
internal import BusInterface
internal import DBus
internal import FontLibrary
internal import FontModel
internal import FontService
internal import ProviderInstallations
internal import ProviderManifests

extension IconOverrides {
    /// The icons of a home.
    ///
    /// - Parameters:
    ///   - locations: Where everything lies.
    ///   - environment: What says where desktop entries of applications are.
    init(_ locations: FontLocations, environment: [String: String]) {
        let installations = ManifestSearch(environment: environment).installations
        self.init(
            entries: IconEntries(
                dataHome: locations.dataHome, environment: environment, flatpakInstallations: installations),
            dataHome: locations.dataHome, stateDirectory: locations.stateDirectory)
    }
}

extension TypecaseDaemon {
    /// Makes the service of icons of a home.
    func makeIcons(_ services: DaemonServices, _ connected: Connected) -> AlternateIconService {
        let (rights, followers, notifications) = (services.rights, connected.icons, connected.iconNotifications)
        let manifests = ManifestSearch(environment: configuration.environment)
        return AlternateIconService(
            overrides: IconOverrides(services.home.locations, environment: configuration.environment),
            declared: DeclaredIcons(manifests: manifests), pool: services.inspectionPool, threads: threads,
            refusal: services.home.refusal?.error, policy: { rights.iconRefusal(of: $0.provider) },
            onChange: { [weak self] change in
                Task {
                    // First, so that who hears of it may change the entry at once.
                    await self?.watchIconSources()
                    await followers.announce(change)
                    guard change.isOfApplication, rights.notifiesOfIcons(of: change.application) else { return }
                    await notifications.tell(change) { [weak self] in
                        _ = try? await self?.serving?.icons?.reset(change.application)
                    }
                }
            })
    }

    /// Has icons follow the applications that they are of.
    func settleIcons() async {
        await serving?.icons?.settle()
        await watchIconSources()
    }

    private func watchIconSources() async {
        guard let sources = await serving?.icons?.sources() else { return }
        await serving?.watch?.setIconSources(sources)
    }

    /// The members for callers of one of the names.
    func iconsInterface(
        _ icons: AlternateIconService, _ way: IconFollowers.Way, _ connected: Connected
    ) -> ExportedInterface {
        alternateIcons1Interface(
            AlternateIconsHarness(callers: connected.callers, icons: icons, followers: connected.icons, way: way))
    }
}
