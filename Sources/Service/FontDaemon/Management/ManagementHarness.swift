internal import AlternateIcons
internal import BusInterface
internal import DBus
internal import FontModel
internal import FontService

/// Serves `org.typecase.Management1`: the changes that the user may make to the fonts of every provider.
struct ManagementHarness: DividedManagement1Service {
    let installation: any Management1InstallationService
    let providers: any Management1ProvidersService
    let removedFonts: any Management1RemovedFontsService
    let hiddenFamilies: any Management1HiddenFamiliesService
    let collections: any Management1CollectionsService
    let history: any Management1HistoryService
    let textSizes: any Management1TextSizesService
    let alternateIcons: any Management1AlternateIconsService
    let rights: any Management1RightsService
    private let report: StatusReport

    /// Creates the harnesses of all topics.
    ///
    /// - Parameters:
    ///   - services: The services of the home.
    ///   - connected: The daemon's bus connections and callers.
    ///   - harness: The operations shared with the public interface.
    ///   - batches: The batches of its callers.
    ///   - icons: The icons of the home.
    ///   - status: Collects the result of `Status`.
    init(
        _ services: DaemonServices, _ connected: TypecaseDaemon.Connected, harness: RegistrationHarness,
        batches: BatchObjects, icons: AlternateIconService, status: StatusReport
    ) {
        let (callers, queries) = (connected.callers, services.queries)
        let operations = CallerOperations(callers: callers)
        let plans = ChangePlans(
            harness: harness, collections: services.collections, history: services.history, rights: services.rights,
            providers: services.providers)
        installation = InstallationHarness(
            operations: operations, callers: callers, harness: harness, queries: queries, status: status, plans: plans,
            history: services.history, leases: services.leases, batches: batches, revalidator: services.revalidator,
            rights: services.rights)
        providers = ProvidersHarness(
            operations: operations, callers: callers, queries: queries, keeper: services.keeper,
            rights: services.rights, providers: services.providers,
            resources: ResourceManagement(resources: services.resources))
        removedFonts = RemovedFontsHarness(
            operations: operations, queries: queries, removedFonts: services.registrations.removedFonts)
        hiddenFamilies = HiddenFamiliesHarness(
            operations: operations, queries: queries, hiddenFamilies: services.hiddenFamilies)
        collections = CollectionsHarness(
            operations: operations, queries: queries, collections: services.collections)
        history = HistoryHarness(operations: operations, queries: queries, history: services.history)
        textSizes = TextSizeChoicesHarness(
            callers: callers, textSizes: connected.textSizes.service, followers: connected.textSizes.followers)
        alternateIcons = IconChoicesHarness(icons: icons)
        rights = GrantsHarness(
            operations: operations, callers: callers, queries: queries, rights: services.rights,
            agents: connected.agents)
        report = status
    }

    func status(_ call: BusMethodCall) async throws -> [String: BusVariant] {
        try await report.dictionary()
    }
}
