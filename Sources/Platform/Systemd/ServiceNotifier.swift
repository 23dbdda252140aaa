internal import Glibc
internal import SystemPackage

/// Tells the service manager how the service is doing (sd_notify(3)); does nothing where none listens.
///
/// A message that cannot be sent is dropped: there is nobody to tell.
package struct ServiceNotifier: Sendable {
    private let path: String?

    /// How often the service manager wants to hear ``keepAlive()``, at the latest; `nil` where it does not care.
    package let watchdogInterval: Duration?

    /// One that nobody listens to.
    package static var silent: ServiceNotifier { ServiceNotifier { _ in nil } }

    /// Creates a notifier from the variables that the service manager sets.
    ///
    /// - Parameter variable: Looks up a variable of the environment: `NOTIFY_SOCKET`, `WATCHDOG_USEC` and
    ///   `WATCHDOG_PID`.
    package init(variable: (String) -> String? = Environment.variable) {
        path = variable("NOTIFY_SOCKET").flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
        // The variables are inherited: only the process that they name is watched.
        let isWatched = variable("WATCHDOG_PID").map { Int32($0) == getpid() } ?? true
        watchdogInterval = variable("WATCHDOG_USEC").flatMap(Int64.init).flatMap { microseconds in
            isWatched && microseconds > 0 ? .microseconds(microseconds) : nil
        }
    }

    /// Whether a service manager listens.
    package var isSupervised: Bool { path != nil }

    /// Says that the service is ready to serve.
    ///
    /// - Parameter status: One line for people, as `systemctl status` shows it.
    package func ready(status: String? = nil) { send(["READY=1"] + Self.status(status)) }

    /// Says what the service is doing.
    ///
    /// - Parameter text: One line for people, as `systemctl status` shows it.
    package func status(_ text: String) { send(Self.status(text), waiting: false) }

    /// Says that the service is about to end: start requests wait from now on, and start it again afterwards.
    ///
    /// - Parameter status: One line for people, as `systemctl status` shows it.
    package func stopping(status: String? = nil) { send(["STOPPING=1"] + Self.status(status)) }

    /// Says that the service is alive, for a watchdog.
    ///
    /// - Returns: Whether the service manager, or nobody, was there to hear it; `false` where it is too busy now.
    package func keepAlive() -> Bool { send(["WATCHDOG=1"], waiting: false) }

    /// Asks for more time to start or to stop.
    ///
    /// - Parameter time: How long from now, at least.
    package func extendTimeout(by time: Duration) {
        let (seconds, attoseconds) = time.components
        send(
            ["EXTEND_TIMEOUT_USEC=\(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)"], waiting: false)
    }

    private static func status(_ text: String?) -> [String] { text.map { ["STATUS=\(LogText.escaped($0))"] } ?? [] }

    /// Sends a message.
    ///
    /// - Parameters:
    ///   - assignments: Its lines.
    ///   - waiting: Whether to wait for a service manager that is behind, which the thread of the bus must not.
    /// - Returns: Whether it need not be sent again.
    @discardableResult
    private func send(_ assignments: [String], waiting: Bool = true) -> Bool {
        guard let path else { return true }
        let datagram = Array(assignments.joined(separator: "\n").utf8)
        do throws(Errno) {
            try DatagramSocket(path: path).send(datagram, waiting: waiting)
        } catch .resourceTemporarilyUnavailable {
            return false
        } catch {
            // See above.
        }
        return true
    }
}
