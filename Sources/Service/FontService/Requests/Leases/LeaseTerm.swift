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
