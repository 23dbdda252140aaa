internal import AlternateIcons
internal import BusInterface
internal import DBus
internal import FontLibrary
internal import FontModel
internal import FontService
internal import LinuxSystem
internal import Logging
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
                dataHome: locations.dataHome, environment: environment, flatpakInstallations: installations,
                snapMounts: InstallationSearch.usualSnapDirectories),
            dataHome: locations.dataHome, stateDirectory: locations.stateDirectory)
    }
}

extension TypecaseDaemon {
    /// Makes the service of icons of a home.
    func makeIcons(_ services: DaemonServices, _ connected: Connected) -> AlternateIconService {
        let (rights, followers, notifications) = (services.rights, connected.icons, connected.iconNotifications)
        let (resources, intake) = (services.resources, services.intake)
        let (changes, continuation) = AsyncStream.makeStream(of: AlternateIconService.Change.self)
        // In the order in which they are made: what is told last is what is so.
        Task { [weak self] in
            for await change in changes { await self?.tell(change, followers, rights, notifications) }
        }
        let manifests = ManifestSearch(environment: configuration.environment)
        return AlternateIconService(
            overrides: IconOverrides(services.home.locations, environment: configuration.environment),
            declared: DeclaredIcons(
                manifests: manifests, snapDirectories: InstallationSearch.usualSnapDirectories),
            pool: services.inspectionPool,
            // Of their own: an AppImage may not answer for its files.
            threads: BlockingThreads(name: "typecase-icons", maximumCount: 4), refusal: services.home.refusal?.error,
            policy: { rights.iconRefusal(of: $0, byUser: $1) },
            copy: { file, provider throws(FontError) in try await intake.copy(of: file, for: provider) },
            fetch: { digest, application throws(FontError) in
                try await resources.obtain(digest, of: application)
            },
            onChange: { continuation.yield($0) })
    }

    /// Tells whom it concerns that an application has another icon.
    private func tell(
        _ change: AlternateIconService.Change, _ followers: IconFollowers, _ rights: RightsService,
        _ notifications: IconNotifications
    ) async {
        // First, so that who hears of it may change the entry at once.
        await watchIconSources()
        await followers.announce(change)
        guard change.isOfApplication, rights.notifiesOfIcons(of: change.application) else { return }
        // Whoever shows notifications may take its time.
        Task {
            await notifications.tell(change) { [weak self] button in await self?.takeBack(change, for: button) }
        }
    }

    /// Shows the usual icon again, because the user has pressed a button.
    private func takeBack(_ change: AlternateIconService.Change, for button: IconNotifications.Button) async {
        guard let services, let icons = serving?.icons else { return }
        do throws(FontError) {
            if button == .deny {
                try await services.rights.decisions.set(.setAlternateIcons, of: change.application, isAllowed: false)
            }
            _ = try await icons.reset(change.application)
        } catch {
            log.warning("An icon was not taken back", metadata: ["error": "\(error.message)"])
        }
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
        _ icons: AlternateIconService, _ way: IconFollowers.Way, _ connected: Connected, _ admission: Admission
    ) -> ExportedInterface {
        alternateIcons1Interface(
            AlternateIconsHarness(
                callers: connected.callers, icons: icons, followers: connected.icons, admission: admission, way: way))
    }
}
