internal import Registry

/// Registrations whose leases are over and that could not be removed, and when that is tried again.
struct OverdueRegistrations {
    /// A full disk stays full for long, and the next lease that ends tries as well.
    private static let maximumDelay = Duration.seconds(600)

    private var registrations: Set<SessionRegistration> = []
    /// Before the first attempt; each that fails doubles it.
    private let firstDelay: Duration
    private var delay: Duration
    /// Whether an attempt is to come.
    var isAwaited = false
    /// Whether anything has failed since all was removed.
    private var hasFailed = false

    /// Begins with nothing.
    init(firstDelay: Duration) {
        self.firstDelay = firstDelay
        delay = firstDelay
    }

    /// Takes all out, to be removed now, but for those that are being removed anyway.
    mutating func take(except others: [SessionRegistration]) -> [SessionRegistration] {
        defer { registrations = [] }
        return Array(registrations.subtracting(others))
    }

    /// Adds what could not be removed.
    ///
    /// - Returns: After which time to try again, `nil` where that is going to happen already; and whether nothing had
    ///   failed before.
    mutating func add(_ failed: [SessionRegistration]) -> (delay: Duration?, isFirst: Bool) {
        registrations.formUnion(failed)
        defer { hasFailed = true }
        guard !isAwaited else { return (nil, !hasFailed) }
        isAwaited = true
        defer { delay = min(delay * 2, Self.maximumDelay) }
        return (delay, !hasFailed)
    }

    /// Begins anew, as all is removed.
    ///
    /// - Returns: Whether anything had failed.
    mutating func reset() -> Bool {
        delay = firstDelay
        defer { hasFailed = false }
        return hasFailed
    }
}
