internal import FontModel
internal import Synchronization

/// The providers that had no permission to register fonts in the last check.
final class DeniedProviders: Sendable {
    private let providers = Mutex<[ProviderIdentifier]>([])

    /// The providers, in the order of their ids.
    var all: [ProviderIdentifier] { providers.withLock { $0 } }

    /// Records the result of a check.
    func set(_ found: [ProviderIdentifier]) { providers.withLock { $0 = found } }
}
