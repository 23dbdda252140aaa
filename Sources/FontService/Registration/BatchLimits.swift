internal import FontModel
internal import Synchronization

/// The caps on batches, which wait on the disk for as long as their owners like.
package enum BatchLimits {
    /// Open batches of one connection.
    package static let perOwner = 4
    /// Open batches of one provider, who may have several connections.
    package static let perProvider = 8
    /// Fonts of one batch: five times what a provider may have, as the user may have more.
    package static let fonts = 5_000
    /// Bytes that wait in the open batches of one provider; the user's are limited by the disk.
    package static let bytesPerProvider = FontLimits.bytesPerProvider
}

/// Counts what the open batches of all providers hold.
final class BatchLedger: Sendable {
    private struct Share {
        var batches = 0
        var bytes = 0
    }

    private struct State {
        var owners: [String: Int] = [:]
        var providers: [ProviderIdentifier: Share] = [:]
    }

    private let work: WorkInProgress
    private let state = Mutex(State())

    /// Starts with no batch.
    ///
    /// - Parameter work: Where it is noted that there are open batches.
    init(work: WorkInProgress) { self.work = work }

    /// Counts a batch in.
    ///
    /// - Throws: `ExceededResourceLimit` where the owner or the provider has too many.
    func open(owner: String, provider: ProviderIdentifier) throws(FontError) {
        let refusal = state.withLock { state -> FontError? in
            guard state.owners[owner, default: 0] < BatchLimits.perOwner else {
                return FontError(
                    .exceededResourceLimit,
                    "The caller has \(BatchLimits.perOwner) open batches. Commit or cancel one of them.")
            }
            guard state.providers[provider, default: Share()].batches < BatchLimits.perProvider else {
                return FontError(
                    .exceededResourceLimit,
                    "\(provider) has \(BatchLimits.perProvider) open batches. Commit or cancel one of them.")
            }
            state.owners[owner, default: 0] += 1
            state.providers[provider, default: Share()].batches += 1
            return nil
        }
        if let refusal { throw refusal }
        work.begin(.batches)
    }

    /// Counts bytes in.
    ///
    /// - Returns: Whether the provider may have so many; if not, they are not counted.
    func take(_ bytes: Int, provider: ProviderIdentifier) -> Bool {
        state.withLock { state in
            let share = state.providers[provider, default: Share()]
            guard provider == .user || share.bytes + bytes <= BatchLimits.bytesPerProvider else { return false }
            state.providers[provider, default: Share()].bytes += bytes
            return true
        }
    }

    /// Counts a batch out, with all its bytes.
    func close(owner: String, provider: ProviderIdentifier, bytes: Int) {
        state.withLock { state in
            let count = state.owners[owner, default: 0] - 1
            state.owners[owner] = count > 0 ? count : nil
            var share = state.providers[provider, default: Share()]
            share.batches -= 1
            share.bytes -= bytes
            state.providers[provider] = share.batches > 0 ? share : nil
        }
        work.end(.batches)
    }
}
