internal import FontLibrary
internal import FontService
internal import LinuxSystem

extension TypecaseDaemon {
    /// Announces the latest change.
    func announceChanges() async {
        // The first font creates the directories.
        await serving?.watch?.watchNewTree()
        await serving?.statusLine?.noteChange()
        await connected?.signals.announceLatest()
    }

    /// Announces that the result of `Status` has changed, unless it equals the last announced one.
    ///
    /// Only one call may run at a time: otherwise, one could announce an older status than another.
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
