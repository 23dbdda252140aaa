/// The note that outlives the daemon about the session that session-scoped fonts were registered in.
struct SessionRecord: Sendable, Hashable {
    /// The most logins that are noted, far more than anybody has.
    private static let maximumLogins = 512
    /// The most buses that are noted; each is asked at each look whether it is still there.
    private static let maximumBuses = 32

    /// What the registrations of the session are marked with.
    var token: String
    /// What was known when the session was looked at last.
    var evidence: SessionEvidence

    /// Notes a session.
    init(token: String, evidence: SessionEvidence) {
        self.token = token
        self.evidence = evidence
    }

    /// The note as a file of lines, each a key and a value.
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

    /// Reads a note; `nil` for anything that is none.
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

    /// Reads what is noted of a bus.
    private static func bus(_ text: String) -> SessionBus? {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        return parts.first.map { SessionBus($0, address: parts.count > 1 ? parts[1] : nil) }
    }
}
