internal import FontModel
internal import Registry

/// Derives history entries from the user's decisions about permissions.
enum GrantHistory {
    private struct Subject: Hashable {
        var provider: ProviderIdentifier
        var right: Right
        var font: FontDigest?
    }

    /// The history mutations to commit with a change of grants.
    ///
    /// - Parameters:
    ///   - mutations: The change.
    ///   - known: The user's decisions before the change.
    /// - Returns: The mutation; empty if no decision changes.
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
