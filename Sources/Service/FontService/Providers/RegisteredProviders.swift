internal import FontModel
package import Registry
internal import Synchronization

/// The providers that have registered fonts since the last check, each once however many fonts they registered.
package final class RegisteredProviders: Sendable {
    private let pending = Mutex<[ProviderIdentifier: ProviderRecord]>([:])
    private let note: AsyncStream<Void>.Continuation
    /// Yields an element whenever providers have registered fonts.
    let notes: AsyncStream<Void>

    /// Creates an empty set of providers.
    package init() { (notes, note) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)) }

    /// Adds providers that have registered fonts.
    package func add(_ providers: [ProviderRecord]) {
        pending.withLock { pending in
            for provider in providers { pending[provider.id] = provider }
        }
        note.yield()
    }

    /// Ends the stream of ``notes``.
    package func end() { note.finish() }

    /// Removes and returns the providers that were added since the last call.
    func take() -> [ProviderRecord] {
        pending.withLock { pending in
            defer { pending = [:] }
            return Array(pending.values)
        }
    }
}
