package import Logging
internal import Synchronization

/// The log level and log target of this process, which can be changed while it runs.
package final class LogControl: Sendable {
    /// The targets of log records, by their names in `org.freedesktop.LogControl1`.
    package enum Target: String, Sendable, CaseIterable {
        /// The journal.
        case journal
        /// Standard error.
        case console
        /// Records are discarded.
        case null
    }

    private struct State {
        var level: Logger.Level
        var target: Target
        var destination: LogDestination?
    }

    /// The program name that the journal shows.
    package let identifier: String
    /// The level and target with which this process was started.
    private let first: (level: Logger.Level, target: Target)
    private let state: Mutex<State>

    /// Creates a control with the target that this process was started with.
    ///
    /// - Parameters:
    ///   - identifier: The program name that the journal shows.
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

    /// Whether level and target are the same as at the start of this process, so that another process of this program
    /// would start with the same.
    package var isAsStarted: Bool { state.withLock { ($0.level, $0.target) == first } }

    /// The target of log records.
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

    /// Resets the target to the one that this process was started with.
    package func resetTarget() {
        target = LogDestination.standard(identifier: identifier).isJournal ? .journal : .console
    }

    func write(_ record: LogRecord) { state.withLock { $0.destination }?.write(record) }
}

extension Logger.Level {
    /// Creates the level for a name as used by syslog(3) and systemd.
    ///
    /// - Parameter name: A name such as `err`. `emerg` and `alert` are treated as `crit`, because this program has no
    ///   more severe level.
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

    /// The level's name as used by syslog(3) and systemd.
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
