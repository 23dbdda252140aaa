/// The state of a connection that is ending or has ended, and the tasks that wait for its end.
struct ConnectionEnding {
    /// Whether the connection is being closed or has ended, so that no new work begins.
    private(set) var hasBegun = false
    /// The reason for the end; `nil` before the end.
    private(set) var reason: BusConnection.End?
    private var waiters: [UInt64: CheckedContinuation<BusConnection.End?, Never>] = [:]

    /// Marks the connection as being closed, so that no new work begins.
    mutating func begin() { hasBegun = true }

    /// Marks the connection as ended.
    ///
    /// - Returns: The tasks that waited for the end.
    mutating func finish(_ reason: BusConnection.End) -> [CheckedContinuation<BusConnection.End?, Never>] {
        hasBegun = true
        self.reason = reason
        defer { waiters = [:] }
        return Array(waiters.values)
    }

    /// Adds a task that waits for the end.
    mutating func add(_ waiter: CheckedContinuation<BusConnection.End?, Never>, _ identifier: UInt64) {
        waiters[identifier] = waiter
    }

    /// Removes a waiting task and returns it; `nil` if no task has this identifier.
    mutating func remove(_ identifier: UInt64) -> CheckedContinuation<BusConnection.End?, Never>? {
        waiters.removeValue(forKey: identifier)
    }
}
