import FontLibrary
import FontModel
import InspectionClient
import InspectionProtocol
import LinuxSystem
import Logging
import Registry
import Synchronization
import TestSupport
import Testing

@testable import FontService

/// A publisher over a real registry and a real tree in a scratch home, where a worker that is made up warms the caches.
final class PublisherFixture: Sendable {
    /// What the worker does with the directories that it is to warm, given how often it was asked before.
    typealias Warming = @Sendable (_ directories: [String], _ count: Int) -> InspectionReply

    let home: ScratchHome
    let registry: Registry
    let tree: FontTree
    let publisher: LibraryPublisher
    let threads = BlockingThreads(name: "test", maximumCount: 8)
    let work = WorkInProgress()
    /// Where nothing is kept of what goes wrong.
    static let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private let worker: FakeWorker
    private let pool: FontInspector
    private let settling: PublicationSettling
    /// How often it was told that nothing can be changed any more.
    let obstacles = EventLog()
    /// The generations that everybody was told of.
    let changes: AsyncStream<UInt64>

    /// Makes an empty home and brings its tree to its registry.
    ///
    /// - Parameters:
    ///   - maximumSize: The most bytes of the registry's file.
    ///   - gate: Whether fonts may be changed.
    ///   - connections: How many directories are warmed at a time.
    ///   - warming: What comes of warming; by default every cache is written.
    ///   - hasEnded: Whether the login session of a token is over.
    ///   - log: Where changes are reported.
    /// - Throws: What kept the home from being made.
    init(
        maximumSize: Int = RegistryLimits.fileSize, gate: ChangeGate = .open, connections: Int = 1,
        warming: @escaping Warming = { directories, _ in .warmed(patternCounts: directories.map { _ in 1 }) },
        hasEnded: @escaping @Sendable (String) -> Bool = { _ in false },
        log: Logger = PublisherFixture.log
    ) async throws {
        home = try ScratchHome()
        let locations = try FontLocations(environment: home.environment)
        try home.scratch.makeDirectory("home/.local/state/typecase")
        registry = try Registry.open(at: locations.registry, maximumSize: maximumSize).0
        tree = try FontTree(locations: locations)
        let (changes, noteChange) = AsyncStream.makeStream(of: UInt64.self)
        self.changes = changes
        let counts = Mutex(0)
        worker = try FakeWorker { connection, _ in
            connection.serve { job, font in
                if job.isInspection { return SyncedFont.inspection(of: font) }
                guard case .warm(let directories) = job else { return .failed(.refused("not in this test")) }
                let count = counts.withLock { count in
                    count += 1
                    return count - 1
                }
                return warming(directories, count)
            }
        }
        pool = worker.pool { $0.warm.connectionCount = connections }
        settling = PublicationSettling(
            tree: tree, inspector: pool, registry: registry, threads: threads, work: work, log: Self.log)
        let context = LibraryContext(
            registry: registry, tree: tree, inspector: pool, threads: threads, settling: settling, gate: gate,
            work: work, log: log, hasEnded: hasEnded)
        publisher = LibraryPublisher(
            context, onChange: { noteChange.yield($0) }, onObstacle: { [obstacles] in obstacles.add("obstacle") })
        try await reconcile()
    }

    /// Waits until nothing is under way any more.
    func waitUntilIdle() async {
        let (ends, noteEnd) = AsyncStream.makeStream(of: Void.self)
        let observer = EventLog()
        work.observe(for: observer) { noteEnd.yield() }
        noteEnd.yield()
        for await _ in ends where work.kinds.isEmpty { break }
        withExtendedLifetime(observer) {}
    }

    /// What examines fonts in this home.
    var intake: FontIntake { FontIntake(threads: threads, inspector: pool, directory: "/var/tmp") }

    /// The part that brings tree and registry to agree.
    var reconciler: LibraryReconciler { LibraryReconciler(publisher, intake: intake) }

    /// Brings the tree to the registry, as each start does.
    func reconcile() async throws { _ = try await reconciler.reconcile(cause: .recovery) }

    /// What keeps the library in order, with a login session.
    func keeper(of session: LoginSession) -> LibraryKeeper {
        LibraryKeeper(
            registry: registry, publisher: publisher, intake: intake, settling: settling, session: session, work: work,
            log: Self.log)
    }

    /// Registers fonts by themselves.
    func register(
        _ candidates: [FontCandidate], _ options: RegistrationOptions = .enabled, by requester: Requester = .user
    ) async -> LibraryPublisher.Answer {
        await publisher.submit(LibraryRequest(.register(candidates, options), by: requester))
    }

    /// Registers fonts as a batch, a large one where there are more than 128.
    func registerBatch(
        _ candidates: [FontCandidate], _ options: RegistrationOptions = .enabled, by requester: Requester = .user,
        control: BatchControl = BatchControl(isAtomic: false)
    ) async -> LibraryPublisher.Answer {
        await publisher.submit(LibraryRequest(.register(candidates, options), by: requester, control: control))
    }

    /// The names of the shards that there are as directories.
    var shards: Set<String> { get throws { Set((try tree.shards() ?? []).map(\.name)) } }

    /// The number of fonts that programs see.
    var publishedCount: Int { get throws { try tree.inventory().published.count } }

    /// Fonts of families with a common beginning.
    static func candidates(_ count: Int, _ family: String = "Font") throws -> [FontCandidate] {
        try (0..<count).map { try candidate("\(family) \($0)") }
    }

    /// A font of one face, named after its family.
    static func candidate(_ family: String) throws -> FontCandidate {
        let face = FaceDescription(index: 0, postscriptName: "\(family)-Regular", family: family)
        return try FontCandidate(
            memory: SealedMemory(bytes: Array(family.utf8)),
            inspection: FontInspection(format: .truetype, faces: [face], findings: [], scanCost: 100))
    }
}

extension LibraryPublisher.Answer {
    /// The codes of the errors, each once.
    var errorCodes: Set<FontError.Code> {
        Set(
            outcomes.compactMap { outcome in
                if case .failure(let error) = outcome { error.code } else { nil }
            })
    }
}

extension RegistrationOptions {
    static let enabled = RegistrationOptions(scope: .persistent, isEnabled: true)
}

extension Requester {
    /// A program that provides fonts.
    static func program(_ identifier: String) throws -> Requester {
        .provider(
            ProviderRecord(
                id: try #require(ProviderIdentifier(rawValue: identifier)), kind: "application",
                displayName: identifier))
    }
}
