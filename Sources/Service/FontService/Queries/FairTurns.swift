internal import FontModel
internal import Scheduling

/// Lets callers do something one at a time, in turn, however much each of them wants to do.
actor FairTurns {
    private var waiting = FairQueue<String, CheckedContinuation<Void, Never>>()
    private var isTaken = false

    /// How many wait for their turn.
    var waitingCount: Int { waiting.count }

    /// Does something when it is a caller's turn; to be given back before the next is asked for.
    ///
    /// - Parameters:
    ///   - caller: Tells callers apart.
    ///   - body: What to do.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    nonisolated func inTurn<Result: Sendable>(
        of caller: String, _ body: () async throws(FontError) -> Result
    ) async throws(FontError) -> Result {
        await take(caller)
        let result: Swift.Result<Result, FontError>
        do throws(FontError) {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        await giveBack()
        return try result.get()
    }

    private func take(_ caller: String) async {
        guard isTaken else {
            isTaken = true
            return
        }
        await withCheckedContinuation { waiting.append($0, for: caller) }
    }

    private func giveBack() {
        if let next = waiting.popFirst() { next.resume() } else { isTaken = false }
    }
}
