internal import FetchClient
internal import FontLibrary
internal import FontModel
internal import FontService
internal import InspectionClient
internal import LinuxSystem
internal import Logging
internal import ProviderInstallations
internal import Registry
internal import Systemd

/// The services of one home and their connections to each other; they do not depend on D-Bus.
struct DaemonServices: Sendable {
    let home: OpenHome
    /// The repair that calls wait for if the home was not closed.
    let repair: StartupRepair
    let registrations: RegistrationService
    let batches: BatchService
    let intake: FontIntake
    let downloads: DownloadService
    let resources: ResourceService
    let queries: FontQueries
    let validation: ValidationService
    let pictures: PictureService
    let keeper: LibraryKeeper
    let systemFaces: SystemFacesService
    let inspector: FontInspector
    let denyLists: DenyListService
    let denials: FontDenials
    let revalidator: Revalidator
    let rights: RightsService
    let consent: ConsentService
    let picker: FontPicker
    let providers: ProviderKeeper
    /// The providers that registered fonts while they were installed, which ``providers`` checks.
    let registeredProviders = RegisteredProviders()
    let history: HistoryService
    let collections: CollectionService
    let hiddenFamilies: HiddenFamilies
    let collisions: SystemCollisions
    let assets: AssetSource
    let leases: LeaseService
    let requests: RequestService
    private let settling: PublicationSettling
    private let publisher: LibraryPublisher

