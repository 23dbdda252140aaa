internal import FontModel
package import Registry
internal import Synchronization

/// Who has registered fonts since somebody last looked, each once however many fonts they were.
package final class RegisteredProviders: Sendable {
    private let pending = Mutex<[ProviderIdentifier: ProviderRecord]>([:])
    private let note: AsyncStream<Void>.Continuation
    /// An element whenever somebody has registered fonts, for one who looks.
    let notes: AsyncStream<Void>

    /// Starts with nobody.
    package init() { (notes, note) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)) }

    /// Takes down who has registered fonts.
    package func add(_ providers: [ProviderRecord]) {
        pending.withLock { pending in
            for provider in providers { pending[provider.id] = provider }
        }
        note.yield()
    }

    /// Says that there will be no more.
    package func end() { note.finish() }

    /// Those who were taken down and not taken yet.
    func take() -> [ProviderRecord] {
        pending.withLock { pending in
            defer { pending = [:] }
            return Array(pending.values)
        }
    }
}
