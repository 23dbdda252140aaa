package import InspectionProtocol

/// What the pool has done since it was made, by mode.
package struct WorkerStatistics: Sendable, Equatable {
    /// The counts of one mode.
    package struct Counts: Sendable, Equatable {
        /// Jobs that got an answer of whatever kind.
        package var jobs = 0
        /// Jobs that ended in a crash of the worker.
        package var crashes = 0
        /// Jobs that took too long.
        package var timeouts = 0
        /// Replies that no honest worker gives.
        package var lies = 0
        /// Connections that were opened.
        package var connections = 0
        /// Attempts to reach a worker that failed.
        package var failedConnections = 0
        /// Jobs that are being done.
        package var active = 0
        /// Jobs that wait.
        package var waiting = 0

        /// Creates counts of nothing.
        package init() {}
    }

    private var counts: [InspectionMode: Counts] = [:]

    /// Creates statistics of nothing.
    package init() {}

    /// The counts of a mode.
    package subscript(mode: InspectionMode) -> Counts {
        get { counts[mode] ?? Counts() }
        set { counts[mode] = newValue }
    }
}
