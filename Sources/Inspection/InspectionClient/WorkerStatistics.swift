package import InspectionProtocol

/// The activity of the pool since its creation, by mode.
package struct WorkerStatistics: Sendable, Equatable {
    /// The counts of one mode.
    package struct Counts: Sendable, Equatable {
        /// Jobs that got a reply of any kind.
        package var jobs = 0
        /// Jobs that ended in a crash of the worker.
        package var crashes = 0
        /// Jobs that took too long.
        package var timeouts = 0
        /// Replies that no honest worker sends.
        package var lies = 0
        /// Opened connections.
        package var connections = 0
        /// Attempts to reach a worker that failed.
        package var failedConnections = 0
        /// Jobs in progress.
        package var active = 0
        /// Waiting jobs.
        package var waiting = 0

        /// Creates counts of zero.
        package init() {}
    }

    private var counts: [InspectionMode: Counts] = [:]

    /// Creates empty statistics.
    package init() {}

    /// Accesses the counts of a mode.
    package subscript(mode: InspectionMode) -> Counts {
        get { counts[mode] ?? Counts() }
        set { counts[mode] = newValue }
    }
}
