internal import FontModel
internal import ProviderInstallations
internal import Registry

extension ProviderKeeper {
    /// The result of a check of all providers.
    struct Findings: Sendable {
        /// The current evidence that providers are installed, if it has changed.
        private(set) var installations: [RegistryMutation] = []
        /// The providers that are available again.
        private(set) var returning: [ProviderIdentifier] = []
        /// The providers that are no longer available.
        private(set) var leaving: [Leaving] = []

        /// Whether nothing has changed.
        var isEmpty: Bool { installations.isEmpty && returning.isEmpty && leaving.isEmpty }
    }

    /// A provider that is no longer available.
    struct Leaving: Sendable {
        var provider: ProviderIdentifier
        var reason: Departure.Reason
    }
}

extension ProviderKeeper.Findings {
    /// Adds the status of one provider.
    mutating func add(_ presence: ProviderPresence, _ standing: InstallationSearch.Standing?) {
        let provider = presence.provider.id
        func isMissing(_ reason: Departure.Reason) -> Bool {
            presence.presentCount > 0
                || presence.departedCounts.contains { $0.key != reason && $0.key != .user && $0.value > 0 }
        }
        switch standing {
        case nil: break
        case .installed(let evidence):
            if evidence != presence.provider.installation { installations.append(.setInstallation(provider, evidence)) }
            if presence.departedCounts[.gone] != nil || presence.departedCounts[.unmounted] != nil {
                returning.append(provider)
            }
        case .gone: if isMissing(.gone) { leaving.append(.init(provider: provider, reason: .gone)) }
        case .unmounted: if isMissing(.unmounted) { leaving.append(.init(provider: provider, reason: .unmounted)) }
        }
    }
}
