internal import EventLoop
internal import Systemd

/// Asks the service manager repeatedly for more time to start, while a long operation runs.
package actor StartExtension {
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// How long a start may take before the first request; it is less than any configured timeout.
    static let delay = Duration.seconds(1)

    /// The default interval between requests.
    package static let usualInterval = Duration.seconds(5)

    /// The requested time as a multiple of the interval, so that a request may be late.
    private static let reserve = 6

    private nonisolated let loop: EventLoop
    private let notifier: ServiceNotifier
    private let interval: Duration
    private var timer: EventTimer?

    /// Creates an object that requests nothing yet.
    ///
    /// - Parameters:
    ///   - loop: The event loop of the bus.
    ///   - notifier: Notifies the service manager.
    ///   - interval: The interval between requests.
    init(on loop: EventLoop, notifier: ServiceNotifier, interval: Duration) {
        self.loop = loop
        self.notifier = notifier
        self.interval = interval
    }

    /// Asks for more time from now on, until ``end()``.
    ///
    /// There is no function that does this around a closure: in release builds of Swift 6.3.1, the closure would not be
    /// called on its own executor after the calls in here.
    ///
    /// - Parameter status: The status that the service manager shows if the start takes long.
    func begin(_ status: String) {
        guard notifier.isSupervised, timer == nil else { return }
        timer = loop.addTimer(after: min(Self.delay, interval), repeating: interval) { [notifier, interval] in
            notifier.extendTimeout(by: interval * Self.reserve)
            notifier.status(status)
        }
    }

    /// Stops asking for more time.
    func end() {
        timer?.cancel()
        timer = nil
    }
}
