internal import FontModel
internal import Scheduling

/// Lets callers perform actions one at a time, in turn, however many actions each of them requests.
actor FairTurns {
    private var waiting = FairQueue<String, CheckedContinuation<Void, Never>>()
    private var isTaken = false

    /// The number of callers waiting for their turn.
    var waitingCount: Int { waiting.count }

    /// Performs an action when it is a caller's turn.
    ///
    /// The action must end before its caller asks for another turn.
    ///
    /// - Parameters:
    ///   - caller: Identifies the caller.
    ///   - body: The action.
    /// - Returns: The result of the body.
    /// - Throws: The error that the body throws.
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
