package import FontLibrary
package import FontModel
package import InspectionClient
package import LinuxSystem
package import Logging
package import Registry

/// The one writer: carries out requests in rounds, so that those in flight together share one sync, one scan of each
/// shard's fonts and one commit.
///
/// A round plans, moves files, warms fontconfig's caches and commits, in this order; only then do its callers get their
/// answers. There is no row that announces what a round is about to do: until the commit, whatever lies in the tree
/// without a row of its own is taken back at the next start, as nobody was told that it is there; after the commit, what
/// is missing in the tree is completed from the store.
package actor LibraryPublisher {
    /// The answer to a request.
    package struct Answer: Sendable {
        /// What became of each font or id, in order.
        package var outcomes: [ItemOutcome]
        /// The generation after the request.
        package var generation: UInt64
    }

    /// The most fonts of a batch that goes with others in a round: more would make the others wait.
    private static let itemsOfBatchInRound = 128

    /// The most items that one round takes up, so that no caller waits for the work of all others.
    static let itemsPerRound = 256

    let registry: Registry
    let tree: FontTree
    let spareRoom: SpareRoom
    let inspectionPool: InspectionPool
    let threads: BlockingThreads
    let work: WorkInProgress
    let log: Logger
    let settling: PublicationSettling
    let gate: ChangeGate
    private let onChange: @Sendable (UInt64) -> Void
    let onRegistration: @Sendable ([ProviderRecord]) -> Void
    let onObstacle: @Sendable () -> Void
    private let hasEnded: @Sendable (String) -> Bool
    let allowance: @Sendable (ProviderRecord) -> FontAllowance
    var layout = ShardLayout()
    /// See ``noteBeginning()``.
    var hasBegun = false
    var usage: [ProviderIdentifier: LibraryPlanner.Usage] = [:]
    /// How many fonts all programs have; `nil` before it was counted.
    var programFontCount: Int?

    /// A request of the next rounds, and who waits for its answer.
    struct WaitingRequest {
        let request: LibraryRequest
        let continuation: CheckedContinuation<Answer, Never>

        /// Whether it is of a batch that was cancelled.
        var isCancelled: Bool { request.control?.isCancelled == true }
        /// Whose turn it takes.
        var provider: ProviderIdentifier { request.requester.provider.id }
    }

    /// Who waits for the place of the large batch under way, and learns whether it is theirs.
    typealias LaneWaiter = (control: BatchControl?, continuation: CheckedContinuation<Bool, Never>)

    /// In the order in which rounds take them up: providers in turn, however much each of them wants.
    private var waiting = FairQueue<ProviderIdentifier, WaitingRequest>()
    /// The requests that touch what a large batch is about, for when it is done.
    private(set) var blocked: [WaitingRequest] = []
    /// What a large batch is about.
    var reservation: LibraryReservation?
    private var exclusiveWork: [CheckedContinuation<Void, Never>] = []
    /// Whether a round or exclusive work is under way; before the first ``exclusively(_:)`` nothing may be.
    private var isBusy = true {
        didSet {
            guard isBusy != oldValue else { return }
            if isBusy { work.begin(.publication) } else { work.end(.publication) }
        }
    }
    private var hasStarted = false
    /// Whether a large batch, or work that none may meet, is under way; before the first ``exclusively(_:)`` none may be.
    private var isLaneTaken: Bool
    /// In turn, so that nobody's batch waits for all those of another; what is none has a turn of its own.
    private var laneWaiters = FairQueue<ProviderIdentifier?, LaneWaiter>()
    private var lastAnnounced: UInt64 = 0
    /// The last round's changes of files, where it has not ended yet what can only be done after the commit.
    var unfinished: FontTransaction?
    /// The contents without registrations that the last round has left in the registry for after its commit.
    var unforgotten: [FontDigest] = []
    /// Whether the last round has left removed fonts, which are limited once they are in place.
    var hasNewRemovedFonts = false
    /// The next place in the order of registration; `nil` until the registry was asked.
    var nextSequence: Int64?
    /// Whether the registry knows of decisions of the user's that the store has no note of yet.
    var hasUnsavedDecisions = false
    /// Gives the space of deleted files back.
    private var freeing: Task<Void, Never>?
    /// Why nothing can be changed: tree and registry could not be brought to agree.
    var obstacle: FontError?
    /// The ``obstacle`` that is being cleared up, which is told of until that is done.
    var passingObstacle: FontError?

    /// Why the present round may not change anything.
    var refusal: FontError?
    /// Why nothing more of the present large batch can be registered.
    var batchRefusal: FontError?

    /// Creates the publisher; requests wait until the first reconciliation is over.
    ///
    /// - Parameters:
    ///   - registry: The truth.
    ///   - tree: The view of it that fontconfig scans.
    ///   - inspectionPool: Who warms fontconfig's caches.
    ///   - threads: Where files are moved.
    ///   - settling: Who lets polling programs know of changes in time.
    ///   - gate: Whether the fonts may be changed from here.
    ///   - work: Where it is noted that changes are under way.
    ///   - log: Where failures are reported that no caller learns of.
    ///   - hasEnded: Tells whether the login session of a token is over, whose fonts are not registered any more.
    ///   - allowance: Tells how much a provider may register.
    ///   - onChange: Takes the generation after each change, when the caches are warm.
    ///   - onRegistration: Takes the providers of new registrations that were installed when they asked for them.
    ///   - onObstacle: Called when nothing can be changed any more, as a change that failed could not be undone.
    package init(
        registry: Registry, tree: FontTree, inspectionPool: InspectionPool, threads: BlockingThreads,
        settling: PublicationSettling, gate: ChangeGate = .open, work: WorkInProgress, log: Logger,
        hasEnded: @escaping @Sendable (String) -> Bool = { _ in false },
        allowance: @escaping @Sendable (ProviderRecord) -> FontAllowance = { FontAllowance(of: $0.id) },
        onChange: @escaping @Sendable (UInt64) -> Void,
        onRegistration: @escaping @Sendable ([ProviderRecord]) -> Void = { _ in },
        onObstacle: @escaping @Sendable () -> Void = {}
    ) {
        self.registry = registry
        self.tree = tree
        spareRoom = SpareRoom(tree.locations)
        self.inspectionPool = inspectionPool
        self.threads = threads
        self.settling = settling
        self.gate = gate
        self.work = work
        self.log = log
        self.hasEnded = hasEnded
        self.allowance = allowance
        self.onChange = onChange
        self.onRegistration = onRegistration
        self.onObstacle = onObstacle
        // Where nothing is reconciled from here, nobody has to wait for that.
        isBusy = !gate.isClosed
        hasStarted = gate.isClosed
        isLaneTaken = !gate.isClosed
        if isBusy { work.begin(.publication) }
    }

    /// Carries out a request in the next round; a large batch beside the rounds, and any other large one in parts.
    package func submit(_ request: LibraryRequest) async -> Answer {
        if let control = request.control {
            if request.itemCount > Self.itemsOfBatchInRound { return await carryOutAlone(request, control) }
            control.whenCancelled { Task { await self.dismissCancelled() } }
        } else if request.itemCount > Self.itemsPerRound {
            return await carryOutInParts(request)
        }
        if isBusy {
            return await withCheckedContinuation { enqueue(WaitingRequest(request: request, continuation: $0)) }
        }
        isBusy = true
        if await touchesReservation(request) {
            Task { await self.runRounds() }
            return await withCheckedContinuation { block(WaitingRequest(request: request, continuation: $0)) }
        }
        guard request.control?.beginPublishing() != false else {
            Task { await self.runRounds() }
            return await cancelledAnswer(to: request)
        }
        // A round of its own, and in its own task: that spares two changes of threads.
        refusal = await gate.obstacle()
        let answer = await resolve([request])[0]
        Task { await self.runRounds() }
        return answer
    }

    /// Why nothing can be changed from here, where that is so for as long as the daemon runs.
    ///
    /// Whoever asks is about to try: fonts need not be examined to be refused.
    package nonisolated func lastingRefusal() async -> FontError? { gate.isClosed ? await gate.obstacle() : nil }

    /// Goes on unless a request's fonts are to end with a login session that is over.
    ///
    /// Whoever ends a session comes after this and finds what was registered, or before, and nothing is: it waits for
    /// its turn between the two.
    ///
    /// - Throws: `UnsupportedScope`.
    nonisolated func checkSession(of request: LibraryRequest) throws(FontError) {
        if let token = request.sessionToken, hasEnded(token) { throw LoginSession.endedError }
    }

    /// Tells everybody of the last change once more.
    func announceLatest() async {
        if let latest = try? await registry.generation() { onChange(latest) }
    }

    /// Opens the file of a content for reading.
    ///
    /// - Parameters:
    ///   - digest: The content.
    ///   - evenRefused: Whether to open it though it is out of use.
    ///   - run: Has the file opened, on a thread that may get stuck in that.
    /// - Returns: The file.
    /// - Throws: `FileNotFound`, why the font is out of use, and what keeps the file from being opened.
    func openFile(
        of digest: FontDigest, evenRefused: Bool = false,
        by run:
            @Sendable (_ work: @escaping @Sendable () throws(FontError) -> OwnedFileDescriptor) async throws(FontError)
            -> OwnedFileDescriptor
    ) async throws(FontError) -> OwnedFileDescriptor {
        // The file may move between the question where it is and the opening; it does not move twice in a row often.
        for _ in 0..<3 {
            let record = try await FontError.mapping { () throws(RegistryError) in try await registry.content(digest) }
            guard let record, let fileName = FontFileName(rawValue: record.fileName) else { break }
            if let refusal = record.refusal, !evenRefused { throw FontError(refusal) }
            do throws(FontError) {
                switch record.place {
                case .published(let name):
                    guard let shard = Shard(name: name) else { break }
                    return try await run { [tree] () throws(FontError) in
                        try tree.openPublished(fileName, in: shard)
                    }
                case .stored:
                    return try await run { [tree] () throws(FontError) in try tree.openStored(digest) }
                case .quarantined(let reason):
                    throw FontError(.corrupt, "The font is out of use: \(reason).")
                }
            } catch  where error.code == .fileNotFound {
                continue
            }
        }
        throw FontError(.fileNotFound, "The font's file is not there any more.")
    }

    /// Runs work while no round and no large batch is under way and none starts.
    package func exclusively<Result: Sendable>(
        _ work: @Sendable (isolated LibraryPublisher) async -> Result
    ) async -> Result {
        let result: Result
        if hasStarted {
            _ = await takeLane()
            result = await inTurn(work)
        } else {
            hasStarted = true
            result = await work(self)
            Task { await self.runRounds() }
        }
        giveLaneBack()
        return result
    }

    /// Runs work while no round is under way and none starts.
    func inTurn<Result: Sendable>(
        _ work: @Sendable (isolated LibraryPublisher) async -> Result
    ) async -> Result {
        if isBusy {
            await withCheckedContinuation { exclusiveWork.append($0) }
        } else {
            isBusy = true
        }
        let result = await work(self)
        // The turn goes on to whoever waits, whose work is no business of this caller.
        Task { await self.runRounds() }
        return result
    }

    /// Waits until the round under way has ended, with what follows its replies: files are moved to the removed fonts then.
    func roundEnded() async {
        guard hasStarted else { return }
        await inTurn { _ in }
    }

    /// Waits until no large batch is under way and takes its place: providers in turn, and each in the order of asking.
    ///
    /// - Parameters:
    ///   - control: The batch that waits; `nil` where it is none.
    ///   - provider: Whose batch it is.
    /// - Returns: Whether the place is taken; `false` where the batch was cancelled before.
    func takeLane(for control: BatchControl? = nil, of provider: ProviderIdentifier? = nil) async -> Bool {
        guard isLaneTaken else {
            isLaneTaken = true
            return true
        }
        control?.whenCancelled { Task { await self.dismissCancelled() } }
        return await withCheckedContinuation { laneWaiters.append((control, $0), for: provider) }
    }

    /// Lets the next large batch begin.
    func giveLaneBack() {
        if let next = laneWaiters.popFirst() { next.continuation.resume(returning: true) } else { isLaneTaken = false }
    }

    /// Lets go of what waits of batches that were cancelled, rather than when it would be its turn.
    private func dismissCancelled() async {
        for waiter in laneWaiters.extract(where: { $0.control?.isCancelled == true }) {
            waiter.continuation.resume(returning: false)
        }
        let dismissed = blocked.extract(where: \.isCancelled) + waiting.extract(where: \.isCancelled)
        for item in dismissed { item.continuation.resume(returning: await cancelledAnswer(to: item.request)) }
    }

    /// Takes note of what the large batch adds to what its provider has, for which others of the provider wait.
    func noteAddition(_ added: LibraryPlanner.Usage) {
        reservation?.added = added
        reconsiderBlocked()
    }

    /// Has everything done that had to wait for a large batch.
    func endReservation() {
        reservation = nil
        reconsiderBlocked()
    }

    private func reconsiderBlocked() {
        // They came before those that wait.
        let others = waiting.extract { _ in true }
        for item in blocked + others { enqueue(item) }
        blocked = []
    }

    private func enqueue(_ item: WaitingRequest) { waiting.append(item, for: item.provider) }

    /// Runs blocking work on a thread of its own.
    func onThread<Result: Sendable>(
        _ work: @escaping @Sendable () throws(FontError) -> Result
    ) async throws(FontError) -> Result {
        let result: Swift.Result<Result, FontError>
        do {
            result = try await threads.run { Swift.Result { () throws(FontError) in try work() } }
        } catch {
            throw Self.noThreadError
        }
        return try result.get()
    }

    static let noThreadError = FontError(.busy, "Too much work is waiting for the disk. Try again later.")

    /// Lets go of what a transaction has deleted, which whoever waits for an answer need not wait for.
    func free(_ transaction: FontTransaction) {
        freeing = Task { [threads] in _ = try? await threads.run { transaction.release() } }
    }

    /// Waits until the space of deleted files is there for others.
    func waitUntilFreed() async {
        await freeing?.value
        freeing = nil
    }

    /// Tells everybody of a change whose caches are warm.
    func announce(_ generation: UInt64, touchedTree: Bool) {
        // A round may have overtaken a large batch between its commit and here.
        if generation >= lastAnnounced {
            lastAnnounced = generation
            onChange(generation)
        }
        if touchedTree { settling.noteChange() }
    }

    /// How many wait for a turn between rounds, how many requests for the next of them, and how many for the place of the
    /// large batch under way.
    var waitingTurns: Int { exclusiveWork.count }
    var waitingCount: Int { waiting.count }
    var laneWaiterCount: Int { laneWaiters.count }

    private func runRounds() async {
        while true {
            await finishLastRound()
            if !exclusiveWork.isEmpty {
                // Hands its turn over: `inTurn` has the rounds go on when it is done.
                exclusiveWork.removeFirst().resume()
                return
            }
            guard !waiting.isEmpty else {
                await registry.writeLogBack()
                // Somebody may have come meanwhile.
                if !exclusiveWork.isEmpty || !waiting.isEmpty { continue }
                isBusy = false
                return
            }
            let round = await takeUp(nextRound())
            if round.isEmpty { continue }
            refusal = await gate.obstacle()
            let answers = await resolve(round.map(\.request))
            for (item, answer) in zip(round, answers) { item.continuation.resume(returning: answer) }
        }
    }

    private func nextRound() -> [WaitingRequest] {
        var round: [WaitingRequest] = []
        var items = 0
        while let next = waiting.first {
            items += next.request.itemCount
            if !round.isEmpty, items > Self.itemsPerRound { break }
            round.append(next)
            _ = waiting.popFirst()
        }
        return round
    }

    /// Puts those requests of a round aside that touch what a large batch is about, and lets go of cancelled ones.
    ///
    /// - Returns: The others, which cannot be cancelled any more.
    private func takeUp(_ round: [WaitingRequest]) async -> [WaitingRequest] {
        var taken: [WaitingRequest] = []
        for item in round {
            if await touchesReservation(item.request) {
                block(item)
            } else if item.request.control?.beginPublishing() != false {
                taken.append(item)
            } else {
                item.continuation.resume(returning: await cancelledAnswer(to: item.request))
            }
        }
        return taken
    }

    private func block(_ item: WaitingRequest) {
        blocked.append(item)
        // It may have been cancelled while it was looked at, and in none of the lists.
        if item.isCancelled { Task { await self.dismissCancelled() } }
    }

    /// Carries out requests together or, where that fails because of one of them, in halves, until the one is alone.
    func resolve(_ requests: [LibraryRequest]) async -> [Answer] {
        do throws(FontError) {
            if let obstacle = refusal ?? obstacle { throw obstacle }
            return try await perform(requests)
        } catch {
            if error.code == .storageFull, obstacle == nil, await makeRoom(for: requests) {
                refusal = await gate.obstacle()
                return await resolve(requests)
            }
            if refusal == nil, obstacle == nil, error.mayConcernOneItem {
                if requests.count > 1 {
                    let middle = requests.count / 2
                    let first = await resolve(Array(requests[..<middle]))
                    return first + (await resolve(Array(requests[middle...])))
                }
                if let request = requests.first, request.control?.isAtomic != true, let halves = request.halves {
                    var first = await resolve([halves.first])[0]
                    let second = await resolve([halves.second])[0]
                    first.outcomes += second.outcomes
                    first.generation = second.generation
                    return [first]
                }
            }
            let generation = (try? await registry.generation()) ?? 0
            let explained = await explained(error)
            return requests.map {
                Answer(
                    outcomes: Array(repeating: .failure(explained), count: $0.itemCount), generation: generation)
            }
        }
    }

    /// An error with the command that repairs the directory which is in the way, where one is.
    nonisolated func explained(_ error: FontError) async -> FontError {
        guard error.code == .insufficientPermissions || error.code == .readOnly,
            let obstacle = try? await threads.run({ [tree] in tree.locations.obstacles().ofChanges.first }),
            !error.message.contains(obstacle.remedy)
        else { return error }
        return FontError(error.code, "\(error.message) \(obstacle.message) \(obstacle.remedy)", owner: error.owner)
    }

    private func perform(_ requests: [LibraryRequest]) async throws(FontError) -> [Answer] {
        var planner = try await planner(for: requests)
        let outcomes = requests.map { request -> [ItemOutcome] in
            do throws(FontError) {
                try checkSession(of: request)
                return planner.apply(request)
            } catch {
                return Array(repeating: .failure(error), count: request.itemCount)
            }
        }
        let plan = planner.finish()
        let generation =
            plan.isEmpty
            ? try await FontError.mapping { () throws(RegistryError) in try await registry.generation() }
            : try await execute(plan)
        return outcomes.map { Answer(outcomes: $0, generation: generation) }
    }
}