    /// Creates the services of a home.
    ///
    /// - Parameters:
    ///   - home: The registry and the tree.
    ///   - inspector: Runs all code that parses fonts.
    ///   - fetcher: Downloads fonts from the web.
    ///   - threads: The threads for blocking work.
    ///   - work: The record of running work.
    ///   - log: The log of failures that no caller receives.
    ///   - policyDirectories: The directories of the rules on denied fonts and on rights.
    ///   - consentTime: How long a question to the user is open.
    ///   - installations: The search for installed providers.
    ///   - environment: The environment of the process.
    ///   - callbacks: The functions that the services call.
    init(
        home: OpenHome, inspector: FontInspector, fetcher: FontFetcher, threads: BlockingThreads,
        work: WorkInProgress, log: Logger, policyDirectories: [String], consentTime: Duration,
        installations: InstallationSearch, environment: [String: String], callbacks: Callbacks
    ) {
        let (locations, tree, registry) = (home.locations, home.tree, home.registry)
        let settling = PublicationSettling(
            tree: tree, inspector: inspector, registry: registry, threads: threads, work: work, log: log)
        let session = LoginSession(
            note: locations.sessionNote, threads: threads, unsupported: home.sessionRefusal,
            observe: callbacks.observeLogins)
        let rights = RightsService(
            policyDirectories: policyDirectories, registry: registry, tree: tree,
            packageNote: locations.packageNote, threads: threads, log: log, unreadable: home.unreadable,
            lostRegistry: home.lostRegistry, onGrants: callbacks.onGrants)
        self.rights = rights
        let leases = LeaseService(
            note: locations.leaseNote, registry: registry, threads: threads, work: work, log: log)
        let hasEnded: @Sendable (String) -> Bool = { leases.hasEnded($0) ?? session.hasEnded($0) }
        let publisher = LibraryPublisher(
            LibraryContext(
                registry: registry, tree: tree, inspector: inspector, threads: threads, settling: settling,
                gate: home.gate(threads: threads, callbacks), work: work, log: log, hasEnded: hasEnded),
            allowance: { rights.allowance(of: $0) }, onChange: callbacks.onChange,
            onRegistration: { [registeredProviders] in registeredProviders.add($0) }, onObstacle: callbacks.onStatus)
        let configuration =
            BaseDirectories.directory(environment["XDG_CONFIG_HOME"]) ?? locations.home.map { $0 + "/.config" }
        let hiddenDirectory = configuration.map { HiddenFamilies.directory(below: $0) }
        let systemFaces = SystemFacesService(
            registry: registry, inspector: inspector,
            excludedDirectories: locations.publishedRootCandidates,
            isFollowing: home.refusal != nil && home.hasRegistry, work: work, log: log,
            onDirectories: { directories in
                let rules = hiddenDirectory.flatMap { (try? FileStatus(path: $0))?.kind == .directory ? $0 : nil }
                callbacks.onSystemDirectories(directories + (rules.map { [$0] } ?? []))
            })
        let denials = FontDenials()
        intake = FontIntake(
            threads: BlockingThreads(name: "typecase-intake", maximumCount: FontIntake.readers),
            inspector: inspector, directory: locations.stateDirectory, denials: denials,
            allowance: { rights.allowance(of: $0) })
        consent = ConsentService(
            rights: rights, work: work, deadline: consentTime, onQuestionCount: callbacks.onStatus,
            ask: callbacks.askUser)
        picker = FontPicker(work: work, ask: callbacks.pickByUser)
        denyLists = DenyListService(
            directories: policyDirectories, registry: registry, denials: denials, threads: threads, log: log)
        revalidator = Revalidator(
            registry: registry, publisher: publisher, intake: intake, inspector: inspector,
            denyLists: denyLists, denials: denials, work: work, log: log, onProgress: callbacks.onRevalidation)
        self.denials = denials
        let queries = FontQueries(
            registry: registry, systemFaces: systemFaces, publisher: publisher, inspector: inspector,
            threads: BlockingThreads(name: "typecase-reader", maximumCount: FontQueries.readers),
            directory: locations.stateDirectory, unreadable: home.unreadable)
        collisions = SystemCollisions(registry: registry, publisher: publisher, work: work, log: log)
        self.home = home
        repair = StartupRepair(isDue: home.isRepairDue)
        self.settling = settling
        self.publisher = publisher
        self.inspector = inspector
        self.systemFaces = systemFaces
        self.queries = queries
        validation = ValidationService(intake: intake)
        pictures = PictureService(queries: queries, intake: intake, inspector: inspector)
        keeper = LibraryKeeper(
            registry: registry, publisher: publisher, intake: intake, settling: settling, session: session,
            refusal: home.refusal?.error, work: work, log: log, hasEnded: hasEnded, onStatus: callbacks.onStatus)
        registrations = RegistrationService(
            intake: intake, publisher: publisher, systemFaces: systemFaces, queries: queries, keeper: keeper,
            session: session)
        leases.endRegistrations { [publisher] past in
            await publisher.submit(LibraryRequest(.endSession(past), by: .service)).outcomes.map { $0.map { _ in } }
        }
        self.leases = leases
        let assetStore = AssetStore(directory: locations.assetStore)
        downloads = DownloadService(fetcher: fetcher, rights: rights, intake: intake, work: work)
        resources = ResourceService(
            manifests: installations.manifests, store: assetStore, downloads: downloads, rights: rights,
            mappingsPath: configuration.map { $0 + "/typecase/servers.json" },
            credentials: callbacks.findCredential, work: work, threads: threads, log: log
        ) { evictions in
            do throws(RegistryError) {
                callbacks.onChange(
                    try await registry.commit(
                        evictions.map {
                            .change(
                                .evicted, FontIdentifier(rawValue: $0.digest.hexadecimal), $0.provider,
                                $0.isByUser ? .user : .policy)
                        }))
            } catch {
                log.warning("Evicted files are not in the change log", metadata: ["error": "\(error)"])
            }
        }
        assets = AssetSource(
            registry: registry, rights: rights, manifests: installations.manifests, resources: resources,
            threads: threads)
        let packages = DaemonConfiguration.packageSearch(environment: environment, log: log)
        requests = RequestService(
            sources: RequestService.sources(
                queries: queries, rights: rights, registry: registry, registrations: registrations, assets: assets,
                packages: PackageSource.Manager(
                    search: packages.packages, installer: callbacks.packageInstaller,
                    onInstallation: { await systemFaces.refresh() }),
                threads: threads),
            queries: queries, rights: rights, consent: consent, registrations: registrations, leases: leases)
        let registrar = AssetRegistrar(
            registry: registry, registrations: registrations, rights: rights, manifests: installations.manifests,
            store: assetStore, log: log)
        providers = ProviderKeeper(
            registry: registry, publisher: publisher, search: installations, assets: registrar, threads: threads,
            work: work, log: log, onEvidence: callbacks.onProviderEvidence)
        collections = CollectionService(
            registry: registry, registrations: registrations, onChange: callbacks.onCollections)
        hiddenFamilies = HiddenFamilies(
            registry: registry, systemFaces: systemFaces, inspector: inspector, configuration: configuration,
            environment: environment, refusal: home.refusal?.error, threads: threads, log: log,
            onChange: callbacks.onChange)
        history = HistoryService(
            registry: registry, registrations: registrations, providers: providers, rights: rights,
            hiddenFamilies: hiddenFamilies, collections: collections)
        batches = BatchService(registrations: registrations, intake: intake, publisher: publisher)
    }

