internal import FontModel

/// The state of one lease: fonts that were registered together, and the claims to them.
struct LeaseState {
    /// The claims to the lease, each with its deadline.
    private(set) var claims: [LeaseClaim: LeaseDeadline]
    /// The registrations with their contents.
    var fonts: [FontIdentifier: FontDigest] = [:]
    /// The fonts that later requests of a connection also hold, which stay if the first request is given up.
    var heldAgain: [String: Set<FontDigest>] = [:]

    /// The connections that hold the lease.
    var holders: Set<String> { Set(claims.keys.map(\.holder)) }

    init(_ claims: [LeaseClaim: LeaseDeadline]) { self.claims = claims }

    /// Whether a connection holds the lease.
    func isHeld(by holder: String) -> Bool { claims.keys.contains { $0.holder == holder } }

    /// The number of claims that a connection has; each of its handles is one.
    func claims(of holder: String) -> Int { claims.keys.count { $0.holder == holder } }

    /// Adds claims; of two equal claims, the one that lasts longer applies.
    mutating func add(_ others: [LeaseClaim: LeaseDeadline]) { claims.merge(others) { max($0, $1) } }

    /// Restores claims to their state before others were added.
    mutating func restore(_ keys: some Sequence<LeaseClaim>, from before: [LeaseClaim: LeaseDeadline]) {
        for claim in keys { claims[claim] = before[claim] }
    }

    /// Removes claims.
    mutating func removeClaims(where isOver: (LeaseClaim, LeaseDeadline) -> Bool) {
        claims = claims.filter { !isOver($0.key, $0.value) }
    }
}
