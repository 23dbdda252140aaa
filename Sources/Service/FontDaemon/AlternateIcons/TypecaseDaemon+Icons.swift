internal import AlternateIcons
internal import FontModel
internal import FontService
internal import Logging

extension TypecaseDaemon {
    /// Creates the icon service of a home.
    func makeIcons(_ services: DaemonServices, _ connected: Connected) -> AlternateIconService {
        let (rights, followers, notifications) = (services.rights, connected.icons, connected.iconNotifications)
        let (changes, continuation) = AsyncStream.makeStream(of: AlternateIconService.Change.self)
        // Changes are announced in the order in which they are made, so that the last announcement is correct.
        Task { [weak self] in
            for await change in changes { await self?.tell(change, followers, rights, notifications) }
        }
        return AlternateIconService(of: services, environment: configuration.environment) { continuation.yield($0) }
    }

    /// Announces that an application has another icon.
    private func tell(
        _ change: AlternateIconService.Change, _ followers: IconFollowers, _ rights: RightsService,
        _ notifications: IconNotifications
    ) async {
        // Watch first, so that a notified program may change the entry at once.
        await watchIconSources()
        await followers.announce(change)
        guard change.isOfApplication, rights.notifiesOfIcons(of: change.application) else { return }
        // The notification service may respond slowly.
        Task {
            await notifications.tell(change) { [weak self] button in await self?.takeBack(change, for: button) }
        }
    }

    /// Restores the usual icon after the user has pressed a button.
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

    /// Makes the icons follow changes of their applications.
    func settleIcons() async {
        await serving?.icons?.settle()
        await watchIconSources()
    }

    private func watchIconSources() async {
        guard let sources = await serving?.icons?.sources() else { return }
        await serving?.watch?.setIconSources(sources)
    }
}
