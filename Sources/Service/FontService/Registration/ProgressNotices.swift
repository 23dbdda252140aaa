/// The progress of an operation, and the decision when to report it.
struct ProgressNotices {
    /// The minimum interval between reports.
    private static let interval = Duration.milliseconds(100)

    /// The progress, from 0 to 1.
    private(set) var fraction = 0.0
    /// The last reported progress, and the time of the report.
    private var told = 0.0
    private var lastNotice: ContinuousClock.Instant?

    /// Records the progress.
    ///
    /// - Returns: Whether to report it.
    mutating func note(_ fraction: Double) -> Bool {
        self.fraction = max(self.fraction, fraction)
        guard fraction > told else { return false }
        let now = ContinuousClock.now
        if fraction < 1, let lastNotice, now - lastNotice < Self.interval { return false }
        (told, lastNotice) = (fraction, now)
        return true
    }

    /// Records that the operation is complete.
    mutating func finish() { fraction = 1 }
}
