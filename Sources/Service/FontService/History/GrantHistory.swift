internal import FontModel
internal import Registry

/// What the history is to have of what the user says of rights.
enum GrantHistory {
    private struct Subject: Hashable {
        var provider: ProviderIdentifier
        var right: Right
        var font: FontDigest?
    }

    /// What to commit with a change of grants.
    ///
    /// - Parameters:
    ///   - mutations: The change.
    ///   - known: What the user said before.
    /// - Returns: The mutation; none where nothing becomes another.
    static func mutations(of mutations: [RegistryMutation], after known: [GrantRecord]) -> [RegistryMutation] {
        var before: [Subject: String] = [:]
        for grant in known {
            before[Subject(provider: grant.provider, right: grant.right, font: grant.font)] = decision(grant.isAllowed)
        }
        let items = mutations.compactMap { mutation -> HistoryItem? in
            switch mutation {
            case .setGrant(let grant):
                item(
                    grant.isAllowed ? .allowed : .denied,
                    Subject(provider: grant.provider, right: grant.right, font: grant.font), before)
            case .deleteGrant(let provider, let right, let font):
                item(.forgotten, Subject(provider: provider, right: right, font: font), before)
            default: nil
            }
        }
        guard !items.isEmpty else { return [] }
        return [.history(HistoryOperation.current ?? HistoryOperation(cause: .user), items)]
    }

    /// The word for a decision.
    static func decision(_ isAllowed: Bool) -> String { isAllowed ? "allow" : "deny" }

    private static func item(
        _ kind: HistoryItem.Kind, _ subject: Subject, _ before: [Subject: String]
    ) -> HistoryItem? {
        let earlier = before[subject]
        let later: String? = kind == .forgotten ? nil : decision(kind == .allowed)
        guard earlier != later else { return nil }
        return HistoryItem(
            kind, subject: subject.right.rawValue, digest: subject.font, provider: subject.provider, before: earlier)
    }
}
