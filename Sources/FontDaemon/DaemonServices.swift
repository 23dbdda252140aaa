internal import FontLibrary
internal import FontModel
internal import FontService
internal import InspectionPool
internal import LinuxSystem
internal import Logging
internal import Registry

/// The services of one home, wired together; they have never heard of D-Bus.
struct DaemonServices: Sendable {
    let locations: FontLocations
    let tree: FontTree
    let registrations: RegistrationService
    let batches: BatchService
    let queries: FontQueries
    let validation: ValidationService
    let keeper: LibraryKeeper
    let systemFaces: SystemFacesService
    let inspectionPool: InspectionPool
    private let registry: Registry
    private let settling: PublicationSettling
    /// Held for life: nobody else may change this registry and this tree.
    private let lock: InstanceLock

    /// Opens a home's registry and tree and builds the services over them.
    ///
    /// Blocks while the registry is opened.
    ///
    /// - Parameters:
    ///   - environment: Where the home's directories are.
    ///   - inspectionPool: Who runs whatever parses fonts.
    ///   - threads: Where blocking work runs.
    ///   - work: Where it is noted what is under way.
    ///   - log: Where failures are reported that no caller learns of.
    ///   - observeLogins: Tells what can be known of the user's login sessions.
    ///   - onChange: Takes the generation after each change.
    ///   - onSystemDirectories: Takes the directories whose changes matter.
    /// - Throws: Why the home cannot be used.
    init(
        environment: [String: String], inspectionPool: InspectionPool, threads: BlockingThreads, work: WorkInProgress,
        log: Logger, observeLogins: @escaping LoginSession.Observation,
        onChange: @escaping @Sendable (UInt64) -> Void,
        onSystemDirectories: @escaping @Sendable ([String]) -> Void
    ) throws(FontError) {
        let locations = try FontLocations(environment: environment)
        do throws(InstanceLock.Failure) {
            lock = try InstanceLock(path: locations.lock)
        } catch {
            throw error.fontError
        }
        let tree = try FontTree(locations: locations)
        let (registry, condition) = try Self.openRegistry(of: locations, threads)
        if case .damaged(let path) = condition {
            log.error("The registry was damaged and is rebuilt from the store", metadata: ["set-aside": "\(path)"])
        }
        do throws(FontError) {
            // Before the first batch, whose fonts would be taken for left ones.
            let count = try tree.discardStagedFonts()
            if count > 0 { log.notice("Removed fonts of unfinished batches", metadata: ["fonts": "\(count)"]) }
        } catch {
            log.warning("Fonts of unfinished batches stay until the next start", metadata: ["error": "\(error)"])
        }
        let settling = PublicationSettling(
            tree: tree, inspectionPool: inspectionPool, registry: registry, threads: threads, work: work, log: log)
        let publisher = LibraryPublisher(
            registry: registry, tree: tree, inspectionPool: inspectionPool, threads: threads, settling: settling,
            work: work, log: log, onChange: onChange)
        let systemFaces = SystemFacesService(
            registry: registry, inspectionPool: inspectionPool,
            excludedDirectories: locations.publishedRootCandidates, work: work, log: log,
            onDirectories: onSystemDirectories)
        let intake = FontIntake(
            threads: BlockingThreads(name: "typecase-intake", maximumCount: FontIntake.readers),
            inspectionPool: inspectionPool)
        let session = LoginSession(note: locations.sessionNote, threads: threads, observe: observeLogins)
        let queries = FontQueries(
            registry: registry, systemFaces: systemFaces, publisher: publisher, threads: threads)
        self.locations = locations
        self.tree = tree
        self.registry = registry
        self.settling = settling
        self.inspectionPool = inspectionPool
        self.systemFaces = systemFaces
        self.queries = queries
        validation = ValidationService(intake: intake)
        keeper = LibraryKeeper(
            registry: registry, publisher: publisher, intake: intake, settling: settling, session: session,
            work: work, log: log)
        registrations = RegistrationService(
            intake: intake, publisher: publisher, systemFaces: systemFaces, queries: queries, keeper: keeper,
            session: session)
        batches = BatchService(registrations: registrations, intake: intake, publisher: publisher)
    }

    private static func openRegistry(
        of locations: FontLocations, _ threads: BlockingThreads
    ) throws(FontError) -> (Registry, RegistryCondition) {
        // A write-ahead log needs memory that is shared with whoever else has the file open, which a network cannot give.
        let isShared = (try? FileSystem.mayBeShared(locations.stateDirectory)) ?? true
        do throws(RegistryError) {
            return try Registry.open(
                at: locations.registry, journalMode: isShared ? .rollback : .writeAheadLog, threads: threads)
        } catch {
            throw FontError(error)
        }
    }

    /// Ends what is under way and closes the registry.
    func close(log: Logger) async {
        settling.cancel()
        await inspectionPool.shutdown()
        do throws(RegistryError) {
            try registry.close()
        } catch {
            log.warning("The registry was not closed cleanly", metadata: ["error": "\(error)"])
        }
    }
}
