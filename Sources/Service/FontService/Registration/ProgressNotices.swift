/// How far something has come, and when that is worth telling.
struct ProgressNotices {
    /// How often it is told of at most.
    private static let interval = Duration.milliseconds(100)

    /// How far it has come, from 0 to 1.
    private(set) var fraction = 0.0
    /// How far it was told, and when.
    private var told = 0.0
    private var lastNotice: ContinuousClock.Instant?

    /// Takes note of how far it has come.
    ///
    /// - Returns: Whether to tell.
    mutating func note(_ fraction: Double) -> Bool {
        self.fraction = max(self.fraction, fraction)
        guard fraction > told else { return false }
        let now = ContinuousClock.now
        if fraction < 1, let lastNotice, now - lastNotice < Self.interval { return false }
        (told, lastNotice) = (fraction, now)
        return true
    }

    /// Takes note that it is done.
    mutating func finish() { fraction = 1 }
}
