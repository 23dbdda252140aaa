internal import FontModel
internal import ProviderInstallations
internal import Registry

extension ProviderKeeper {
    /// What a look at all providers has found.
    struct Findings: Sendable {
        /// What shows now that they are installed.
        private(set) var installations: [RegistryMutation] = []
        /// Who is there again.
        private(set) var returning: [ProviderIdentifier] = []
        /// Who is not there any more.
        private(set) var leaving: [Leaving] = []

        /// Whether all is as it was.
        var isEmpty: Bool { installations.isEmpty && returning.isEmpty && leaving.isEmpty }
    }

    /// A provider that is not there any more.
    struct Leaving: Sendable {
        var provider: ProviderIdentifier
        var reason: Departure.Reason
    }
}

extension ProviderKeeper.Findings {
    /// Adds what has become of one provider.
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
