internal import FontModel

/// Slots for what takes long, of which half are for those who have none.
///
/// Whoever has some gets another only while more than half of them are free. So it takes as many providers as there are
/// slots in the other half, and one more, until somebody new has to wait. Of those who wait, whoever has the fewest is
/// next, however long others have waited for more.
actor FairSlots {
    private let count: Int
    private var used: [ProviderIdentifier: Int] = [:]
    private var waiting: [(provider: ProviderIdentifier, continuation: CheckedContinuation<Void, Never>)] = []

    /// How many wait for a slot.
    var waitingCount: Int { waiting.count }

    /// Creates slots, all of which are free.
    ///
    /// - Parameter count: How many there are: at least 2.
    init(count: Int) { self.count = count }

    /// Takes a slot for the time of a call, waiting until there is one.
    nonisolated func withSlot<Result: Sendable>(
        of provider: ProviderIdentifier, _ body: () async -> Result
    ) async -> Result {
        await take(provider)
        let result = await body()
        await giveBack(provider)
        return result
    }

    private func take(_ provider: ProviderIdentifier) async {
        // Nobody who waits could have what is free now.
        if mayTake(provider) { return used[provider, default: 0] += 1 }
        await withCheckedContinuation { waiting.append((provider, $0)) }
    }

    private func giveBack(_ provider: ProviderIdentifier) {
        let rest = used[provider, default: 1] - 1
        used[provider] = rest == 0 ? nil : rest
        while let index = next() {
            let (provider, continuation) = waiting.remove(at: index)
            used[provider, default: 0] += 1
            continuation.resume()
        }
    }

    /// The place among those who wait of who gets a slot now; `nil` where nobody does.
    private func next() -> Int? {
        waiting.indices.filter { mayTake(waiting[$0].provider) }
            .min { used[waiting[$0].provider, default: 0] < used[waiting[$1].provider, default: 0] }
    }

    private func mayTake(_ provider: ProviderIdentifier) -> Bool {
        let free = count - used.values.reduce(0, +)
        return used[provider] == nil ? free > 0 : free > count - count / 2
    }
}
