internal import FontLibrary
internal import FontModel
internal import FontService
internal import LinuxSystem
internal import ProviderInstallations
internal import ProviderManifests
internal import SystemPackage

extension TypecaseDaemon {
    /// How long the directories of providers may take to answer, which may be on a network.
    private static let restLookTime = Duration.seconds(2)

    /// What could leave something behind that the next daemon has to do.
    private static let unrest: Set<WorkInProgress.Kind> = [
        .recovery, .publication, .systemFonts, .notices, .batches, .changesByHand, .departures, .unwatchedProviders,
        .revalidation,
    ]

    /// What a login finds, where it has nothing to do then and a daemon would have nothing to watch; `nil` otherwise.
    ///
    /// What may change at any time is looked at before it is made sure that nothing is to be done about it, so that no
    /// change falls in between. A home that other machines may have is never left alone.
    func restNote() async -> RestNote? {
        guard let services, let judgesOfStart = serving?.judgesOfStart, idleWatch != nil, services.home.refusal == nil,
            !services.home.isShared, services.home.lostRegistry == nil, work.kinds.isDisjoint(with: Self.unrest)
        else { return nil }
        let (locations, policyDirectories) = (services.home.locations, configuration.policyDirectories)
        let manifests = ManifestSearch(environment: configuration.environment)
        let bells = InstallationSearch(environment: configuration.environment).providerBells
        // Threads that carry no tasks: one may be stuck with a directory.
        let before = try? await identityThreads.run(deadline: Self.restLookTime) {
            let isInSession = [locations.sessionNote, locations.leaseNote].contains {
                (try? FileStatus(path: $0)) != nil
            }
            return (isInSession, RestLook.providers(manifests), RestLook.policy(in: policyDirectories))
        }
        guard let (isInSession, providers, policy) = before, !isInSession else { return nil }
        await services.rights.refresh()
        // What else has to be watched is watched from the next look of a daemon on.
        guard let (evidence, inventory) = await services.atRest(where: { bells.needed(for: $0).isEmpty }) else {
            return nil
        }
        return RestNote(
            parts: [
                .providers: providers, .policy: policy, .judges: judgesOfStart, .tree: RestLook.tree(inventory),
            ],
            evidence: Array(Set(evidence.flatMap(\.files))))
    }
}
