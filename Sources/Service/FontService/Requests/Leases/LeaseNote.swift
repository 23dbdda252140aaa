/// The note about who holds which leases, which outlives the service.
struct LeaseNote: Equatable {
    /// The identifier of the bus that the holders are on.
    var bus: String?
    /// The claims to each lease and their ends, by its token.
    var leases: [String: [LeaseClaim: LeaseDeadline]]

    /// Creates a note about leases.
    init(bus: String?, leases: [String: [LeaseClaim: LeaseDeadline]]) {
        self.bus = bus
        self.leases = leases
    }

    /// Creates a note from its text, ignoring invalid lines.
    init(text: String) {
        leases = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            if words.count == 2, words[0] == "bus" { bus = words[1] }
            guard words.count > 2, words[0] == "held" else { continue }
            let claims = words[2...].compactMap(Self.claim)
            leases[words[1]] = Dictionary(claims) { max($0, $1) }
        }
    }

    /// The text of the note, in lines; empty if there are no leases.
    var text: String {
        guard let bus, !leases.isEmpty else { return "" }
        let lines = leases.sorted { $0.key < $1.key }.map { token, claims in
            "held \(token) \(claims.map(Self.word).sorted().joined(separator: " "))"
        }
        return (["bus \(bus)"] + lines).joined(separator: "\n") + "\n"
    }

    /// A claim as a word: the connection, followed by its handle and its end if it has either.
    private static func word(_ claim: LeaseClaim, _ deadline: LeaseDeadline) -> String {
        if claim.handle == nil, deadline == .never { return claim.holder }
        return "\(claim.holder)/\(claim.handle ?? "")/\(deadline == .never ? "" : "\(deadline.nanoseconds)")"
    }

    private static func claim(_ word: String) -> (LeaseClaim, LeaseDeadline)? {
        let parts = word.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if parts.count == 1 { return (LeaseClaim(holder: word), .never) }
        guard parts.count == 3 else { return nil }
        let deadline = parts[2].isEmpty ? .never : UInt64(parts[2]).map { LeaseDeadline(nanoseconds: $0) }
        return deadline.map { (LeaseClaim(holder: parts[0], handle: parts[1].isEmpty ? nil : parts[1]), $0) }
    }
}
