/// A limited amount of something, handed out in the order of asking.
actor AsyncBudget {
    private let limit: Int
    private var used = 0
    private var waiting: [(amount: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Creates a budget.
    ///
    /// - Parameter limit: What may be in use at one time. A single share greater than it waits until nothing is in use.
    init(limit: Int) { self.limit = limit }

    /// Takes a share for the time of a call, waiting until there is enough.
    nonisolated func withShare<Result: Sendable>(_ amount: Int, _ body: () async -> Result) async -> Result {
        await take(amount)
        let result = await body()
        await giveBack(amount)
        return result
    }

    private func take(_ amount: Int) async {
        if waiting.isEmpty, fits(amount) {
            used += amount
            return
        }
        await withCheckedContinuation { waiting.append((amount, $0)) }
    }

    private func giveBack(_ amount: Int) {
        used -= amount
        while let next = waiting.first, fits(next.amount) {
            waiting.removeFirst()
            used += next.amount
            next.continuation.resume()
        }
    }

    private func fits(_ amount: Int) -> Bool { used == 0 || used + amount <= limit }
}
