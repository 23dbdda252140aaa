internal import FontModel

/// A limited amount of something, handed out in the order of asking, of which no provider gets more than half.
actor AsyncBudget {
    private let limit: Int
    private var used = 0
    private var usedByProvider: [ProviderIdentifier: Int] = [:]
    private var waiting: [(amount: Int, provider: ProviderIdentifier, continuation: CheckedContinuation<Void, Never>)] =
        []

    /// How many wait for their share.
    var waitingCount: Int { waiting.count }

    /// Creates a budget.
    ///
    /// - Parameter limit: What may be in use at one time. A single share that is greater than it, or than a provider's
    ///   half, waits until nothing else is in use.
    init(limit: Int) { self.limit = limit }

    /// Takes a share for the time of a call, waiting until there is enough.
    nonisolated func withShare<Result: Sendable>(
        _ amount: Int, of provider: ProviderIdentifier, _ body: () async -> Result
    ) async -> Result {
        await take(amount, provider)
        let result = await body()
        await giveBack(amount, provider)
        return result
    }

    private func take(_ amount: Int, _ provider: ProviderIdentifier) async {
        // Behind everybody who came before, but for those who wait for their own provider's share: otherwise small
        // shares would keep the room for a large one from ever coming together.
        let isBehind = waiting.contains { $0.provider == provider || providerFits($0.amount, $0.provider) }
        if !isBehind, fits(amount), providerFits(amount, provider) {
            note(amount, provider)
            return
        }
        await withCheckedContinuation { waiting.append((amount, provider, $0)) }
    }

    private func giveBack(_ amount: Int, _ provider: ProviderIdentifier) {
        note(-amount, provider)
        var index = 0
        while index < waiting.count {
            let next = waiting[index]
            // One that waits for its own provider's share holds up nobody else.
            guard providerFits(next.amount, next.provider) else {
                index += 1
                continue
            }
            guard fits(next.amount) else { return }
            waiting.remove(at: index)
            note(next.amount, next.provider)
            next.continuation.resume()
        }
    }

    private func note(_ amount: Int, _ provider: ProviderIdentifier) {
        used += amount
        let share = usedByProvider[provider, default: 0] + amount
        usedByProvider[provider] = share == 0 ? nil : share
    }

    private func fits(_ amount: Int) -> Bool { used == 0 || used + amount <= limit }

    private func providerFits(_ amount: Int, _ provider: ProviderIdentifier) -> Bool {
        guard let share = usedByProvider[provider] else { return true }
        return share + amount <= limit / 2
    }
}
