internal import EventLoop
internal import Systemd

/// Asks the service manager for more time to start, again and again while something long is done.
package actor StartExtension {
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// How long a start may take before the first request: less than anybody allows it.
    static let delay = Duration.seconds(1)

    /// How long after each request the next comes.
    package static let usualInterval = Duration.seconds(5)

    /// How much longer the start may take than the time between two requests, so that one may be late.
    private static let reserve = 6

    private nonisolated let loop: EventLoop
    private let notifier: ServiceNotifier
    private let interval: Duration
    private var timer: EventTimer?

    /// Creates one that asks for nothing yet.
    ///
    /// - Parameters:
    ///   - loop: The loop of the bus.
    ///   - notifier: Tells the service manager.
    ///   - interval: How long after each request the next comes.
    init(on loop: EventLoop, notifier: ServiceNotifier, interval: Duration) {
        self.loop = loop
        self.notifier = notifier
        self.interval = interval
    }

    /// Asks for more time from now on, until ``end()``.
    ///
    /// There is no function that does this around another: in release builds of Swift 6.3.1 that one would not be
    /// called on its own executor after the calls in here.
    ///
    /// - Parameter status: What the service manager shows once it takes long.
    func begin(_ status: String) {
        guard notifier.isSupervised, timer == nil else { return }
        timer = loop.addTimer(after: min(Self.delay, interval), repeating: interval) { [notifier, interval] in
            notifier.extendTimeout(by: interval * Self.reserve)
            notifier.status(status)
        }
    }

    /// Asks for no more time.
    func end() {
        timer?.cancel()
        timer = nil
    }
}
