internal import FontModel
internal import Registry

/// The way in which a change is carried out: in a round or as a large batch.
///
/// A round has its turn. A large batch runs beside the rounds, in groups and with progress.
struct ChangePace: Sendable {
    /// The large batch; `nil` for a round.
    private let batch: (request: LibraryRequest, control: BatchControl, publisher: LibraryPublisher)?
    /// The fonts of a large batch beside the round; `nil` if there is none.
    let reservation: LibraryReservation?
    /// Why no more of the change can be carried out.
    ///
    /// If set, none of its fonts is tried again.
    var refusal: FontError?

    /// Returns the pace of a round.
    ///
    /// - Parameter reservation: The fonts of the large batch beside it.
    /// - Returns: The pace.
    static func round(beside reservation: LibraryReservation?) -> ChangePace {
        ChangePace(batch: nil, reservation: reservation)
    }

    /// Returns the pace of a large batch.
    static func batch(
        _ request: LibraryRequest, _ control: BatchControl, in publisher: LibraryPublisher
    ) -> ChangePace {
        ChangePace(batch: (request, control, publisher), reservation: nil)
    }

    /// Whether this is the pace of a round, which can do its remaining work after its answers.
    var isRound: Bool { batch == nil }

    /// The number of contents that are entered into the registry at a time before a large batch is committed.
    ///
    /// Each group delays the commits of others by about 20 ms.
    static let contentsPerCommit = 64

    /// The key for fair warming of caches, so that rounds get their turn between the directories of large batches.
    var warmingKey: String { isRound ? "" : "batch" }

    /// Groups the directories whose caches are warmed at a time.
    ///
    /// The directories of a round need not wait for all of a batch.
    func warmingGroups(_ directories: [String]) -> [[String]] { isRound ? [directories] : directories.map { [$0] } }

    /// Reports the progress of a batch, from 0 to 1.
    func note(progress: Double) { batch?.control.note(progress: progress) }

    /// Throws if the batch was cancelled.
    func checkNotCancelled() throws(FontError) { try batch?.control.checkNotCancelled() }

    /// Marks the batch as no longer cancellable.
    ///
    /// For a round, this was done when it was taken up.
    func beginPublishing() throws(FontError) {
        guard batch?.control.beginPublishing() != false else { throw BatchControl.cancelledError }
    }

    /// Throws if the fonts may not be changed any more, or if the session or lease of the request has ended.
    ///
    /// Another service may have been admitted since the batch began.
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

    /// Runs work while no round is under way.
    ///
    /// A batch occupies the publisher only for turns of some milliseconds.
    func inTurn<Result: Sendable>(_ work: @Sendable () async -> Result) async -> Result {
        if let batch { await batch.publisher.inTurn(work) } else { await work() }
    }

    /// Records, in a turn, what a plan of the batch adds to its provider's usage.
    ///
    /// Other requests of the provider wait for this.
    func noteAddition(of plan: LibraryPlan) async {
        guard let batch else { return }
        await batch.publisher.noteAddition(plan.addition(for: batch.request.requester.provider.id))
    }

    /// Records, in a turn, that a plan of the batch is done.
    ///
    /// The usage that the batch's other half adds is still unknown.
    func endAddition() async { await batch?.publisher.noteAddition(nil) }
}
