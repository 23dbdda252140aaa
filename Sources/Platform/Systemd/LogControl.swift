package import Logging
internal import Synchronization

/// What this process logs and where to, which may change while it runs.
package final class LogControl: Sendable {
    /// Where log records go, by the names of `org.freedesktop.LogControl1`.
    package enum Target: String, Sendable, CaseIterable {
        /// The journal.
        case journal
        /// Standard error.
        case console
        /// Nowhere.
        case null
    }

    private struct State {
        var level: Logger.Level
        var target: Target
        var destination: LogDestination?
    }

    /// What the journal shows as the program.
    package let identifier: String
    /// What this process was started with.
    private let first: (level: Logger.Level, target: Target)
    private let state: Mutex<State>

    /// Logs to where this process was started to log.
    ///
    /// - Parameters:
    ///   - identifier: What the journal shows as the program.
    ///   - level: The least severe level that is logged.
    package convenience init(identifier: String, level: Logger.Level) {
        let destination = LogDestination.standard(identifier: identifier)
        self.init(identifier: identifier, level: level, destination: destination)
    }

    init(identifier: String, level: Logger.Level, destination: LogDestination) {
        self.identifier = identifier
        let target = destination.isJournal ? Target.journal : .console
        first = (level, target)
        state = Mutex(State(level: level, target: target, destination: destination))
    }

    /// The least severe level that is logged.
    package var level: Logger.Level {
        get { state.withLock { $0.level } }
        set { state.withLock { $0.level = newValue } }
    }

    /// Whether level and target are what another process of this program would start with.
    package var isAsStarted: Bool { state.withLock { ($0.level, $0.target) == first } }

    /// Where records go.
    package var target: Target {
        get { state.withLock { $0.target } }
        set {
            let destination: LogDestination? =
                switch newValue {
                case .journal: .journal(identifier: identifier)
                case .console: .console(identifier: identifier)
                case .null: nil
                }
            state.withLock { state in
                state.target = newValue
                state.destination = destination
            }
        }
    }

    /// Goes back to where this process was started to log.
    package func resetTarget() {
        target = LogDestination.standard(identifier: identifier).isJournal ? .journal : .console
    }

    func write(_ record: LogRecord) { state.withLock { $0.destination }?.write(record) }
}

extension Logger.Level {
    /// Finds the level of a name as syslog(3) and systemd have it.
    ///
    /// - Parameter name: Such as `err`. The two beyond `crit` are taken for it, as nothing here is more severe.
    package init?(syslogName name: String) {
        switch name {
        case "emerg", "alert", "crit": self = .critical
        case "err": self = .error
        case "warning": self = .warning
        case "notice": self = .notice
        case "info": self = .info
        case "debug": self = .debug
        default: return nil
        }
    }

    /// The level's name as syslog(3) and systemd have it.
    package var syslogName: String {
        switch self {
        case .trace, .debug: "debug"
        case .info: "info"
        case .notice: "notice"
        case .warning: "warning"
        case .error: "err"
        case .critical: "crit"
        }
    }
}