    /// The functions that the services call to ask or notify other components.
    struct Callbacks: Sendable {
        /// Collects the evidence of the user's login sessions.
        var observeLogins: LoginSession.Observation
        /// Receives the generation after each change.
        var onChange: @Sendable (UInt64) -> Void
        /// Receives the directories of system fonts to watch.
        var onSystemDirectories: @Sendable ([String]) -> Void
        /// Receives all evidence that providers are installed.
        var onProviderEvidence: @Sendable (Set<InstallationEvidence>) -> Void
        /// Receives the progress of validating registered fonts again.
        var onRevalidation: @Sendable (RevalidationProgress) -> Void
        /// Called after each change of a collection.
        var onCollections: @Sendable () -> Void
        /// Called when the fonts may have become changeable or unchangeable, or a question to the user may have begun
        /// or ended.
        var onStatus: @Sendable () -> Void
        /// Asks the user whether a program may have rights.
        var askUser: ConsentService.Asking
        /// Lets the user pick a font.
        var pickByUser: FontPicker.Asking
        /// Looks up the user's secrets for servers.
        var findCredential: ResourceCredential.Search
        /// Installs packages of the distribution.
        var packageInstaller: any PackageInstaller
        /// Receives the user's decisions about rights.
        var onGrants: @Sendable ([GrantRecord]) -> Void
        /// Called when a caller attempts a change that this service cannot make.
        var onAttempt: @Sendable () -> Void
        /// Called when another machine has taken the right to change the fonts; receives the lost lease.
        var onLoss: @Sendable (HomeLease) -> Void
    }

    /// Checks again whether fonts can be changed, unless another process' lock prevents it, whose release is noticed.
    var lookAgain: @Sendable () -> Void {
        guard home.refusal?.heldLock == nil else { return {} }
        return { [publisher, keeper] in
            Task {
                _ = await publisher.context.lastingRefusal()
                await keeper.recoverIfNeeded()
            }
        }
    }

    /// Returns when no change is running; no new change begins if the right to make changes is lost.
    func waitUntilUnchanging() async { await publisher.exclusively {} }

    /// Ends work that nothing waits for; the registry closes with the last call that still reads from it.
    func retire() async {
        downloads.close()
        await consent.close()
        settling.cancel()
        await providers.stop()
        await inspector.shutdown()
    }

    /// Whether there is no work at all for fonts and providers.
    ///
    /// - Returns: The evidence that providers are installed, and the contents of the tree; `nil` if there is work now,
    ///   or may be later without an event, or if this cannot be determined.
    func atRest(
        where isWatched: @Sendable (Set<InstallationEvidence>) -> Bool
    ) async -> (evidence: Set<InstallationEvidence>, inventory: TreeInventory)? {
        guard await keeper.isReady, await revalidator.isAtRest(),
            let evidence = await providers.evidenceAtRest(where: isWatched),
            let inventory = await LibraryReconciler(publisher, intake: intake).inventoryAtRest()
        else { return nil }
        return (evidence, inventory)
    }

    /// Ends running work, closes the registry, and releases the home for the next daemon.
    ///
    /// - Parameters:
    ///   - note: The state for the next login if it has no work to do, without that of the registry.
    ///   - log: The log of failures.
    func close(leaving note: RestNote? = nil, log: Logger) async {
        downloads.close()
        settling.cancel()
        await providers.stop()
        await inspector.shutdown()
        do throws(RegistryError) {
            try home.registry.close()
            // The next process that claims the home removes the note first.
            note?.write(to: home.locations)
        } catch {
            log.warning("The registry was not closed cleanly", metadata: ["error": "\(error)"])
        }
        // The claim is released explicitly, because a task that is being cancelled may keep a reference for a moment.
        if case .changing(let claim) = home.access { claim.release() }
    }
}

extension OpenHome {
    /// The leases of this machine, if other machines may use the home or a part of it.
    var leases: [HomeLease] {
        if case .changing(let claim) = access { claim.leases } else { [] }
    }

    /// Why there is no session scope; `nil` if there is one.
    fileprivate var sessionRefusal: FontError? {
        if let refusal { return refusal.error }
        guard isShared else { return nil }
        return FontError(
            .unsupportedScope,
            """
            The home directory may be in use on several machines, whose sessions end at different times. Register the \
            fonts as persistent.
            """
        )
    }

    /// The gate that is asked before each change whether the fonts may be changed.
    fileprivate func gate(threads: BlockingThreads, _ callbacks: DaemonServices.Callbacks) -> ChangeGate {
        if let refusal { return .closed(refusal.error, onAttempt: callbacks.onAttempt) }
        let leases = leases
        guard !leases.isEmpty else { return .open }
        return .guarded {
            do {
                return try await threads.run {
                    for lease in leases {
                        do throws(HomeLease.Failure) {
                            try lease.renew(beforeChange: true)
                        } catch {
                            if case .held = error { callbacks.onLoss(lease) }
                            return error.fontError
                        }
                    }
                    return nil
                }
            } catch {
                return FontError(.busy, "The home directory is not responding.")
            }
        }
    }
}
