internal import AlternateIcons
internal import BusInterface
internal import DBus
internal import FontService
internal import LinuxSystem

/// The objects of the daemon on the bus, which use the services of a home.
struct DaemonObjects: Sendable {
    private let publicBatches: BatchObjects
    private let managementBatches: BatchObjects
    private let services: DaemonServices
    private let connected: TypecaseDaemon.Connected
    private let icons: AlternateIconService
    private let threads: BlockingThreads
    private let harness: RegistrationHarness
    private let admission: Admission

    /// Creates the objects without exporting them.
    ///
    /// - Parameters:
    ///   - services: The services that carry out the calls.
    ///   - connected: The daemon's bus connections and callers.
    ///   - icons: The icons of the home.
    ///   - threads: The threads for blocking work.
    init(
        _ services: DaemonServices, _ connected: TypecaseDaemon.Connected, icons: AlternateIconService,
        threads: BlockingThreads
    ) {
        (self.services, self.connected, self.icons, self.threads) = (services, connected, icons, threads)
        let (connections, callers) = (connected.connections, connected.callers)
        publicBatches = BatchObjects(
            on: connections.manager, below: FontManager1Names.path, batches: services.batches, callers: callers)
        managementBatches = BatchObjects(
            on: connections.management, below: Management1Names.path, batches: services.batches, callers: callers)
        harness = RegistrationHarness(
            registrations: services.registrations, queries: services.queries, collisions: services.collisions)
        admission = Admission(
            callers: callers, tasks: connected.callerTasks, rights: services.rights, consent: services.consent,
            registrations: services.registrations)
    }

    /// The batches of the callers of both names, which end with the daemon.
    var batches: [BatchObjects] { [publicBatches, managementBatches] }

    /// Exports the objects, replacing those that were exported before.
    func export() async {
        let (connections, callers) = (connected.connections, connected.callers)
        let admitAnyone = services.repair.admitting(callers.admitAnyone)
        let admitKnown = services.repair.admittingInPlace(callers.admitKnown)
        let admitUnconfined = services.repair.admitting(callers.admitUnconfined)
        let followers = ResourceFollowers(callers: callers, resources: services.resources)
        await connections.manager.export(
            ExportedObject(
                interfaces: [resources(connected.jobs, followers)], admit: admitAnyone,
                handlesConcurrently: true),
            at: Resources1Names.path)
        await connections.manager.export(
            ExportedObject(
                interfaces: [iconsInterface(.service)], admit: callers.admitAnyone, handlesConcurrently: true,
                beginsInOrder: true),
            at: AlternateIcons1Names.path)
        let manager = manager(connected.jobs)
        await connections.manager.export(
            ExportedObject(
                interfaces: [fontManager1Interface(manager).answering("Match", inPlace: manager.matchInPlace)],
                admit: admitAnyone, admitInPlace: admitKnown, handlesConcurrently: true),
            at: FontManager1Names.path)
        let rendering = rendering1Interface(
            RenderingHarness(
                callers: callers, pictures: services.pictures, rights: services.rights,
                textSizes: connected.textSizes.service))
        await connections.manager.export(
            ExportedObject(
                interfaces: [rendering], admit: admitAnyone, admitInPlace: admitKnown,
                handlesConcurrently: true),
            at: Rendering1Names.path)
        let sandboxManager = self.manager(connected.portalJobs)
        await connections.portal.export(
            ExportedObject(
                interfaces: [
                    typecasePortalInterface(PortalHarness(manager: sandboxManager))
                        .answering("Match", inPlace: sandboxManager.matchInPlace),
                    connected.textSizes.portalInterface, rendering,
                    resources(connected.portalJobs, followers), iconsInterface(.portal),
                ],
                admit: admitAnyone, admitInPlace: admitKnown, handlesConcurrently: true),
            at: TypecasePortalNames.path)
        await connections.management.export(
            ExportedObject(
                interfaces: [management1Interface(management)], admit: admitUnconfined,
                handlesConcurrently: true),
            at: Management1Names.path)
    }

    private func manager(_ jobs: JobObjects) -> FontManagerHarness {
        FontManagerHarness(
            callers: connected.callers, harness: harness, queries: services.queries, batches: publicBatches,
            validation: services.validation, rights: services.rights, admission: admission,
            downloads: services.downloads, requests: services.requests, assets: services.assets,
            leases: services.leases, picker: services.picker, jobs: jobs)
    }

    private var management: ManagementHarness {
        ManagementHarness(
            services, connected, harness: harness, batches: managementBatches, icons: icons,
            status: StatusReport(
                tree: services.home.tree, threads: threads, queries: services.queries,
                registrations: services.registrations, keeper: services.keeper,
                systemFaces: services.systemFaces, inspector: services.inspector,
                denyLists: services.denyLists, denials: services.denials, revalidator: services.revalidator,
                rights: services.rights, consent: services.consent, agents: connected.agents,
                collisions: services.collisions, downloads: services.downloads, providers: services.providers,
                resources: services.resources, lookAgain: services.lookAgain))
    }

    private func resources(_ jobs: JobObjects, _ followers: ResourceFollowers) -> ExportedInterface {
        resources1Interface(
            ResourcesHarness(
                callers: connected.callers, resources: services.resources, queries: services.queries,
                followers: followers, jobs: jobs))
    }

    /// The icon interface for callers of one of the names.
    private func iconsInterface(_ way: IconFollowers.Way) -> ExportedInterface {
        alternateIcons1Interface(
            AlternateIconsHarness(
                callers: connected.callers, icons: icons, followers: connected.icons, admission: admission, way: way))
    }
}
