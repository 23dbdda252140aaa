internal import FontModel
internal import LinuxSystem

/// What ends a lease before its holder leaves the bus.
package struct LeaseTerm: Sendable, Hashable {
    /// The holder's own name for it, by which the holder ends it; `nil` for none.
    package var handle: String?
    /// How long it lasts, while the machine is awake; `nil` without end.
    package var time: Duration?

    /// Describes a term; without any the lease ends with its holder alone.
    package init(handle: String? = nil, time: Duration? = nil) {
        self.handle = handle
        self.time = time
    }
}

/// One reason why fonts are held: a connection, by one of its handles or none.
struct LeaseClaim: Sendable, Hashable {
    /// The unique name of the connection.
    var holder: String
    /// The connection's own name for it; `nil` where it has none.
    var handle: String?
}

/// When something ends, by the clock that no one can set.
///
/// It counts nanoseconds since the start of the machine, without those in which the machine slept, so that it is the same
/// for the next service on the same bus.
struct LeaseDeadline: Sendable, Hashable, Comparable {
    /// What stands for a claim that no time ends.
    static let never = LeaseDeadline(nanoseconds: .max)

    let nanoseconds: UInt64

    /// A time from now; without one, ``never``.
    init(after time: Duration?, now: UInt64 = MonotonicClock.nanoseconds) {
        guard let time else {
            self = .never
            return
        }
        let (seconds, attoseconds) = time.components
        let (whole, overflows) = UInt64(max(seconds, 0)).multipliedReportingOverflow(by: 1_000_000_000)
        let delay = whole &+ UInt64(max(attoseconds, 0)) / 1_000_000_000
        let (sum, isBeyond) = now.addingReportingOverflow(delay)
        nanoseconds = overflows || isBeyond ? .max : sum
    }

    init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    /// Whether it has come.
    func hasPassed(at now: UInt64) -> Bool { nanoseconds != .max && nanoseconds <= now }

    static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
}

/// Fonts that were registered together, and who holds them.
struct FontLease {
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

/// The note that outlives the service about who holds which leases.
struct LeaseNote: Equatable {
    /// The identifier of the bus that the holders are on.
    var bus: String?
    /// Who holds each lease, by its token, and until when.
    var leases: [String: [LeaseClaim: LeaseDeadline]]

    /// Notes leases.
    init(bus: String?, leases: [String: [LeaseClaim: LeaseDeadline]]) {
        self.bus = bus
        self.leases = leases
    }

    /// Reads a note; lines that are none are left out.
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

    /// The note as lines; empty where there is nothing to note.
    var text: String {
        guard let bus, !leases.isEmpty else { return "" }
        let lines = leases.sorted { $0.key < $1.key }.map { token, claims in
            "held \(token) \(claims.map(Self.word).sorted().joined(separator: " "))"
        }
        return (["bus \(bus)"] + lines).joined(separator: "\n") + "\n"
    }

    /// A claim as a word: the connection, and where there are any its handle and its end.
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
