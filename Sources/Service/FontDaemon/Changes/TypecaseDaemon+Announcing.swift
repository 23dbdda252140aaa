internal import FontLibrary
internal import FontService
internal import LinuxSystem

extension TypecaseDaemon {
    /// Tells everybody of the latest change.
    func announceChanges() async {
        // The first font makes the directories.
        await serving?.watch?.watchNewTree()
        await serving?.statusLine?.noteChange()
        await connected?.signals.announceLatest()
    }

    /// Tells that what `Status` says is another by now, unless it is the same as when that was told last.
    ///
    /// Only one at a time: what one has found could be older than what another told.
    func announceStatus() async {
        guard let connected, await connected.signals.ownsPublicName, let services else { return }
        await connected.signals.announce(
            ChangeSignals.Status(
                isReady: await services.keeper.isReady, refusal: services.home.refusal?.error,
                failure: await services.keeper.lastFailure,
                obstacles: try? await threads.run { [tree = services.home.tree] in tree.locations.obstacles() },
                agents: await connected.agents.count, questions: await services.consent.questionCount))
    }
}
