internal import EventLoop
internal import Systemd

/// Tells the service manager's watchdog that the daemon is well.
///
/// The loop of the bus asks, and only an answer lets it tell: so a ping proves that the loop turns and that whoever was
/// asked has had its turn as well. Nobody who waits for the disk is asked: a daemon with a change that hangs there still
/// answers questions, and no restart would bring the disk back.
actor Watchdog {
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// How long after a message that the service manager was too busy to take the next is tried.
    private static let retryTime = Duration.seconds(1)

    private nonisolated let loop: EventLoop
    private let notifier: ServiceNotifier
    private let interval: Duration
    private let probe: @Sendable () async -> Void
    private var timer: EventTimer?

    /// Creates a watchdog that sleeps.
    ///
    /// - Parameters:
    ///   - loop: The loop of the bus.
    ///   - notifier: Tells the service manager.
    ///   - limit: The longest time that the service manager waits for a ping.
    ///   - probe: Returns when whoever has to be well has had its turn.
    init(on loop: EventLoop, notifier: ServiceNotifier, limit: Duration, probe: @escaping @Sendable () async -> Void) {
        self.loop = loop
        self.notifier = notifier
        // As sd_watchdog_enabled(3) advises: one ping may be late.
        interval = limit / 2
        self.probe = probe
    }

    /// Starts to ping.
    func start() { waitForNext(interval) }

    /// Ends pinging.
    func stop() {
        timer?.cancel()
        timer = nil
    }

    private func waitForNext(_ delay: Duration) {
        timer = loop.addTimer(after: delay) { [weak self] in
            Task { await self?.ping() }
        }
    }

    private func ping() async {
        let asked = timer
        await probe()
        // Unless it was stopped meanwhile.
        guard let asked, asked === timer else { return }
        waitForNext(notifier.keepAlive() ? interval : Self.retryTime)
    }
}
