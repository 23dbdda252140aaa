internal import EventLoop
internal import Systemd

/// Asks the service manager for more time to start, again and again while something long is done.
package actor StartExtension {
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// How long a start may take before the first request, and how long after each the next comes.
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
    ///   - interval: How long a start may take before the first request, and how long after each the next comes.
    init(on loop: EventLoop, notifier: ServiceNotifier, interval: Duration) {
        self.loop = loop
        self.notifier = notifier
        self.interval = interval
    }

    /// Asks for more time while something is done.
    ///
    /// - Parameters:
    ///   - status: What the service manager shows once it takes long.
    ///   - work: What is done.
    /// - Returns: The result of the work.
    nonisolated func during<Result: Sendable>(_ status: String, _ work: () async -> Result) async -> Result {
        guard notifier.isSupervised else { return await work() }
        await start(status)
        let result = await work()
        await stop()
        return result
    }

    private func start(_ status: String) {
        timer = loop.addTimer(after: interval, repeating: interval) { [notifier, interval] in
            notifier.extendTimeout(by: interval * Self.reserve)
            notifier.status(status)
        }
    }

    private func stop() {
        timer?.cancel()
        timer = nil
    }
}
