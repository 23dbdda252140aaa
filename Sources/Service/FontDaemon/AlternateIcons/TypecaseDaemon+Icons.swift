internal import AlternateIcons
internal import FontModel
internal import FontService
internal import Logging

extension TypecaseDaemon {
    /// Makes the service of icons of a home.
    func makeIcons(_ services: DaemonServices, _ connected: Connected) -> AlternateIconService {
        let (rights, followers, notifications) = (services.rights, connected.icons, connected.iconNotifications)
        let (changes, continuation) = AsyncStream.makeStream(of: AlternateIconService.Change.self)
        // In the order in which they are made: what is told last is what is so.
        Task { [weak self] in
            for await change in changes { await self?.tell(change, followers, rights, notifications) }
        }
        return AlternateIconService(of: services, environment: configuration.environment) { continuation.yield($0) }
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
}
