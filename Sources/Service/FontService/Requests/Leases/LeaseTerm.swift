internal import FontModel
internal import LinuxSystem

/// A condition that ends a lease before its holder leaves the bus.
package struct LeaseTerm: Sendable, Hashable {
    /// The holder's own name for the lease, by which the holder can end it; `nil` for none.
    package var handle: String?
    /// The duration of the lease, counted while the machine is awake; `nil` for no limit.
    package var time: Duration?

    /// Creates a term; with neither handle nor time, the lease ends only with its holder.
    package init(handle: String? = nil, time: Duration? = nil) {
        self.handle = handle
        self.time = time
    }
}

/// A reason to hold fonts: a connection, with or without one of its handles.
struct LeaseClaim: Sendable, Hashable {
    /// The unique name of the connection.
    var holder: String
    /// The connection's own name for the claim; `nil` if it has none.
    var handle: String?
}

/// The time when a claim ends, on the monotonic clock, which cannot be set.
///
/// It counts nanoseconds since the start of the machine, without the time in which the machine slept. Therefore it
/// means the same to the next service on the same bus.
struct LeaseDeadline: Sendable, Hashable, Comparable {
    /// The deadline of a claim without a time limit.
    static let never = LeaseDeadline(nanoseconds: .max)

    let nanoseconds: UInt64

    /// Creates a deadline after a duration from now; without a duration, ``never``.
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

    /// Whether the deadline has passed.
    func hasPassed(at now: UInt64) -> Bool { nanoseconds != .max && nanoseconds <= now }

    static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
}
