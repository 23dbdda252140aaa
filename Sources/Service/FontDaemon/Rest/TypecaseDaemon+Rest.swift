internal import FontLibrary
internal import FontModel
internal import FontService
internal import LinuxSystem
internal import ProviderInstallations
internal import ProviderManifests
internal import SystemPackage

extension TypecaseDaemon {
    /// The timeout for reading the directories of providers, which may be on a network.
    private static let restLookTime = Duration.seconds(2)

    /// The kinds of work that could leave something for the next daemon to do.
    private static let unrest: Set<WorkInProgress.Kind> = [
        .recovery, .publication, .systemFonts, .notices, .batches, .changesByHand, .departures, .unwatchedProviders,
        .revalidation,
    ]

    /// Returns the state for the next login, if neither the login nor a daemon would have work to do; `nil` otherwise.
    ///
    /// State that may change at any time is collected before the check that it needs no work, so that no change is
    /// missed. A home that other machines may use always gets a daemon.
    func restNote() async -> RestNote? {
        guard let services, let judgesOfStart = serving?.judgesOfStart, idleWatch != nil, services.home.refusal == nil,
            !services.home.isShared, services.home.lostRegistry == nil, work.kinds.isDisjoint(with: Self.unrest)
        else { return nil }
        let (locations, policyDirectories) = (services.home.locations, configuration.policyDirectories)
        let manifests = ManifestSearch(environment: configuration.environment)
        let bells = InstallationSearch(environment: configuration.environment).providerBells
        // These threads do not run tasks, because one may be blocked by a directory.
        let before = try? await identityThreads.run(deadline: Self.restLookTime) {
            let isInSession = [locations.sessionNote, locations.leaseNote].contains {
                (try? FileStatus(path: $0)) != nil
            }
            return (isInSession, RestLook.providers(manifests), RestLook.policy(in: policyDirectories))
        }
        guard let (isInSession, providers, policy) = before, !isInSession else { return nil }
        await services.rights.refresh()
        // Other required paths are watched from the next check by a daemon on.
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
