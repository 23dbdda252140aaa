internal import FontModel

/// Slots for long operations, half of which are reserved for providers without a slot.
///
/// A provider with slots gets another one only while more than half of the slots are free. Therefore, a new provider
/// has to wait only if the providers with slots outnumber the slots of the other half. Among the waiting providers, the
/// one with the fewest slots is next, no matter how long others have waited for more.
actor FairSlots {
    private let count: Int
    private var used: [ProviderIdentifier: Int] = [:]
    private var waiting: [(provider: ProviderIdentifier, continuation: CheckedContinuation<Void, Never>)] = []

    /// The number of calls that wait for a slot.
    var waitingCount: Int { waiting.count }

    /// Creates slots, all of them free.
    ///
    /// - Parameter count: The number of slots: at least 2.
    init(count: Int) { self.count = count }

    /// Runs a body with a slot, after waiting until one is available.
    nonisolated func withSlot<Result: Sendable>(
        of provider: ProviderIdentifier, _ body: () async -> Result
    ) async -> Result {
        await take(provider)
        let result = await body()
        await giveBack(provider)
        return result
    }

    private func take(_ provider: ProviderIdentifier) async {
        // No waiting provider could take a slot that is free now.
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

    /// Returns the index of the waiting call that gets a slot now; `nil` if there is none.
    private func next() -> Int? {
        waiting.indices.filter { mayTake(waiting[$0].provider) }
            .min { used[waiting[$0].provider, default: 0] < used[waiting[$1].provider, default: 0] }
    }

    private func mayTake(_ provider: ProviderIdentifier) -> Bool {
        let free = count - used.values.reduce(0, +)
        return used[provider] == nil ? free > 0 : free > count - count / 2
    }
}
