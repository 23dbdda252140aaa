internal import FontModel
internal import Registry

/// How a change is carried out: in a round, which has its turn, or as a large batch beside the rounds, in groups and with
/// progress.
struct ChangePace: Sendable {
    /// The large batch; `nil` for a round.
    private let batch: (request: LibraryRequest, control: BatchControl, publisher: LibraryPublisher)?
    /// The subject of a large batch beside the round; `nil` where there is none.
    let reservation: LibraryReservation?
    /// Why nothing more of it can be changed, so that no font of it is worth another try.
    var refusal: FontError?

    /// The pace of a round.
    ///
    /// - Parameter reservation: What the large batch beside it is about.
    /// - Returns: The pace.
    static func round(beside reservation: LibraryReservation?) -> ChangePace {
        ChangePace(batch: nil, reservation: reservation)
    }

    /// The pace of a large batch.
    static func batch(
        _ request: LibraryRequest, _ control: BatchControl, in publisher: LibraryPublisher
    ) -> ChangePace {
        ChangePace(batch: (request, control, publisher), reservation: nil)
    }

    /// Whether it is that of a round, after whose answers there is time for what is left to do.
    var isRound: Bool { batch == nil }

    /// The contents that are entered into the registry at one time before a large batch is committed: each group holds
    /// up the commits of others for some 20 ms.
    static let contentsPerCommit = 64

    /// Whose turn the warming of caches uses up, so that the rounds' own comes in between that of large batches.
    var warmingKey: String { isRound ? "" : "batch" }

    /// The directories whose caches are warmed at a time: those of a round need not wait for all of a batch.
    func warmingGroups(_ directories: [String]) -> [[String]] { isRound ? [directories] : directories.map { [$0] } }

    /// Tells how far a batch has come, from 0 to 1.
    func note(progress: Double) { batch?.control.note(progress: progress) }

    /// Goes on unless the batch was cancelled.
    func checkNotCancelled() throws(FontError) { try batch?.control.checkNotCancelled() }

    /// Passes the point from which on the batch cannot be cancelled; a round has passed it when it was taken up.
    func beginPublishing() throws(FontError) {
        guard batch?.control.beginPublishing() != false else { throw BatchControl.cancelledError }
    }

    /// Goes on if the fonts may still be changed from here, where others may have been let in since a batch began, and
    /// if the session goes on that they are to end with.
    mutating func passGate(_ context: LibraryContext) async throws(FontError) {
        guard let batch else { return }
        do throws(FontError) {
            if let refusal = await context.gate.obstacle() { throw refusal }
            try context.checkSession(of: batch.request)
        } catch {
            refusal = error
            throw error
        }
    }

    /// Runs work while no round is under way: of the publisher, a batch takes turns of some milliseconds.
    func inTurn<Result: Sendable>(_ work: @Sendable () async -> Result) async -> Result {
        if let batch { await batch.publisher.inTurn(work) } else { await work() }
    }

    /// Takes note, in a turn, of what a plan of the batch adds to what its provider has, for which others of the provider
    /// wait.
    func noteAddition(of plan: LibraryPlan) async {
        guard let batch else { return }
        await batch.publisher.noteAddition(plan.addition(for: batch.request.requester.provider.id))
    }

    /// Takes note, in a turn, that a plan of the batch is done: what comes after it is the other half of the batch, of
    /// which nothing is known yet.
    func endAddition() async { await batch?.publisher.noteAddition(nil) }
}
