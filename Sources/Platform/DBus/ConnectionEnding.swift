/// Whether a connection is ending or has ended, and who waits for that.
struct ConnectionEnding {
    /// Whether it is being closed, or has ended: nothing new begins.
    private(set) var hasBegun = false
    /// Why it has ended; `nil` before.
    private(set) var reason: BusConnection.End?
    private var waiters: [UInt64: CheckedContinuation<BusConnection.End?, Never>] = [:]

    /// Has nothing new begin.
    mutating func begin() { hasBegun = true }

    /// Ends.
    ///
    /// - Returns: Who waited for it.
    mutating func finish(_ reason: BusConnection.End) -> [CheckedContinuation<BusConnection.End?, Never>] {
        hasBegun = true
        self.reason = reason
        defer { waiters = [:] }
        return Array(waiters.values)
    }

    /// Has somebody wait for the end.
    mutating func add(_ waiter: CheckedContinuation<BusConnection.End?, Never>, _ identifier: UInt64) {
        waiters[identifier] = waiter
    }

    /// Forgets somebody who waits for the end; `nil` where there is nobody of that number.
    mutating func remove(_ identifier: UInt64) -> CheckedContinuation<BusConnection.End?, Never>? {
        waiters.removeValue(forKey: identifier)
    }
}
