package import FontModel
internal import InspectionClient
internal import LinuxSystem
package import Registry
internal import Scheduling

/// The one writer: says whose change is next, and has rounds of changes carried out, so that those in flight together share
/// one sync, one scan of each shard's fonts and one commit.
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
    private static let itemsPerRound = 256

    /// A request of the next rounds, and who waits for its answer.
    struct WaitingRequest {
        let request: LibraryRequest
        let continuation: CheckedContinuation<Answer, Never>

        /// Whether it is of a batch that was cancelled.
        var isCancelled: Bool { request.control?.isCancelled == true }
        /// Whose turn it takes.
        var provider: ProviderIdentifier { request.requester.provider.id }
    }

    /// The place of the large batch under way.
    private struct Lane {
        /// Whether a large batch, or work that none may meet, is under way; before the first ``exclusively(_:)`` none may
        /// be.
        var isTaken: Bool
        /// Who waits for it, and learns whether it is theirs: in turn, so that nobody's batch waits for all those of
        /// another; what is no batch has a turn of its own.
        var waiters = FairQueue<ProviderIdentifier?, Waiter>()

        typealias Waiter = (control: BatchControl?, continuation: CheckedContinuation<Bool, Never>)
    }

    /// The constant surroundings of every change.
    package nonisolated let context: LibraryContext
    nonisolated let state: LibraryState
    nonisolated let executor: ChangeExecutor

    /// In the order in which rounds take them up: providers in turn, however much each of them wants.
    private var waiting = FairQueue<ProviderIdentifier, WaitingRequest>()
    /// The requests that touch what a large batch is about, for when it is done.
    private(set) var blocked: [WaitingRequest] = []
    /// What a large batch is about.
    private(set) var reservation: LibraryReservation?
    /// The callers that wait for a turn between rounds.
    private var turns: [CheckedContinuation<Void, Never>] = []
    /// Whether a round or exclusive work is under way; before the first ``exclusively(_:)`` nothing may be.
    private var isBusy: Bool {
        didSet {
            guard isBusy != oldValue else { return }
            if isBusy { context.work.begin(.publication) } else { context.work.end(.publication) }
        }
    }
    private var hasStarted: Bool
    private var lane: Lane

    /// Creates the publisher; requests wait until the first reconciliation is over.
    ///
    /// - Parameters:
    ///   - context: What all parts of a change work with.
    ///   - allowance: Tells how much a provider may register.
    ///   - onChange: Takes the generation after each change, when the caches are warm.
    ///   - onRegistration: Takes the providers of new registrations that were installed when they asked for them.
    ///   - onObstacle: Called when nothing can be changed any more, as a change that failed could not be undone.
    package init(
        _ context: LibraryContext,
        allowance: @escaping @Sendable (ProviderRecord) -> FontAllowance = { FontAllowance(of: $0.id) },
        onChange: @escaping @Sendable (UInt64) -> Void,
        onRegistration: @escaping @Sendable ([ProviderRecord]) -> Void = { _ in },
        onObstacle: @escaping @Sendable () -> Void = {}
    ) {
        self.context = context
        state = LibraryState(context, allowance: allowance, onObstacle: onObstacle)
        executor = ChangeExecutor(
            context: context, state: state,
            announcer: ChangeAnnouncer(
                settling: context.settling, onChange: onChange, onRegistration: onRegistration))
        // Where nothing is reconciled from here, nobody has to wait for that.
        let isOpen = !context.gate.isClosed
        isBusy = isOpen
        hasStarted = !isOpen
        lane = Lane(isTaken: isOpen)
        if isOpen { context.work.begin(.publication) }
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
        let answer = await carryOut([request])[0]
        Task { await self.runRounds() }
        return answer
    }

    /// Carries out a large request whose items stand for themselves, part by part: between two of them it is the turn
    /// of whoever has come meanwhile.
    private func carryOutInParts(_ request: LibraryRequest) async -> Answer {
        let order = await context.orderByDirectory(of: request)
        var outcomes: [ItemOutcome?] = Array(repeating: nil, count: order.count)
        var generation: UInt64 = 0
        for start in stride(from: 0, to: order.count, by: Self.itemsPerRound) {
            let positions = order[start..<min(start + Self.itemsPerRound, order.count)]
            let answer = await submit(request.part(positions))
            for (position, outcome) in zip(positions, answer.outcomes) { outcomes[position] = outcome }
            generation = answer.generation
        }
        return Answer(outcomes: outcomes.map { $0 ?? .failure(.unanswered) }, generation: generation)
    }

    /// Carries out a large batch beside the rounds, which go on meanwhile: only what the batch is about has to wait.
    ///
    /// Of the publisher itself it takes turns of some milliseconds. One such batch is carried out at a time.
    @concurrent private nonisolated func carryOutAlone(
        _ request: LibraryRequest, _ control: BatchControl
    ) async -> Answer {
        guard await takeLane(for: control, of: request.requester.provider.id) else {
            return await cancelledAnswer(to: request)
        }
        let answer: Answer
        if case .register(let candidates, _) = request.action, !control.isCancelled {
            var pace = ChangePace.batch(request, control, in: self)
            pace.refusal = await context.gate.obstacle()
            let reservation = LibraryReservation(candidates, for: request.requester.provider.id)
            await inTurn { await self.reserve(reservation) }
            answer = await executor.carryOut([request], &pace)[0]
            await inTurn { await self.reserve(nil) }
        } else {
            answer = await cancelledAnswer(to: request)
        }
        await giveLaneBack()
        return answer
    }

    // MARK: - Turns

    /// Runs work while no round and no large batch is under way and none starts.
    package func exclusively<Result: Sendable>(_ work: @Sendable () async -> Result) async -> Result {
        let result: Result
        if hasStarted {
            _ = await takeLane()
            result = await inTurn(work)
        } else {
            hasStarted = true
            result = await work()
            Task { await self.runRounds() }
        }
        giveLaneBack()
        return result
    }

    /// Runs work while no round is under way and none starts.
    func inTurn<Result: Sendable>(_ work: @Sendable () async -> Result) async -> Result {
        if isBusy {
            await withCheckedContinuation { turns.append($0) }
        } else {
            isBusy = true
        }
        let result = await work()
        // The turn goes on to whoever waits, whose work is no business of this caller.
        Task { await self.runRounds() }
        return result
    }

    /// Waits until the round under way has ended, with what follows its replies: files are moved to the removed fonts then.
    func roundEnded() async {
        guard hasStarted else { return }
        await inTurn {}
    }

    /// Waits until no large batch is under way and takes its place: providers in turn, and each in the order of asking.
    ///
    /// - Parameters:
    ///   - control: The batch that waits; `nil` where it is none.
    ///   - provider: Whose batch it is.
    /// - Returns: Whether the place is taken; `false` where the batch was cancelled before.
    func takeLane(for control: BatchControl? = nil, of provider: ProviderIdentifier? = nil) async -> Bool {
        guard lane.isTaken else {
            lane.isTaken = true
            return true
        }
        control?.whenCancelled { Task { await self.dismissCancelled() } }
        return await withCheckedContinuation { lane.waiters.append((control, $0), for: provider) }
    }

    /// Lets the next large batch begin.
    func giveLaneBack() {
        if let next = lane.waiters.popFirst() {
            next.continuation.resume(returning: true)
        } else {
            lane.isTaken = false
        }
    }

    /// How many wait for a turn between rounds, how many requests for the next of them, and how many for the place of the
    /// large batch under way.
    var waitingTurns: Int { turns.count }
    var waitingCount: Int { waiting.count }
    var laneWaiterCount: Int { lane.waiters.count }

    // MARK: - Rounds

    private func runRounds() async {
        while true {
            await executor.finishLastRound()
            if !turns.isEmpty {
                // Hands its turn over: `inTurn` has the rounds go on when it is done.
                turns.removeFirst().resume()
                return
            }
            guard !waiting.isEmpty else {
                await context.registry.writeLogBack()
                // Somebody may have come meanwhile.
                if !turns.isEmpty || !waiting.isEmpty { continue }
                isBusy = false
                return
            }
            let round = await takeUp(nextRound())
            if round.isEmpty { continue }
            let answers = await carryOut(round.map(\.request))
            for (item, answer) in zip(round, answers) { item.continuation.resume(returning: answer) }
        }
    }

    private func carryOut(_ requests: [LibraryRequest]) async -> [Answer] {
        var pace = ChangePace.round(beside: reservation)
        pace.refusal = await context.gate.obstacle()
        return await executor.carryOut(requests, &pace)
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

    // MARK: - Reservations and cancellation

    /// Takes note, in a turn, of what a large batch is about, or that it is done.
    private func reserve(_ reservation: LibraryReservation?) {
        self.reservation = reservation
        if reservation == nil { reconsiderBlocked() }
    }

    /// Takes note, in a turn, of what the large batch adds to what its provider has, for which others of the provider wait;
    /// `nil` where nobody knows.
    func noteAddition(_ added: PlannedLibrary.Usage?) {
        reservation?.added = added
        if added != nil { reconsiderBlocked() }
    }

    private func reconsiderBlocked() {
        // They came before those that wait.
        let others = waiting.extract { _ in true }
        for item in blocked + others { enqueue(item) }
        blocked = []
    }

    private func enqueue(_ item: WaitingRequest) { waiting.append(item, for: item.provider) }

    private func block(_ item: WaitingRequest) {
        blocked.append(item)
        // It may have been cancelled while it was looked at, and in none of the lists.
        if item.isCancelled { Task { await self.dismissCancelled() } }
    }

    /// Whether a request has to wait for the large batch under way.
    private func touchesReservation(_ request: LibraryRequest) async -> Bool {
        guard let reservation else { return false }
        return await context.touches(reservation, request)
    }

    /// Lets go of what waits of batches that were cancelled, rather than when it would be its turn.
    private func dismissCancelled() async {
        for waiter in lane.waiters.extract(where: { $0.control?.isCancelled == true }) {
            waiter.continuation.resume(returning: false)
        }
        let dismissed = blocked.extract(where: \.isCancelled) + waiting.extract(where: \.isCancelled)
        for item in dismissed { item.continuation.resume(returning: await cancelledAnswer(to: item.request)) }
    }

    /// The answer to a request whose batch was cancelled.
    private nonisolated func cancelledAnswer(to request: LibraryRequest) async -> Answer {
        await executor.refuse([request], because: BatchControl.cancelledError)[0]
    }
}
