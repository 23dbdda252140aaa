internal import FontModel
internal import Registry

/// The changes that the requests of a round made to persistent fonts, for the history.
struct PlannedHistory {
    private struct Step {
        var operation: HistoryOperation
        var kind: HistoryItem.Kind
        var registration: RegistrationRecord
    }

    /// The operation of the request that is being planned; `nil` before the first.
    var operation: HistoryOperation?
    private var steps: [Step] = []

    /// Records a change to a registration; fonts that end with a session or a program are not recorded.
    mutating func add(_ kind: HistoryItem.Kind, _ registration: RegistrationRecord) {
        guard let operation, registration.scope == .persistent else { return }
        steps.append(Step(operation: operation, kind: kind, registration: registration))
    }

    /// The history mutations to commit.
    ///
    /// - Parameter entries: The contents of the round, for their names.
    /// - Returns: One mutation for each sequence of steps of the same operation.
    func mutations(among entries: [FontDigest: PlannedLibrary.Entry]) -> [RegistryMutation] {
        var groups: [(operation: HistoryOperation, items: [HistoryItem])] = []
        for step in steps {
            let face = entries[step.registration.digest]?.faces.first
            let item = HistoryItem(
                step.kind, subject: step.registration.id.rawValue, digest: step.registration.digest,
                provider: step.registration.provider, family: face?.family ?? "",
                style: face?.styleName ?? "", postscriptName: face?.postscriptName ?? "", revision: face?.revision ?? 0)
            if groups.last?.operation == step.operation {
                groups[groups.count - 1].items.append(item)
            } else {
                groups.append((step.operation, [item]))
            }
        }
        return groups.map { .history($0.operation, $0.items) }
    }
}
