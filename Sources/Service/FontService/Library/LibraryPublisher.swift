package import FontModel
internal import InspectionClient
internal import LinuxSystem
package import Registry
internal import Scheduling

/// The single writer: decides which change is next and runs changes in rounds.
///
/// Changes that wait at the same time share one sync, one scan of each shard's fonts and one commit.
package actor LibraryPublisher {
    /// The answer to a request.
    package struct Answer: Sendable {
        /// The outcome of each font or id, in order.
        package var outcomes: [ItemOutcome]
        /// The generation after the request.
        package var generation: UInt64
    }

    /// The maximum number of fonts of a batch that shares a round with other requests.
    ///
    /// More fonts would make the others wait.
    private static let itemsOfBatchInRound = 128

    /// The maximum number of items in one round, so that no caller waits for the work of all others.
    private static let itemsPerRound = 256

    /// A request for one of the next rounds, and the continuation of the caller that waits for its answer.
    struct WaitingRequest {
        let request: LibraryRequest
        let continuation: CheckedContinuation<Answer, Never>

        /// Whether the request belongs to a cancelled batch.
        var isCancelled: Bool { request.control?.isCancelled == true }
        /// The provider whose turn it takes.
        var provider: ProviderIdentifier { request.requester.provider.id }
    }

    /// The place of the large batch under way; only one batch at a time has it.
    private struct Lane {
        /// Whether a large batch, or work that excludes large batches, is under way.
        ///
        /// Before the first ``exclusively(_:)``, no batch may start.
        var isTaken: Bool
        /// The callers that wait for the place.
        ///
        /// Each learns whether it has received the place or was cancelled.
        ///
        /// Providers take turns, so that no batch waits for all batches of another provider. Work that is not a batch
        /// has a turn of its own.
        var waiters = FairQueue<ProviderIdentifier?, Waiter>()

        typealias Waiter = (control: BatchControl?, continuation: CheckedContinuation<Bool, Never>)
    }

    /// The constant context of every change.
    package nonisolated let context: LibraryContext
    nonisolated let state: LibraryState
    nonisolated let executor: ChangeExecutor

    /// The waiting requests, in the order in which rounds take them.
    ///
    /// Providers take turns, no matter how many requests each has.
    private var waiting = FairQueue<ProviderIdentifier, WaitingRequest>()
    /// The requests that concern the fonts of a large batch and wait until it is done.
    private(set) var blocked: [WaitingRequest] = []
    /// The fonts of the large batch under way.
    private(set) var reservation: LibraryReservation?
    /// The callers waiting for a turn between rounds.
    private var turns: [CheckedContinuation<Void, Never>] = []
    /// Whether a round or exclusive work is under way.
    ///
    /// Before the first ``exclusively(_:)``, none may start.
    private var isBusy: Bool {
        didSet {
            guard isBusy != oldValue else { return }
            if isBusy { context.work.begin(.publication) } else { context.work.end(.publication) }
        }
    }
    private var hasStarted: Bool
    private var lane: Lane

    /// Creates the publisher.
    ///
    /// Requests wait until the first reconciliation has ended.
    ///
    /// - Parameters:
    ///   - context: The shared context of all parts of a change.
    ///   - allowance: Returns how much a provider may register.
    ///   - onChange: Receives the generation after each change, when the caches are warm.
    ///   - onRegistration: Receives the providers of new registrations that were installed when they requested them.
    ///   - onObstacle: Called when nothing can be changed any more, because a failed change could not be undone.
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
        // If this service does not reconcile, requests need not wait for it.
        let isOpen = !context.gate.isClosed
        isBusy = isOpen
        hasStarted = !isOpen
        lane = Lane(isTaken: isOpen)
        if isOpen { context.work.begin(.publication) }
    }

    /// Carries out a request in the next round.
    ///
    /// A large batch runs beside the rounds, and any other large request in parts.
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
        // The request gets a round of its own, in the caller's task: this saves two thread switches.
        let answer = await carryOut([request])[0]
        Task { await self.runRounds() }
        return answer
    }

    /// Carries out a large request with independent items, in parts.
    ///
    /// Other requests that have arrived meanwhile take their turn between two parts.
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

    /// Carries out a large batch beside the rounds, which continue.
    ///
    /// Only requests that concern the batch's fonts have to wait.
    ///
    /// It occupies the publisher itself only for turns of some milliseconds. One such batch is carried out at a time.
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

    /// Runs work while no round and no large batch is under way, and none can start.
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

    /// Runs work while no round is under way, and none can start.
    func inTurn<Result: Sendable>(_ work: @Sendable () async -> Result) async -> Result {
        if isBusy {
            await withCheckedContinuation { turns.append($0) }
        } else {
            isBusy = true
        }
        let result = await work()
        // The turn passes to the next waiting request, in a task of its own: this caller need not wait for that work.
        Task { await self.runRounds() }
        return result
    }

    /// Waits until the round under way has ended, including the work after its replies, which moves files to the
    /// removed fonts.
    func roundEnded() async {
        guard hasStarted else { return }
        await inTurn {}
    }

    /// Waits until no large batch is under way and takes its place.
    ///
    /// Providers take turns, and each provider's requests keep their order.
    ///
    /// - Parameters:
    ///   - control: The batch that waits; `nil` if the caller is not a batch.
    ///   - provider: The provider of the batch.
    /// - Returns: Whether the caller has received the place; `false` if the batch was cancelled before.
    func takeLane(for control: BatchControl? = nil, of provider: ProviderIdentifier? = nil) async -> Bool {
        guard lane.isTaken else {
            lane.isTaken = true
            return true
        }
        control?.whenCancelled { Task { await self.dismissCancelled() } }
        return await withCheckedContinuation { lane.waiters.append((control, $0), for: provider) }
    }

    /// Releases the place, so that the next large batch can begin.
    func giveLaneBack() {
        if let next = lane.waiters.popFirst() {
            next.continuation.resume(returning: true)
        } else {
            lane.isTaken = false
        }
    }

    /// The number of callers that wait for a turn between rounds.
    var waitingTurns: Int { turns.count }
    /// The number of requests for the next rounds.
    var waitingCount: Int { waiting.count }
    /// The number of callers that wait for the place of the large batch.
    var laneWaiterCount: Int { lane.waiters.count }

    // MARK: - Rounds

    private func runRounds() async {
        while true {
            await executor.finishLastRound()
            if !turns.isEmpty {
                // The turn is handed over; `inTurn` resumes the rounds when it is done.
                turns.removeFirst().resume()
                return
            }
            guard !waiting.isEmpty else {
                await context.registry.writeLogBack()
                // Requests may have arrived meanwhile.
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

    /// Takes the requests of a round that can be carried out now.
    ///
    /// Requests that concern the fonts of a large batch are blocked, and cancelled ones are answered.
    ///
    /// - Returns: The remaining requests, which cannot be cancelled any more.
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

    /// Records, in a turn, the fonts that a large batch concerns, or `nil` when the batch is done.
    private func reserve(_ reservation: LibraryReservation?) {
        self.reservation = reservation
        if reservation == nil { reconsiderBlocked() }
    }

    /// Records, in a turn, what the large batch adds to its provider's usage; `nil` if unknown.
    ///
    /// Other requests of the provider wait for this.
    func noteAddition(_ added: PlannedLibrary.Usage?) {
        reservation?.added = added
        if added != nil { reconsiderBlocked() }
    }

    private func reconsiderBlocked() {
        // Blocked requests arrived before the waiting ones.
        let others = waiting.extract { _ in true }
        for item in blocked + others { enqueue(item) }
        blocked = []
    }

    private func enqueue(_ item: WaitingRequest) { waiting.append(item, for: item.provider) }

    private func block(_ item: WaitingRequest) {
        blocked.append(item)
        // The batch may have been cancelled while the request was being checked and was in none of the lists.
        if item.isCancelled { Task { await self.dismissCancelled() } }
    }

    /// Returns whether a request has to wait for the large batch under way.
    private func touchesReservation(_ request: LibraryRequest) async -> Bool {
        guard let reservation else { return false }
        return await context.touches(reservation, request)
    }

    /// Answers the waiting requests of cancelled batches immediately instead of in their turn.
    private func dismissCancelled() async {
        for waiter in lane.waiters.extract(where: { $0.control?.isCancelled == true }) {
            waiter.continuation.resume(returning: false)
        }
        let dismissed = blocked.extract(where: \.isCancelled) + waiting.extract(where: \.isCancelled)
        for item in dismissed { item.continuation.resume(returning: await cancelledAnswer(to: item.request)) }
    }

    /// Returns the answer to a request whose batch was cancelled.
    private nonisolated func cancelledAnswer(to request: LibraryRequest) async -> Answer {
        await executor.refuse([request], because: BatchControl.cancelledError)[0]
    }
}
