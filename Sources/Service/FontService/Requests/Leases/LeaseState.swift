internal import FontModel

/// Fonts that were registered together, and who holds them.
struct LeaseState {
    /// Who holds it, each until a time.
    private(set) var claims: [LeaseClaim: LeaseDeadline]
    /// The registrations with their contents.
    var fonts: [FontIdentifier: FontDigest] = [:]
    /// The fonts that later requests of a connection hold as well, which stay when the first request is given up.
    var heldAgain: [String: Set<FontDigest>] = [:]

    /// The connections that hold it.
    var holders: Set<String> { Set(claims.keys.map(\.holder)) }

    init(_ claims: [LeaseClaim: LeaseDeadline]) { self.claims = claims }

    /// Whether a connection holds it.
    func isHeld(by holder: String) -> Bool { claims.keys.contains { $0.holder == holder } }

    /// How many claims a connection has: each of its handles is one.
    func claims(of holder: String) -> Int { claims.keys.count { $0.holder == holder } }

    /// Adds claims; of two that are the same the one that lasts longer counts.
    mutating func add(_ others: [LeaseClaim: LeaseDeadline]) { claims.merge(others) { max($0, $1) } }

    /// Puts claims back to what they were before others were added.
    mutating func restore(_ keys: some Sequence<LeaseClaim>, from before: [LeaseClaim: LeaseDeadline]) {
        for claim in keys { claims[claim] = before[claim] }
    }

    /// Removes claims.
    mutating func removeClaims(where isOver: (LeaseClaim, LeaseDeadline) -> Bool) {
        claims = claims.filter { !isOver($0.key, $0.value) }
    }
}
