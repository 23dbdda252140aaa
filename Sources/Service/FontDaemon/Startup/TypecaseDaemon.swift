internal import BusInterface
internal import CallerIdentity
internal import DBus
package import EventLoop
internal import FetchClient
internal import FontLibrary
package import FontModel
internal import FontService
internal import InspectionClient
internal import InspectionProtocol
package import LinuxSystem
package import Logging
internal import ProgramRefresh
internal import ProviderInstallations
internal import Registry
package import Systemd

/// The daemon: owns the bus names, and serves both interfaces with the services of the user's home.
///
/// The bus runs on one thread that never waits; work that may block runs on other threads. One query is answered on
/// this thread: which face has a name. It reads a limited number of rows of the registry, and is not answered there
/// while the registry is being changed. If the home cannot be used, the daemon still runs and answers every call with
/// the reason.
package actor TypecaseDaemon {
    /// The number of threads for calls and other tasks.
    ///
    /// At the same time, up to two are needed for each font that is examined, including one in the spare place. Two
    /// more may wait for workers, and five for the disk: a round of changes, a large batch, two that write the fonts of
    /// open batches, and a notice to programs. The others serve queries.
    package static let workThreads = 12 + 2 * WorkerConfiguration.fontsAtOnce

    /// The number of threads that inspect callers' processes and the directories of providers.
    private static let identityThreads = 3

    let configuration: DaemonConfiguration
    let loop: EventLoop
    private let notifier: ServiceNotifier
    private let logControl: LogControl?
    let log: Logger
    let threads: BlockingThreads
    let identityThreads = BlockingThreads(
        name: "typecase-identity", maximumCount: TypecaseDaemon.identityThreads)
    let work = WorkInProgress()
    let idleWatch: IdleWatch?
    /// The state on the bus; `nil` before the start and after the end.
    var connected: Connected?
    /// The state of the home; `nil` also if the home cannot be used.
    var serving: Serving?
    var takeover = Takeover()

    /// Creates a daemon that does nothing yet.
    ///
    /// - Parameters:
    ///   - configuration: The external configuration.
    ///   - loop: The event loop of the bus.
    ///   - threads: The threads for calls and other work: at least ``workThreads``.
    ///   - notifier: Reports the state to the service manager.
    ///   - logControl: Controls its log; `nil` if others may not control it.
    ///   - log: The daemon's log.
    package init(
        configuration: DaemonConfiguration, loop: EventLoop, threads: BlockingThreads,
        notifier: ServiceNotifier = .silent, logControl: LogControl? = nil, log: Logger
    ) {
        self.configuration = configuration
        self.loop = loop
        self.threads = threads
        self.notifier = notifier
        self.logControl = logControl
        self.log = log
        idleWatch = configuration.idleTime.map { [work] in IdleWatch(on: loop, idleTime: $0, work: work) }
    }

    /// Opens the home, connects to the bus, requests the names last, and then serves.
    ///
    /// - Throws: Why the daemon cannot serve at all: there is no bus, or another daemon has the names.
    package func start() async throws {
        let connections = try await DaemonConnections(to: configuration.busAddress, on: loop)
        let connected: Connected
        do {
            connected = try await connect(connections)
        } catch {
            for connection in connections.all { await connection.close() }
            throw error
        }
        let (callers, callbacks) = (connected.callers, connected.callbacks)
        switch await open(callbacks) {
        case .success(let services): try await use(services)
        case .failure(let error):
            obstacle = error
            log.report(
                .homeUnusable, .error, "The home cannot be used; every call is answered with the reason",
                metadata: ["error": "\(error)"])
            await UnavailableObjects(connected: connected, error: error).export()
        }
        if let logControl {
            await connections.management.export(
                ExportedObject(
                    interfaces: [LogControlInterface(control: logControl, log: log, work: work).table],
                    admit: callers.admitUnconfined),
                at: LogControlInterface.path)
        }
        // The ready state means that the names are owned, so they are requested last.
        try await connections.requestNames(log: log)
        await connected.signals.setOwnsPublicName(true)
        await announceChanges()
        callbacks.onStatus()
        // Logged at the debug level, because there are many starts in a day.
        log.debug("Serving", metadata: ["bus-name": "\(connections.manager.uniqueName)"])
    }

    /// Waits for its turn on the bus, and creates everything that does not depend on the home.
    private func connect(_ connections: DaemonConnections) async throws -> Connected {
        let turn = try await ServingTurn(on: connections.management)
        for connection in connections.all { await idleWatch?.watch(connection) }
        if configuration.identify == nil { try await connections.manager.noteArrivalsWhereNeeded() }
        let logins = LoginMonitor(
            loop: loop, systemBus: configuration.systemBusAddress, sessionBus: connections.manager,
            at: configuration.busAddress, log: log)
        let callers = CallerIdentification(configuration, threads: identityThreads)
            .directory(on: connections.manager, log: log)
        let refresher = ProgramRefresher(
            on: loop, over: connections.manager, threads: threads, environment: configuration.environment, log: log)
        let signals = ChangeSignals(on: connections, refresher: refresher, log: log)
        for connection in connections.all {
            await connection.groupSenders { [weak callers] in callers?.known($0)?.provider.rawValue }
        }
        let (changes, statuses, grants) = (Notes<Void>(), Notes<Void>(), Notes<[GrantRecord]>())
        let (directories, progress) = (Notes<[String]>(), Notes<RevalidationProgress>())
        let (collections, providerEvidence) = (Notes<Void>(), Notes<Set<InstallationEvidence>>())
        let agents = ConsentAgents(
            on: connections.management,
            dialog: PortalDialog(
                connection: connections.management, threads: threads, log: log, environment: configuration.environment),
            work: work, log: log, onCount: { statuses.note.yield() })
        let callbacks = DaemonServices.Callbacks(
            observeLogins: { await logins.evidence(after: $0) },
            onChange: { generation in
                signals.note(generation)
                changes.note.yield()
            },
            onSystemDirectories: { directories.note.yield($0) },
            onProviderEvidence: { providerEvidence.note.yield($0) },
            onRevalidation: { progress.note.yield($0) },
            onCollections: { collections.note.yield() }, onStatus: { statuses.note.yield() },
            askUser: { await agents.ask($0) }, pickByUser: { await agents.pick($0) },
            findCredential: { [log] in await CredentialSearch(over: connections.management, log: log).find($0) },
            packageInstaller: PackageKit(on: configuration.systemBusAddress, loop: loop, work: work, log: log),
            onGrants: {
                grants.note.yield($0)
                signals.notePermissions()
                statuses.note.yield()
            },
            onAttempt: { Task { await self.takeOver(minimumInterval: Takeover.attemptInterval) } },
            onLoss: { lease in Task { await self.yieldHome(without: lease) } })
        let connected = Connected(
            connections: connections, turn: turn, logins: logins, callers: callers,
            callerTasks: CallerTasks(on: loop, callers: callers), agents: agents,
            jobs: JobObjects(on: connections.manager, below: FontManager1Names.path, callers: callers, log: log),
            portalJobs: JobObjects(on: connections.portal, below: TypecasePortalNames.path, callers: callers, log: log),
            textSizes: await ServedTextSizes(
                configuration, callers, connections, threads: threads, work: work, log: log),
            icons: IconFollowers(on: connections, work: work, log: log),
            iconNotifications: IconNotifications(on: connections.management, work: work, log: log),
            callbacks: callbacks, signals: signals)
        self.connected = connected
        let mirror = PermissionMirror(on: connections.management, log: log)
        let bells = providerBells(on: connections.manager)
        self.connected?.tasks = [
            grants.forEach { await mirror.show($0) },
            Task { await mirror.follow() },
            changes.forEach { await self.announceChanges() },
            statuses.forEach { await self.announceStatus() },
            progress.forEach { await signals.announce($0) },
            collections.forEach { await signals.announceCollections() },
            directories.forEach { await self.serving?.watch?.setSystemDirectories($0) },
            providerEvidence.forEach { evidence in
                await self.serving?.watch?.setProviderFiles(Set(evidence.flatMap(\.files).map(\.path)).sorted())
                await bells?.hang(for: evidence)
            },
            Task { await connected.textSizes.announceChanges() },
            Task { await logins.watch { await self.noteLogins() } },
        ]
        return connected
    }

    /// Why the home cannot be used, which is the answer to every call; `nil` if it can be used.
    package private(set) var obstacle: FontError?

    /// Does nothing, on one of the threads that run all tasks; if all of them are stuck, it does not return.
    package func proveAlive() {}

    /// Returns when the bus has disappeared, or the daemon was stopped.
    package func waitUntilDisconnected() async {
        await withTaskGroup(of: Void.self) { group in
            for connection in connected?.connections.all ?? [] {
                group.addTask { _ = await connection.waitUntilClosed() }
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// Opens the home in its current state, and creates its services.
    func open(_ callbacks: DaemonServices.Callbacks) async -> Result<DaemonServices, FontError> {
        let (environment, traits, threads, log) = (configuration.environment, configuration.traits, threads, log)
        let pool = FontInspector(configuration: configuration.workers, threads: threads) { mode, message in
            log.report(
                .workerFailed, .warning, "A font worker did not come to a sound end",
                metadata: ["worker": "\(mode.rawValue)", "error": "\(message)"])
        }
        let moreTime = StartExtension(on: loop, notifier: notifier, interval: configuration.startExtensionInterval)
        await moreTime.begin("Opening the registry")
        let opened = try? await threads.run {
            Result { () throws(FontError) in
                try OpenHome.open(environment: environment, traits: traits, threads: threads, log: log)
            }
        }
        await moreTime.end()
        if case .success(let home) = opened, home.refusal == nil || !home.hasRegistry {
            // No face can be reported before the system's fonts are known, and the service manager takes some time to
            // start the worker that reads them. If another daemon already has that list, no worker is started.
            Task { await pool.connectAhead(to: .systemFaces) }
        }
        return (opened ?? .failure(FontError(.busy, "The home directory is not responding."))).map { home in
            DaemonServices(
                home: home, inspector: pool,
                fetcher: FontFetcher(access: configuration.fetcher, environment: environment), threads: threads,
                work: work, log: log,
                policyDirectories: configuration.policyDirectories, consentTime: configuration.consentTime,
                installations: InstallationSearch(environment: environment), environment: environment,
                callbacks: callbacks)
        }
    }

    /// Serves with these services from now on, and starts their background work.
    func use(_ services: DaemonServices) async throws {
        guard let connected else { return }
        let statusLine = serving?.statusLine
        serving = Serving(services: services, batchObjects: serving?.batchObjects ?? [])
        await connected.textSizes.service.use(services.home.registry, refusal: services.home.refusal?.error)
        // This must precede any offer of a font.
        await services.denyLists.refresh()
        await services.rights.refresh()
        if services.home.refusal == nil { await services.rights.decisions.restoreDenials() }
        await serve(services, to: connected)
        await statusLine?.stop()
        serving?.statusLine = .shown(on: loop, notifier: notifier, work: work, queries: services.queries)
        // The status may have been announced from these services before their objects existed.
        await connected.signals.forgetState()
        connected.callbacks.onStatus()
        guard services.home.refusal == nil else { return try await follow(services) }
        let watch = await makeWatch(services)
        let hiddenFamilies = services.hiddenFamilies
        let (keeper, systemFaces, registry) = (services.keeper, services.systemFaces, services.home.registry)
        let (revalidator, rights, collisions) = (services.revalidator, services.rights, services.collisions)
        let (providers, registeredProviders) = (services.providers, services.registeredProviders)
        let judges = RestLook.judges()
        // This lasts until all of it is done: if the daemon exited earlier, the remaining work would not be known.
        work.begin(.departures)
        serving?.tasks.append(Task { await providers.watch(registeredProviders) })
        let (leases, callers, bus) = (services.leases, connected.callers, connected.connections.manager)
        begin {
            await registry.openConnections()
            await leases.restore(on: try? await bus.busIdentifier()) { holder, action in
                // A caller that has left cannot be identified.
                guard (try? await callers.identity(of: holder)) != nil else { return false }
                return await callers.whenGone(holder, action)
            }
            // The tree is watched before and after the recovery, so that no change is missed.
            await watch.watchTree()
            await watch.watchPolicy()
            await rights.refresh()
            await keeper.recover()
            services.repair.end()
            await watch.watchTree()
            await providers.reconcileOrLog()
            await self.settleIcons()
            await revalidator.runIfNeeded()
            await self.noteJudges(judges, of: registry)
            self.work.end(.departures)
            registry.restWhenQuiet()
            await self.fetchUnaskedResources(services)
        }
        // The work counts from now on, because it may start with a delay.
        work.begin(.systemFonts)
        begin {
            await hiddenFamilies.refresh()
            await systemFaces.refresh()
            await collisions.refresh()
            self.work.end(.systemFonts)
            registry.restWhenQuiet()
        }
        for lease in services.home.leases { keep(lease) }
    }

    /// Starts background work for the current services, which ends with them.
    func begin(_ work: @escaping @Sendable () async -> Void) {
        serving?.tasks.append(Task { await PassingTask.run(work) })
    }

    /// Records which validators were installed when the services were new, if those services are still in use.
    private func noteJudges(_ judges: String?, of registry: Registry) {
        if services?.home.registry === registry { serving?.judgesOfStart = judges }
    }

    /// Returns the units that start the daemon when a provider is removed; `nil` if the daemon does not exit when idle.
    private func providerBells(on connection: BusConnection) -> ProviderBellUnits? {
        guard idleWatch != nil else { return nil }
        let search = InstallationSearch(environment: configuration.environment)
        return ProviderBellUnits(bells: search.providerBells, connection: connection, work: work, log: log)
    }

    /// Removes what ended sessions left behind, if this daemon may change the fonts.
    func noteLogins() async {
        guard let services, services.home.refusal == nil else { return }
        await services.keeper.noteLogins()
    }

    private func serve(_ services: DaemonServices, to connected: Connected) async {
        let icons = makeIcons(services, connected)
        let objects = DaemonObjects(services, connected, icons: icons, threads: threads)
        serving?.icons = icons
        serving?.batchObjects = objects.batches
        await objects.export()
    }

    /// Creates a watch that reports changes to the services; the directories to watch are set later.
    func makeWatch(_ services: DaemonServices) async -> LibraryWatch {
        let (keeper, systemFaces, revalidator) = (services.keeper, services.systemFaces, services.revalidator)
        let (rights, collisions, providers) = (services.rights, services.collisions, services.providers)
        let (callers, canChange) = (connected?.callers, services.home.refusal == nil)
        let hiddenFamilies = services.hiddenFamilies
        let installations = InstallationSearch(environment: configuration.environment)
        let watch = await LibraryWatch(
            loop: loop, tree: services.home.tree, policyDirectories: configuration.policyDirectories,
            providerPlaces: .init(directories: installations.directories, files: installations.bells),
            threads: threads, work: work, log: log,
            onTreeChanged: { change in
                switch change {
                case .entries(let entries): await keeper.examine(entries)
                case .anything: await keeper.examine(nil)
                }
            },
            onSystemChanged: {
                await hiddenFamilies.refresh()
                await systemFaces.refresh()
                await collisions.refresh()
            },
            onPolicyChanged: {
                await rights.refresh()
                // Fonts that the policy denies to a provider are removed at once, and so are fonts on the lists of
                // denied fonts.
                if canChange { await providers.reconcileOrLog() }
                await revalidator.applyDenyLists()
            },
            onProvidersChanged: {
                await callers?.renew()
                guard canChange else { return }
                await providers.reconcileOrLog()
                await self.begin { await self.fetchUnaskedResources(services) }
                await self.settleIcons()
            })
        serving?.watch = watch
        await watch.start()
        return watch
    }
}
