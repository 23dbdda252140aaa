internal import Registry

/// Registrations whose leases are over and that could not be removed, and when that is tried again.
struct OverdueRegistrations {
    /// Before the first attempt; each that fails doubles it.
    private static let firstDelay = Duration.seconds(10)
    /// A full disk stays full for long, and the next lease that ends tries as well.
    private static let maximumDelay = Duration.seconds(600)

    private var registrations: Set<SessionRegistration> = []
    private var delay = firstDelay
    /// Whether an attempt is to come.
    var isAwaited = false

    /// Takes all out, to be removed now, but for those that are being removed anyway.
    mutating func take(except others: [SessionRegistration]) -> [SessionRegistration] {
        defer { registrations = [] }
        return Array(registrations.subtracting(others))
    }

    /// Adds what could not be removed.
    ///
    /// - Returns: After which time to try again; `nil` where that is going to happen already.
    mutating func add(_ failed: [SessionRegistration]) -> Duration? {
        registrations.formUnion(failed)
        guard !isAwaited else { return nil }
        isAwaited = true
        defer { delay = min(delay * 2, Self.maximumDelay) }
        return delay
    }

    /// Begins anew, as removing works again.
    mutating func reset() { delay = Self.firstDelay }
}
