/// The note about the session of session-scoped fonts, which outlives the service.
struct SessionRecord: Sendable, Hashable {
    /// The maximum number of logins in the note, far more than any user has.
    private static let maximumLogins = 512
    /// The maximum number of buses in the note; each check asks each of them whether it still exists.
    private static let maximumBuses = 32

    /// The token of the session's registrations.
    var token: String
    /// The evidence of the last check of the session.
    var evidence: SessionEvidence

    /// Creates a note about a session.
    init(token: String, evidence: SessionEvidence) {
        self.token = token
        self.evidence = evidence
    }

    /// The text of the note, in lines that consist of a key and a value.
    var text: String {
        var lines = ["token \(token)", "boot \(evidence.boot)"]
        if let manager = evidence.manager { lines.append("manager \(manager)") }
        lines += evidence.buses.sorted { $0.identifier < $1.identifier }.prefix(Self.maximumBuses).map { bus in
            "bus \(bus.identifier)" + (bus.address.map { " \($0)" } ?? "")
        }
        if let logins = evidence.logins {
            lines += logins.sorted().prefix(Self.maximumLogins).map { "login \($0)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Creates a note from its text; `nil` if the text is invalid.
    init?(text: String) {
        var values: [Substring: [String]] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            values[parts[0], default: []].append(String(parts[1]))
        }
        guard let token = values["token"]?.first, token.utf8.count <= 64, let boot = values["boot"]?.first else {
            return nil
        }
        self.token = token
        evidence = SessionEvidence(
            boot: boot, manager: values["manager"]?.first, buses: Set((values["bus"] ?? []).compactMap(Self.bus)),
            logins: values["login"].map(Set.init))
    }

    /// Parses the note about a bus.
    private static func bus(_ text: String) -> SessionBus? {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        return parts.first.map { SessionBus($0, address: parts.count > 1 ? parts[1] : nil) }
    }
}
