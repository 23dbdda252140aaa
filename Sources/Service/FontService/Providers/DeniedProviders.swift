internal import FontModel
internal import Synchronization

/// The providers that the last look found without the right to register fonts.
final class DeniedProviders: Sendable {
    private let providers = Mutex<[ProviderIdentifier]>([])

    /// The providers, in the order of their ids.
    var all: [ProviderIdentifier] { providers.withLock { $0 } }

    /// Takes note of what a look has found.
    func set(_ found: [ProviderIdentifier]) { providers.withLock { $0 = found } }
}
