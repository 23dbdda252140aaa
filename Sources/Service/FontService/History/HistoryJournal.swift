internal import FontModel
internal import Logging
internal import Registry
internal import Systemd

/// Logs changes in the history to the journal: added and removed fonts, and the user's decisions about permissions.
enum HistoryJournal {
    /// The maximum number of fonts or permissions logged individually for a commit: an archive may contain thousands.
    static let reportedItems = 32

    /// Logs a commit.
    ///
    /// - Parameters:
    ///   - mutations: The commit.
    ///   - log: The log.
    static func report(_ mutations: [RegistryMutation], to log: Logger) {
        var room = reportedItems
        var others: [(event: JournalEvent, count: Int)] = []
        for case .history(let operation, let items) in mutations {
            for item in items {
                guard let event = event(of: item.kind) else { continue }
                if room > 0 {
                    room -= 1
                    log.report(event, .notice, message(of: item.kind), metadata: metadata(of: item, operation))
                } else if let index = others.firstIndex(where: { $0.event == event }) {
                    others[index].count += 1
                } else {
                    others.append((event, 1))
                }
            }
        }
        for (event, count) in others {
            let message: Logger.Message =
                switch event {
                case .rightDecided: "More rights were decided"
                case .fontInstalled: "More fonts were installed"
                default: "More fonts were removed"
                }
            log.report(event, .notice, message, metadata: ["items": "\(count)"])
        }
    }

    private static func event(of kind: HistoryItem.Kind) -> JournalEvent? {
        switch kind {
        case .installed, .broughtBack: .fontInstalled
        case .removed, .deleted, .replaced: .fontRemoved
        case .allowed, .denied, .forgotten: .rightDecided
        // Fonts that were set aside or quarantined have events of their own; the other kinds do not change which fonts
        // exist.
        case .setAside, .quarantined, .enabled, .disabled, .hidden, .shown: nil
        case .collected, .uncollected, .collectionCreated, .collectionDeleted: nil
        }
    }

    private static func message(of kind: HistoryItem.Kind) -> Logger.Message {
        switch kind {
        case .installed: "A font was installed"
        case .broughtBack: "A font came back with its provider"
        case .deleted: "A font was removed for good"
        case .replaced: "A font was replaced by another version of it"
        case .allowed: "A right was granted"
        case .denied: "A right was denied"
        case .forgotten: "The decision on a right was taken back"
        default: "A font was removed"
        }
    }

    private static func metadata(of item: HistoryItem, _ operation: HistoryOperation) -> Logger.Metadata {
        // The texts of the catalog refer to these fields: the placeholder of a missing field would be shown as is.
        var metadata: Logger.Metadata = [
            "provider": "\(item.provider)", "cause": "\(operation.cause.rawValue)",
            "program": "\(operation.program.isEmpty ? "unknown" : operation.program)",
            "command": "\(operation.command.isEmpty ? "unknown" : operation.command)",
        ]
        let subject: Logger.Metadata =
            item.kind.isGrant
            ? ["right": "\(item.subject)", "decision": "\(item.kind.rawValue)", "sha256": "all fonts"]
            : ["font": "\(item.postscriptName)", "version": "\(item.version)", "sha256": "unknown"]
        metadata.merge(subject) { $1 }
        if let digest = item.digest { metadata["sha256"] = "\(digest)" }
        return metadata
    }
}
