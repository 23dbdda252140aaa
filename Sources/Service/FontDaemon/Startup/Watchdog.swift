internal import EventLoop
internal import Systemd

/// Notifies the service manager's watchdog that the daemon works.
///
/// The event loop of the bus calls a probe, and sends a ping only after the probe returns. Thus a ping proves that the
/// loop runs and that the threads of tasks do too. The probe never waits for the disk: a daemon with a change that
/// hangs there still answers queries, and a restart would not repair the disk.
actor Watchdog {
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// How long to wait before the next attempt if the service manager was too busy to receive a message.
    private static let retryTime = Duration.seconds(1)

    private nonisolated let loop: EventLoop
    private let notifier: ServiceNotifier
    private let interval: Duration
    private let probe: @Sendable () async -> Void
    private var timer: EventTimer?

    /// Creates a watchdog that is not running.
    ///
    /// - Parameters:
    ///   - loop: The event loop of the bus.
    ///   - notifier: Notifies the service manager.
    ///   - limit: The longest time that the service manager waits for a ping.
    ///   - probe: Returns when the monitored threads have run it.
    init(on loop: EventLoop, notifier: ServiceNotifier, limit: Duration, probe: @escaping @Sendable () async -> Void) {
        self.loop = loop
        self.notifier = notifier
        // As sd_watchdog_enabled(3) recommends, so that one ping may be late.
        interval = limit / 2
        self.probe = probe
    }

    /// Starts sending pings.
    func start() { waitForNext(interval) }

    /// Stops sending pings.
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
        // The timer may have been stopped in the meantime.
        guard let asked, asked === timer else { return }
        waitForNext(notifier.keepAlive() ? interval : Self.retryTime)
    }
}
