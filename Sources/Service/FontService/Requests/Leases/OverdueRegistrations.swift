internal import Registry

/// Registrations whose leases have ended and whose removal failed, with the time of the next attempt.
struct OverdueRegistrations {
    /// A full disk stays full for a long time, and the end of the next lease also retries the removal.
    private static let maximumDelay = Duration.seconds(600)

    private var registrations: Set<SessionRegistration> = []
    /// The delay before the first attempt; each failed attempt doubles it.
    private let firstDelay: Duration
    private var delay: Duration
    /// Whether an attempt is scheduled.
    var isAwaited = false
    /// Whether any removal has failed since everything was removed.
    private var hasFailed = false

    /// Creates an empty set of registrations.
    init(firstDelay: Duration) {
        self.firstDelay = firstDelay
        delay = firstDelay
    }

    /// Takes out all registrations for removal now, except those that are being removed anyway.
    mutating func take(except others: [SessionRegistration]) -> [SessionRegistration] {
        defer { registrations = [] }
        return Array(registrations.subtracting(others))
    }

    /// Adds registrations whose removal failed.
    ///
    /// - Returns: The delay before the next attempt, `nil` if one is already scheduled; and whether nothing had failed
    ///   before.
    mutating func add(_ failed: [SessionRegistration]) -> (delay: Duration?, isFirst: Bool) {
        registrations.formUnion(failed)
        defer { hasFailed = true }
        guard !isAwaited else { return (nil, !hasFailed) }
        isAwaited = true
        defer { delay = min(delay * 2, Self.maximumDelay) }
        return (delay, !hasFailed)
    }

    /// Resets the delay after everything was removed.
    ///
    /// - Returns: Whether any removal had failed.
    mutating func reset() -> Bool {
        delay = firstDelay
        defer { hasFailed = false }
        return hasFailed
    }
}
