internal import Glibc
internal import SystemPackage

/// Reports the service's state to the service manager (sd_notify(3)), if there is one.
///
/// A message that cannot be sent is dropped, because the failure cannot be reported anywhere.
package struct ServiceNotifier: Sendable {
    private let path: String?

    /// The maximum interval between calls of ``keepAlive()``; `nil` if the service manager does not expect them.
    package let watchdogInterval: Duration?

    /// A notifier without a service manager.
    package static var silent: ServiceNotifier { ServiceNotifier { _ in nil } }

    /// Creates a notifier from the environment variables that the service manager sets.
    ///
    /// - Parameter variable: Looks up an environment variable: `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
    package init(variable: (String) -> String? = Environment.variable) {
        path = variable("NOTIFY_SOCKET").flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
        // The variables are inherited, but the watchdog only applies to the process that they name.
        let isWatched = variable("WATCHDOG_PID").map { Int32($0) == getpid() } ?? true
        watchdogInterval = variable("WATCHDOG_USEC").flatMap(Int64.init).flatMap { microseconds in
            isWatched && microseconds > 0 ? .microseconds(microseconds) : nil
        }
    }

    /// Whether a service manager listens.
    package var isSupervised: Bool { path != nil }

    /// Reports that the service is ready to serve.
    ///
    /// - Parameter status: A line for people, as `systemctl status` shows it.
    package func ready(status: String? = nil) { send(["READY=1"] + Self.status(status)) }

    /// Reports what the service is doing.
    ///
    /// - Parameter text: A line for people, as `systemctl status` shows it.
    package func status(_ text: String) { send(Self.status(text), waiting: false) }

    /// Reports that the service is about to end.
    ///
    /// From now on, the service manager delays start requests until the service has ended, and then starts it again.
    ///
    /// - Parameter status: A line for people, as `systemctl status` shows it.
    package func stopping(status: String? = nil) { send(["STOPPING=1"] + Self.status(status)) }

    /// Reports to the watchdog that the service is alive.
    ///
    /// - Returns: Whether the service manager received the report or there is none; `false` if it is too busy now.
    package func keepAlive() -> Bool { send(["WATCHDOG=1"], waiting: false) }

    /// Asks for more time to start or to stop.
    ///
    /// - Parameter time: The minimum time needed, from now.
    package func extendTimeout(by time: Duration) {
        let (seconds, attoseconds) = time.components
        send(
            ["EXTEND_TIMEOUT_USEC=\(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)"], waiting: false)
    }

    private static func status(_ text: String?) -> [String] { text.map { ["STATUS=\(LogText.escaped($0))"] } ?? [] }

    /// Sends a message.
    ///
    /// - Parameters:
    ///   - assignments: The lines of the message.
    ///   - waiting: Whether to wait if the service manager is behind. The bus thread must not wait.
    /// - Returns: Whether the message need not be sent again.
    @discardableResult
    private func send(_ assignments: [String], waiting: Bool = true) -> Bool {
        guard let path else { return true }
        let datagram = Array(assignments.joined(separator: "\n").utf8)
        do throws(Errno) {
            try DatagramSocket(path: path).send(datagram, waiting: waiting)
        } catch .resourceTemporarilyUnavailable {
            return false
        } catch {
            // Dropped, see the type's documentation.
        }
        return true
    }
}
